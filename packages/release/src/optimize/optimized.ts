import type { Dataset } from '@sdc/core'
import type { Matching } from '@sdc/engine'
import type { MeasuredTwice } from './measured-twice.js'

/** Numbers that a method reports for one group of records; the group is empty for the whole file. */
export interface GroupReport {
  readonly group: string
  readonly numbers: ReadonlyMap<string, number>
  /** Tables by name; those with a row for each record are left out. */
  readonly tables: ReadonlyMap<string, Dataset>
}

/** Result of a post-masking step on a masked file. */
export interface Optimized {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly columns: readonly string[]
  readonly records: number
  readonly matching: Matching
  readonly reports: readonly GroupReport[]
  readonly measured: readonly MeasuredTwice[]
  readonly warnings: readonly string[]
}
