import type { PlainError } from '@sdc/core'
import type { PlainWork, Task, TaskOutcome } from './work.js'

/** Messages to a worker: the work once, then one task after the other. */
export type ToWorker =
  /** The work, with the name of a lock to hold for the worker's lifetime if nothing else would report its end. */
  | { readonly type: 'work'; readonly work: PlainWork; readonly lock?: string }
  | { readonly type: 'task'; readonly task: Task }

/** Messages from a worker about itself and its task. */
export type FromWorker =
  | { readonly type: 'ready'; readonly isLocked: boolean }
  | { readonly type: 'tick'; readonly fraction: number }
  | { readonly type: 'done'; readonly outcome: TaskOutcome }
  /** Bad input, or a bug with its stack: ends the whole work. */
  | { readonly type: 'failed'; readonly error?: PlainError; readonly bug?: string }
