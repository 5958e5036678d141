/** What of a comparison is being done, for who waits. */
export interface CompareProgress {
  /** What is being done: parts, pairs, a search, finalists. */
  readonly stage: string
  /** How many of the stage are done, and all of them. */
  readonly counts?: { readonly done: number; readonly all: number }
  /** How much of the stage is done, from 0 to 1. */
  readonly fraction: number
}
