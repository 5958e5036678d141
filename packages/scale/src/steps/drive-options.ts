import type { NewNegatives, RunResult, StepFindings } from '@sdc/engine'
import type { ExactMoments } from '@sdc/engine/in-parts'
import type { ColumnOutcome } from './finish-stage.js'
import type { PartsProgress } from '../work/drive.js'
import type { Launcher, TaskOutcome } from '../work/launcher.js'

/** How a plan is driven. */
export interface DriveOptions {
  /** Runs tasks; one after the other in this process where nobody says. */
  readonly launcher?: Launcher | undefined
  readonly signal?: AbortSignal | undefined
  /** Is told how far it is. */
  readonly tick?: ((progress: PartsProgress) => void) | undefined
  /** Is told what came of it when all is written but has no name yet: what must stand before the file gets its turn here. */
  readonly before?: ((result: PartsResult) => Promise<void>) | undefined
  /** Is told of a task that was lost and is started again: of the first one of each stage and round. */
  readonly lost?: ((outcome: TaskOutcome) => void) | undefined
}

/** What a run in parts says. */
export interface PartsResult {
  readonly rows: number
  /** The columns that were masked, in the order of the file. */
  readonly columns: readonly string[]
  readonly outcomes: ReadonlyMap<string, ColumnOutcome>
  readonly warnings: readonly string[]
  /** Reports and published data of the methods, without numbers by record. */
  readonly reports: readonly StepFindings[]
  /** The groups in which moments are exactly the original's. */
  readonly exact: readonly ExactMoments[]
  /** What columns were rounded to, and what was brought within bounds. */
  readonly numbers: Pick<RunResult, 'rounded' | 'kept'>
  /** The masked columns that have negative values where the original has none. */
  readonly negatives: readonly NewNegatives[]
  /** By column that a release renumbered, its number of ids. */
  readonly ids: ReadonlyMap<string, number>
}
