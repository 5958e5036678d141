import type { StepPlan } from '../plan/plan.js'

/** One method with one set of parameters, alone or followed by further steps. */
export interface Candidate {
  readonly use: string
  /** The parameters that the grid varies, as given. */
  readonly varied: Readonly<Record<string, unknown>>
  readonly steps: readonly StepPlan[]
  /** Number of masking steps; later steps work on the masked file. */
  readonly masking: number
  /** The ids of the further steps. */
  readonly then: readonly string[]
  readonly label: string
}
