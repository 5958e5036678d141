import type { Dataset } from '@sdc/core'

/** A file, or its different records with their frequencies. */
export interface CountedFile {
  readonly data: Dataset
  /**
   * Number of records equal to each row of `data`, in the order of their first records; undefined if every row is a
   * record.
   */
  readonly counts?: Float64Array | undefined
  /** Number of records. */
  readonly records: number
}
