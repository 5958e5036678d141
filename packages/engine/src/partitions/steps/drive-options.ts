import type { NewNegatives } from '../../measure/new-negatives.js'
import type { RunFacts } from '../../run/outcomes/run-facts.js'
import type { WrittenCounts } from './finish-stage.js'
import type { PartsProgress } from '../tasks/drive.js'
import type { Launcher, TaskOutcome } from '../tasks/launcher.js'

/** Options of driving a plan. */
export interface DriveOptions {
  /** Runs tasks; by default one after the other in this process. */
  readonly launcher?: Launcher | undefined
  readonly signal?: AbortSignal | undefined
  /** Receives the progress. */
  readonly tick?: ((progress: PartsProgress) => void) | undefined
  /**
   * Receives the result when everything is written but the file has no name yet, for what must be written before the
   * file.
   */
  readonly before?: ((result: PartsResult) => Promise<void>) | undefined
  /** Called for the first lost task of each stage and round that is started again. */
  readonly lost?: ((outcome: TaskOutcome) => void) | undefined
}

/** Result of a run out of core. */
export interface PartsResult extends RunFacts {
  readonly rows: number
  /** Counts of each column of the file that was written. */
  readonly written: ReadonlyMap<string, WrittenCounts>
  /** Masked columns with negative values where the original has none. */
  readonly negatives: readonly NewNegatives[]
  /** Number of ids of each renumbered column. */
  readonly ids: ReadonlyMap<string, number>
}
