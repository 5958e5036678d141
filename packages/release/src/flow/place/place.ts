import { type Launcher } from '@sdc/engine/partitions'
import type { Message } from '@sdc/core'

/** Progress of long work. */
export interface FlowProgress {
  /** Receives the completed share, from 0 to 1, and the activity. */
  readonly tick: (fraction: number, doing?: string) => void
  /** Receives the stage of a run out of core, with the number of its finished tasks. */
  readonly at: (state: { readonly stage: string; readonly done: number; readonly tasks: number }) => void
  readonly done: () => void
}

/** Receiver of the progress and messages of a flow, and the signal that stops it. */
export interface Watch {
  readonly say?: ((message: Message) => void) | undefined
  /** Begins the progress of an activity: `masking`. */
  readonly progress?: ((doing: string, how?: { readonly interruptible?: boolean }) => FlowProgress) | undefined
  /** Stops work out of core; a named work folder is kept. Read when that work begins. */
  readonly signal?: AbortSignal | undefined
}

/** Facts of a run for a launcher. */
export interface FoundRun {
  /** The work folder, with the plan. */
  readonly folder: string
  readonly rows: number
  /** Number of columns that are read. */
  readonly columns: number
  readonly partBlocks: number
  /** Number of tasks that most stages have. */
  readonly tasks: number
  /** Number of tasks that run at a time, and bytes of each in addition to its process. */
  readonly workers: number
  readonly memory: number
}

/** Resources of a flow. Without any of them, it works in memory on a file that fits. */
export interface Place {
  /** Folder for temporary files; removed on success, kept on failure. Without: a hidden folder next to the output. */
  readonly workFolder?: string | undefined
  /** Resumes an interrupted run from its work folder. */
  readonly resume?: boolean | undefined
  /** Bytes that all processes may take; by default 2 GB, or the memory of the machine. */
  readonly memory?: number | undefined
  /** True to work out of core even if the file fits in memory. */
  readonly outOfCore?: boolean | undefined
  /** Number of processes that work out of core. */
  readonly workers?: number | undefined
  /** Starts the workers elsewhere: by BullMQ or Slurm. */
  readonly launcher?: ((run: FoundRun) => Promise<Launcher>) | undefined
  /** Program of a local worker, which calls `serveWorkFolder` with the folder; by default one of this package. */
  readonly worker?: ((folder: string) => { readonly script: string; readonly args: readonly string[] }) | undefined
  /** Names and paths of the plugins that a worker loads; by default those of the registry. */
  readonly plugins?: readonly string[] | undefined
  /** Version of the program: a resumed run and the workers must have the same; by default that of the packages. */
  readonly version?: string | undefined
  readonly watch?: Watch | undefined
}

/** Returns true if a place asks for work out of core, even of a file that fits in memory. */
export function asksOutOfCore({ outOfCore, workers, workFolder, resume, launcher }: Place): boolean {
  return (
    outOfCore === true || resume === true || workers !== undefined || workFolder !== undefined || launcher !== undefined
  )
}

const unwatched: FlowProgress = { tick: () => undefined, at: () => undefined, done: () => undefined }

/** Receiver of the messages of a place. */
export function sayOf({ watch }: Place): (message: Message) => void {
  return (message) => watch?.say?.(message)
}

/** Begins the progress of an activity. */
export function progressOf({ watch }: Place, doing: string, how?: { readonly interruptible?: boolean }): FlowProgress {
  return watch?.progress?.(doing, how) ?? unwatched
}
