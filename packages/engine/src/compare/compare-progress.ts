/** Progress of a comparison. */
export interface CompareProgress {
  /** Current stage: parts, pairs, a search, finalists. */
  readonly stage: string
  /** Number of items of the stage that are done, and of all its items. */
  readonly counts?: { readonly done: number; readonly all: number }
  /** Fraction of the stage that is done, from 0 to 1. */
  readonly fraction: number
}
