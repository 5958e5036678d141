import type { ValueBounds } from '@sdc/core'
import { countValues } from '@sdc/stats'
import { foldWithin } from '@sdc/stats/internal'

/** New values outside of the original's column. */
export interface ImpossibleValues {
  /** Number of changed values beyond the smallest or the largest value of the original. */
  readonly beyond: number
  /** Number of changed values that are negative in a column without a negative original value. */
  readonly negative: number
  readonly changed: number
}

/**
 * Counts the changed values, and the impossible ones among them, judged by the original. Cost: O((n + n')d).
 *
 * @param x - The original's columns.
 * @param before - The masked file's; empty if all values are new.
 * @param after - The new values.
 * @returns The counts.
 */
export function impossibleValues(
  x: readonly Float64Array[],
  before: readonly Float64Array[],
  after: readonly Float64Array[],
): ImpossibleValues {
  let beyond = 0
  let negative = 0
  let changed = 0
  x.forEach((column, j) => {
    if (countValues(column) === 0) return
    let [least, most] = [Infinity, -Infinity]
    for (let i = 0; i < column.length; i++) {
      if (column[i] < least) least = column[i]
      if (column[i] > most) most = column[i]
    }
    for (let i = 0; i < after[j].length; i++) {
      const value = after[j][i]
      if (value !== value || value === before[j]?.[i]) continue
      changed++
      if (value < least || value > most) beyond++
      if (value < 0 && least >= 0) negative++
    }
  })
  return { beyond, negative, changed }
}

/**
 * Returns columns as the engine leaves them: within the bounds of a schema.
 *
 * @param columns - Values.
 * @param names - Names of the columns.
 * @param bounds - Bounds in the schema.
 * @returns As many columns; those without bounds themselves.
 */
export function withinBounds(
  columns: readonly Float64Array[],
  names: readonly string[],
  bounds: ReadonlyMap<string, ValueBounds> = new Map(),
): readonly Float64Array[] {
  return columns.map((values, j) => {
    const own = bounds.get(names[j])
    return own ? values.map((value) => foldWithin(value, own.min, own.max)) : values
  })
}

/**
 * Returns a sentence on impossible values.
 *
 * @param values - The counts.
 * @returns A sentence; undefined if there are none.
 */
export function impossibleWarning(values: ImpossibleValues): string | undefined {
  const { beyond, negative, changed } = values
  if (beyond === 0) return undefined
  const below = negative > 0 ? `, ${negative} of them negative in columns that have no negative value` : ''
  return (
    `${beyond} of ${changed} new values lie beyond the range of the original${below}; use reverse-map/rank ` +
    'afterwards (mode=quantile if records have no origin) to restore the values of the original'
  )
}
