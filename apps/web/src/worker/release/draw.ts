import type { Registry } from '@sdc/core'
import type { FileSchema, StepPlan } from '@sdc/engine'
import type { Judgement, PolicyRun, ProducedOutcome } from '@sdc/release'
import type { OpenData } from '../data/open-data.js'
import type { Compared, Settings } from '../protocol/protocol.js'

/** A draw, with all that a judgement and its files are made of. */
export interface Draw {
  readonly registry: Registry
  readonly data: OpenData
  readonly schema: FileSchema
  readonly steps: readonly StepPlan[]
  readonly outcome: ProducedOutcome
  readonly settings: Settings
  readonly label: string
  readonly compared?: Compared | undefined
  /** Number of the draw, from 1: those before it were beyond a limit. */
  readonly attempt: number
  readonly policyRun: PolicyRun
  readonly judgement: Judgement
  /** The day of the judgement: an exception that ended before does not hold. */
  readonly today: string
}
