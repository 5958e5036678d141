import { columnLength, isMissing, type PartsContext, type Pass } from '@sdc/core'
import { countValues } from '@sdc/stats'

const NAME = 'present'

/** A reading of the file that counts the missing values of every column that is masked. */
export const presentPass: Pass<unknown> = {
  name: NAME,
  of: ({ columns, data }) =>
    Float64Array.from(columns, (name) => {
      const column = data.column(name)
      if (column.kind === 'numeric') return column.values.length - countValues(column.values)
      let missing = 0
      for (let i = 0; i < columnLength(column); i++) if (isMissing(column, i)) missing++
      return missing
    }),
  merge: (total, own) => total.map((value, j) => value + own[j]),
}

/**
 * How many values of column j of those that are masked are missing, after `presentPass`.
 *
 * @param context - What is known of the file.
 * @param j - The column's number, from 0.
 * @returns A number of records.
 */
export function missingOf<P>({ totals }: PartsContext<P>, j: number): number {
  return (totals.get(NAME) as Float64Array)[j]
}
