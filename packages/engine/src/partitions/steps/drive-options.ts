import type { NewNegatives } from '../../measure/new-negatives.js'
import type { RunFacts } from '../../run/outcomes/run-facts.js'
import type { WrittenCounts } from './finish-stage.js'
import type { PartsProgress } from '../tasks/drive.js'
import type { Launcher, TaskOutcome } from '../tasks/launcher.js'

/** Options of driving a plan. */
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

/** Result of a run out of core. */
export interface PartsResult extends RunFacts {
  readonly rows: number
  /** Counts of each column of the file that was written. */
  readonly written: ReadonlyMap<string, WrittenCounts>
  /** The masked columns that have negative values where the original has none. */
  readonly negatives: readonly NewNegatives[]
  /** By column that a release renumbered, its number of ids. */
  readonly ids: ReadonlyMap<string, number>
}
