import type { Registry } from '@sdc/core'
import type { FileSchema, StepPlan } from '@sdc/engine'
import type { Judgement, PolicyRun, ProducedOutcome } from '@sdc/release'
import type { OpenData } from '../data/open-data.js'
import type { Compared } from '../protocol/comparison-types.js'
import type { Settings } from '../protocol/settings-types.js'

/** A draw, with the data for its judgement and its files. */
export interface Draw {
  readonly registry: Registry
  readonly data: OpenData
  readonly schema: FileSchema
  readonly steps: readonly StepPlan[]
  readonly outcome: ProducedOutcome
  readonly settings: Settings
  readonly label: string
  readonly compared?: Compared | undefined
  /** Number of the draw, from 1; earlier ones exceeded a limit. */
  readonly attempt: number
  readonly policyRun: PolicyRun
  readonly judgement: Judgement
  /** The day of the judgement; exceptions that ended before do not apply. */
  readonly today: string
}
