import type { StepFindings } from '../../run/outcomes/outcome.js'
import type { StageContext, StageGroups } from '../tasks/stage.js'
import type { ExactMoments } from '../../run/numbers/exact-moments-margin.js'
import type { StepCounts } from './stage-counts.js'

/** Stages of a step out of core. */
export interface StepStages {
  readonly groups: StageGroups
  /**
   * Once these have ended: returns the findings of the method and the counts of its columns; throws if the step is
   * refused.
   */
  ended(around: StageContext): Promise<StepEnd>
}

export interface StepEnd {
  readonly warnings: readonly string[]
  readonly counts: ReadonlyMap<string, StepCounts>
  /** Numbers and tables that the method reports and publishes, by group of records. */
  readonly reports?: readonly StepFindings[]
  /** Columns that some group of few records left unchanged by chance; only steps with groups have any. */
  readonly byChance?: readonly string[]
  /** Groups of records in which it kept moments exactly, if it works within groups. */
  readonly exact?: readonly ExactMoments[]
}
