import { countBelow, tieRuns } from '@sdc/stats'

/**
 * Rank of a value that may not be in the column: that of the nearest value, or the place where it would be inserted.
 */
export type OwnRankRule = 'closest' | 'insertion'

/**
 * Returns the rank of any value among those of a column, which have mean ranks.
 *
 * A value of the column has its rank by both rules. Another value has by `closest` the rank of the nearest value, or
 * the mean of two equally near ones. By `insertion` it has the middle between the last value below and the first above;
 * half a rank before the first and after the last. Cost: a sort, then O(log n) per value.
 */
export function rankAmong(column: Float64Array, rule: OwnRankRule): (value: number) => number {
  const { order, starts } = tieRuns(column)
  const values = Float64Array.from(starts.subarray(0, -1), (at) => column[order[at]])
  const meanRank = (run: number): number => (starts[run] + 1 + starts[run + 1]) / 2
  return (value) => {
    const above = countBelow(values, value)
    if (values[above] === value) return meanRank(above)
    if (rule === 'insertion') return starts[above] + 0.5
    if (above === 0) return meanRank(0)
    if (above === values.length) return meanRank(above - 1)
    const nearer = value - values[above - 1] - (values[above] - value)
    if (nearer === 0) return (meanRank(above - 1) + meanRank(above)) / 2
    return meanRank(nearer < 0 ? above - 1 : above)
  }
}
