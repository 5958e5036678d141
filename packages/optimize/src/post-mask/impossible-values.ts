import type { ValueBounds } from '@sdc/core'
import { countValues } from '@sdc/stats'
import { foldWithin } from '@sdc/stats/internal'

/** New values that the original's column has none like. */
export interface ImpossibleValues {
  /** Changed cells beyond the least or the greatest value of the original. */
  readonly beyond: number
  /** Changed cells that are negative in a column without a negative original value. */
  readonly negative: number
  readonly changed: number
}

/**
 * Counts the values that changed, and of them those that cannot be, as far as the original tells. Cost: O((n + n')d).
 *
 * @param x - The original's columns.
 * @param before - The masked file's; empty where all values are new.
 * @param after - What they became.
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
 * Columns as the engine leaves them, which brings what is beyond the bounds of a schema within.
 *
 * @param columns - Values.
 * @param names - Of the columns.
 * @param bounds - What the schema says of their numbers.
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
 * The sentence about them.
 *
 * @param values - What was counted.
 * @returns Undefined where none is beyond.
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
