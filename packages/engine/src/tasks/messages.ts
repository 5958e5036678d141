import type { PlainError } from '@sdc/core'
import type { PlainWork, Task, TaskOutcome } from './work.js'

/** What a worker is sent: the work first and once, then one task after the other. */
export type ToWorker =
  /** With the name of a lock to hold as long as it lives, where nothing else would tell its end. */
  | { readonly type: 'work'; readonly work: PlainWork; readonly lock?: string }
  | { readonly type: 'task'; readonly task: Task }

/** What a worker says of itself and of the task it was sent. */
export type FromWorker =
  | { readonly type: 'ready'; readonly isLocked: boolean }
  | { readonly type: 'tick'; readonly fraction: number }
  | { readonly type: 'done'; readonly outcome: TaskOutcome }
  /** Bad input, or a bug with its stack: the end of the whole work. */
  | { readonly type: 'failed'; readonly error?: PlainError; readonly bug?: string }
