import type { PlainError } from '@sdc/core'
import type { JobOutcome } from './job.js'

/** What a worker says of itself and of the job it was sent. */
export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'tick'; readonly fraction: number }
  | { readonly type: 'done'; readonly outcome: JobOutcome }
  /** Bad input, or a bug with its stack: the end of the whole work. */
  | { readonly type: 'failed'; readonly error?: PlainError; readonly bug?: string }
