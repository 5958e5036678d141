/** The level that is taken for the total of a dimension where nobody names another; a table may have none. */
export const usualTotal = 'Total'

/** Which columns of a file in long form, a line a cell, are what of a table. */
export interface TableColumns {
  /** The dimensions; each cell names its slice in every one. */
  readonly by: readonly string[]
  readonly value: string
  /** The number of contributors; without it, the values are counts themselves. */
  readonly count?: string | undefined
  /** The largest and the second largest contribution. */
  readonly largest?: readonly string[] | undefined
  /** The level of a dimension that is the total of its others. */
  readonly total: string
  /** Whether the first line holds the names of the columns; where nobody says it does, numbers are refused there. */
  readonly header?: boolean | undefined
}
