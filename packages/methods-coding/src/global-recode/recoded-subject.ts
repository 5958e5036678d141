import type { Column, ErrorPlace, Hierarchy, TimeKind } from '@sdc/core'
import type { Intervals } from './intervals.js'
import type { GlobalRecodeParams } from './recode-params.js'
import type { ValueClasses } from './value-classes.js'

/** How a column is recoded: into intervals of its numbers, or value by value; and what is to be said of it. */
export type Recoding = { readonly warnings: readonly string[] } & (
  | { readonly intervals: Intervals }
  | { readonly classes: ValueClasses }
)

/** What is recoded: a column of all records, and what is said of it. */
export interface RecodedSubject {
  /** All records of the file: the classes of global recoding are the same for everybody. */
  readonly column: Column
  readonly params: GlobalRecodeParams
  readonly hierarchy: Hierarchy | undefined
  /** Kind of a column of dates or times. */
  readonly time: TimeKind | undefined
  /** Which column and method an error is of. */
  readonly place: ErrorPlace & { readonly column: string }
}
