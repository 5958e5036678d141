import { tieRuns } from '@sdc/stats'

/**
 * Returns ranks from 0 (the least value) to 1 (the greatest), mean ranks for equal values; NaN for a missing value.
 *
 * @param values - n numbers.
 * @returns n ranks.
 */
export function midRanks(values: Float64Array): Float64Array {
  const { order, starts } = tieRuns(values)
  const count = starts[starts.length - 1]
  const ranks = new Float64Array(values.length).fill(Number.NaN)
  for (let run = 0; run + 1 < starts.length; run++) {
    const middle = (starts[run] + starts[run + 1] - 1) / 2
    for (let at = starts[run]; at < starts[run + 1]; at++) ranks[order[at]] = count > 1 ? middle / (count - 1) : 0
  }
  return ranks
}
