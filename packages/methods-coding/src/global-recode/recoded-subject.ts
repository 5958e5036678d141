import type { Column, ErrorPlace, Hierarchy, TimeKind } from '@sdc/core'
import type { Intervals } from './intervals.js'
import type { GlobalRecodeParams } from './recode-params.js'
import type { ValueClasses } from './value-classes.js'

/** Classes of a column: intervals of its numbers or classes of its values; with the warnings about them. */
export type Recoding = { readonly warnings: readonly string[] } & (
  | { readonly intervals: Intervals }
  | { readonly classes: ValueClasses }
)

/** Input of a recoding: a column of all records, and its settings. */
export interface RecodedSubject {
  /** Column of all records of the file: the classes of global recoding are the same in all groups. */
  readonly column: Column
  readonly params: GlobalRecodeParams
  readonly hierarchy: Hierarchy | undefined
  /** Kind of a column of dates or times. */
  readonly time: TimeKind | undefined
  /** Column and method, for error messages. */
  readonly place: ErrorPlace & { readonly column: string }
}
