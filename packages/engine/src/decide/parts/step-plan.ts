import type { StepPlan } from '../../plan/plan.js'

/** Options of a part's step, in addition to its method and columns. */
export type StepOptions = Partial<Pick<StepPlan, 'params' | 'given' | 'by' | 'smallGroups' | 'precision' | 'missing'>>

/** Creates a step of a part; by default on the whole file, with the default parameters of its method and without conditions. */
export function stepPlan(use: string, columns: readonly string[], options: StepOptions = {}): StepPlan {
  return { use, columns: [...columns], by: [], smallGroups: 'error', params: {}, ...options }
}
