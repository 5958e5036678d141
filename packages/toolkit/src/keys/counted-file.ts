import type { Dataset } from '@sdc/core'

/** A file, or its different records and how often each is there. */
export interface CountedFile {
  readonly data: Dataset
  /** By row of `data` how many records are so, in the order of their first ones; undefined where every row is a record. */
  readonly counts?: Float64Array | undefined
  /** How many records there are. */
  readonly records: number
}
