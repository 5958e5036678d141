import type { StepPlan } from '../plan/plan.js'

/** What a part's step says besides its method and columns. */
export type StepOptions = Partial<Pick<StepPlan, 'params' | 'given' | 'by' | 'smallGroups' | 'precision' | 'missing'>>

/** A step of a part: the whole file, the defaults of its method, no condition, where nothing else is said. */
export function stepPlan(use: string, columns: readonly string[], options: StepOptions = {}): StepPlan {
  return { use, columns: [...columns], by: [], smallGroups: 'error', params: {}, ...options }
}
