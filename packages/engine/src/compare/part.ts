import type { StepPlan } from '../plan/plan.js'

/** What a part does to records: from what leaves them true to what does not. */
export const partKinds = ['unchanged', 'recoded', 'groups made equal', 'perturbed'] as const

export type PartKind = (typeof partKinds)[number]

/** Half of a plan: what masks the quasi-identifiers, or what masks the values. */
export interface Part {
  readonly side: 'keys' | 'values'
  readonly kind: PartKind
  readonly label: string
  /** Its steps, each with the columns that it masks; none where it leaves its side as it is. */
  readonly steps: readonly StepPlan[]
  /** What of its grid varies, where a user gave one. */
  readonly varied: Readonly<Record<string, unknown>>
}

/** The part that leaves its side as it is. */
export function unchangedPart(side: Part['side']): Part {
  return { side, kind: 'unchanged', label: `${side} as they are`, steps: [], varied: {} }
}
