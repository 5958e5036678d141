import type { Taxonomy } from '@sdc/core'
import type { TableForm } from './table-form.js'

/** The level that is taken for the total of a dimension where nobody names another; a table may have none. */
export const usualTotal = 'Total'

/** Which columns of a file in long form, a line a cell, are what of a table. */
export interface TableColumns {
  /** The dimensions; each cell names its slice in every one. */
  readonly by: readonly string[]
  readonly value: string
  /** The number of contributors; without it, the values are counts themselves. */
  readonly count?: string | undefined
  /** The largest contributions, the largest first. */
  readonly largest?: readonly string[] | undefined
  /** Σ|contribution|, where contributions may be negative. */
  readonly magnitude?: string | undefined
  /** The weights of the contributors, added. */
  readonly weight?: string | undefined
  /** What is to become of the cell: empty, primary, fixed or must. */
  readonly status?: string | undefined
  /** What it costs to suppress the cell. */
  readonly cost?: string | undefined
  /** What everybody knows the cell to lie between: both or none. */
  readonly low?: string | undefined
  readonly high?: string | undefined
  /** The sum of the record keys of the cell, from 0 to below 1. */
  readonly key?: string | undefined
  /** A number of the respondent who is alone in the cell; empty where nobody is. */
  readonly alone?: string | undefined
  /** The level of a dimension that is the total of its others. */
  readonly total: string
  /** The level above each level of a dimension that has subtotals. */
  readonly hierarchies?: ReadonlyMap<string, Taxonomy> | undefined
  /** Whether a contributor may be in several cells: a total then has fewer of them than its cells together. */
  readonly distinct?: boolean | undefined
  /** Whether the contributors are known from elsewhere: without a column of their numbers the values are then no counts. */
  readonly uncounted?: boolean | undefined
  /** Whether the first line holds the names of the columns; where nobody says it does, numbers are refused there. */
  readonly header?: boolean | undefined
  /** How its file is written, as far as the file does not tell. */
  readonly form?: TableForm | undefined
}

/** What a front end was told of the columns: what it was not told, a description or the usual names say. */
export type TableOptions = { readonly [K in keyof TableColumns]?: TableColumns[K] | undefined }

/** The columns of a table that hold one number or word of a cell each, by what they are. */
export const singleColumns = [
  'value',
  'count',
  'magnitude',
  'weight',
  'status',
  'cost',
  'low',
  'high',
  'key',
  'alone',
] as const

/** What the columns are called that hold the largest contributions, where nobody says otherwise. */
export function largestName(place: number): string {
  return `largest_${place}`
}

/** Every column that is named, with what it is. */
export function namedColumns(columns: TableColumns): (readonly [what: string, name: string])[] {
  const largest = (columns.largest ?? []).map((name) => ['largest', name] as const)
  return [
    ...columns.by.map((name) => ['by', name] as const),
    ...singleColumns.flatMap((what): (readonly [string, string])[] => {
      const name = columns[what]
      // Where the values are the counts, one column is both.
      const own = name === undefined || (what === 'count' && name === columns.value) ? [] : [[what, name] as const]
      return what === 'count' ? [...own, ...largest] : own
    }),
  ]
}
