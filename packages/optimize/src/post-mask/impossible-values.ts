import { countValues } from '@sdc/stats'

/** New values that the original's column has none like. */
export interface ImpossibleValues {
  /** Changed cells beyond the least or the greatest value of the original. */
  readonly beyond: number
  /** Changed cells that are negative in a column without a negative original value. */
  readonly negative: number
  readonly changed: number
}

/** Counts the values that changed, and of them those that cannot be, as far as the original tells. Cost: O((n + n')d). */
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

/** The sentence about them; undefined where there are none. */
export function impossibleWarning({ beyond, negative, changed }: ImpossibleValues): string | undefined {
  if (beyond === 0) return undefined
  const below = negative > 0 ? `, ${negative} of them negative in columns that have no negative value` : ''
  return `${beyond} of ${changed} new values lie beyond the range of the original${below}; a reverse mapping (reverse-map/rank) afterwards brings the values of the original back`
}
