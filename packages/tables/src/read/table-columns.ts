import type { Taxonomy } from '@sdc/core'
import type { InputFile } from '@sdc/inspect'
import type { StatusCodes } from './status-codes.js'
import type { TableForm } from './table-form.js'

/** Meanings of the columns of a file in long form, one line per cell, and further facts about the table. */
export interface TableColumns {
  /** The dimensions; each cell names its slice in every one. */
  readonly by: readonly string[]
  readonly value: string
  /** Number of contributors. Without it whole values count as counts, unless the table has contributions. */
  readonly count?: string | undefined
  /** The largest contributions, the largest first. */
  readonly largest?: readonly string[] | undefined
  /** Σ|contribution|, if contributions may be negative. */
  readonly magnitude?: string | undefined
  /** Sum of the weights of the contributors. */
  readonly weight?: string | undefined
  /** Required status of the cell, by a word or a code of `statusCodes`. */
  readonly status?: string | undefined
  /** Cost of suppressing the cell. */
  readonly cost?: string | undefined
  /** Public interval of the cell: both ends or none. */
  readonly low?: string | undefined
  readonly high?: string | undefined
  /** Sum of the record keys of the cell, from 0 to below 1. */
  readonly key?: string | undefined
  /** The lone respondent of the cell; empty if there is none. */
  readonly alone?: string | undefined
  /** The total of a dimension, by dimension, if declared. */
  readonly totals?: ReadonlyMap<string, string> | undefined
  /** Dimensions without a total. */
  readonly noTotal?: readonly string[] | undefined
  /** True to compute totals that the file lacks. */
  readonly computeTotals?: boolean | undefined
  /**
   * Largest permitted difference of a total and the sum of its parts; `auto`: that of rounding to the decimals of the
   * values.
   */
  readonly tolerance?: number | 'auto' | undefined
  /** The level above each level of a dimension that has subtotals. */
  readonly hierarchies?: ReadonlyMap<string, Taxonomy> | undefined
  /** Meanings of codes in a column of statuses, in addition to the words. */
  readonly statusCodes?: StatusCodes | undefined
  /** Lines with properties of single cells. */
  readonly apriori?: InputFile | undefined
  /** Contributions of respondents to inner cells. */
  readonly contributions?: InputFile | undefined
  /** Respondents who agree that their sole contributions may be computed. */
  readonly waivers?: readonly string[] | undefined
  /** True if a contributor may be in several cells: a total then has fewer of them than its cells together. */
  readonly distinct?: boolean | undefined
  /** True if values contain more than contributions: amounts of non-respondents. */
  readonly others?: boolean | undefined
  /** True if the contributors are known elsewhere: values without a column of their numbers are then not counts. */
  readonly uncounted?: boolean | undefined
  /** True if the first line has the names of the columns; if undefined, numbers are refused there. */
  readonly header?: boolean | undefined
  /** Form of its file, as far as the file does not show it. */
  readonly form?: TableForm | undefined
}

/** Columns named by a front end; the description or the usual names decide the others. */
export type TableOptions = { readonly [K in keyof TableColumns]?: TableColumns[K] | undefined }

/** Columns with one number or word per cell, by their meaning. */
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

/** Default name of a column with the largest contributions. */
export function largestName(place: number): string {
  return `largest_${place}`
}

/** Lists every named column with its meaning. */
export function namedColumns(columns: TableOptions): (readonly [what: string, name: string])[] {
  const largest = (columns.largest ?? []).map((name) => ['largest', name] as const)
  return [
    ...(columns.by ?? []).map((name) => ['by', name] as const),
    ...singleColumns.flatMap((what): (readonly [string, string])[] => {
      const name = columns[what]
      // If the values are the counts, one column is both.
      const own = name === undefined || (what === 'count' && name === columns.value) ? [] : [[what, name] as const]
      return what === 'count' ? [...own, ...largest] : own
    }),
  ]
}
