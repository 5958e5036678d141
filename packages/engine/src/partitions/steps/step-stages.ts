import type { StepFindings } from '../../run/outcomes/outcome.js'
import type { StageContext, StageGroups } from '../tasks/stage.js'
import type { ExactMoments } from '../../run/numbers/exact-moments-margin.js'
import type { StepCounts } from './stage-counts.js'

/** Stages of a step out of core. */
export interface StepStages {
  readonly groups: StageGroups
  /** Once these have ended: what the method says of the file, and what was counted of its columns; throws what it is refused for. */
  ended(around: StageContext): Promise<StepEnd>
}

export interface StepEnd {
  readonly warnings: readonly string[]
  readonly counts: ReadonlyMap<string, StepCounts>
  /** Numbers and tables that the method reports and publishes, by group of records. */
  readonly reports?: readonly StepFindings[]
  /** The columns that some group of few records left as they were by chance; nobody else names any. */
  readonly byChance?: readonly string[]
  /** The groups of records in which it kept moments exactly, where it works within groups. */
  readonly exact?: readonly ExactMoments[]
}
