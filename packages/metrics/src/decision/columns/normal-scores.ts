import { countBelow, countUpTo, normalQuantile, rank, sortedValues } from '@sdc/stats'

/**
 * Fits normal scores on a column: Φ⁻¹ of the mean rank of a value among its n values, (below + up to)/2n, kept within
 * 1/2n and 1 − 1/2n.
 *
 * @param values - The column; missing values are left out.
 * @returns Function that gives the score of any value; NaN for a missing one, and for all if the column has no value.
 *   Cost: a sort; O(log n) per score.
 */
export function fittedScores(values: Float64Array): (value: number) => number {
  const sorted = sortedValues(values)
  const n = sorted.length
  const scoreOf = scoresOfRanks(n)
  return (value) =>
    n === 0 || Number.isNaN(value)
      ? Number.NaN
      : scoreOf(Math.min(2 * n - 1, Math.max(1, countBelow(sorted, value) + countUpTo(sorted, value))))
}

/** Returns the score by twice the mean rank, a whole number from 1 to 2n − 1; each is computed once. */
function scoresOfRanks(n: number): (twice: number) => number {
  const scores = new Float64Array(2 * n + 1).fill(Number.NaN)
  return (twice) => {
    if (Number.isNaN(scores[twice])) scores[twice] = normalQuantile(twice / (2 * n))
    return scores[twice]
  }
}

/**
 * Returns the normal scores of a column, fitted on its own values.
 *
 * @param values - The column.
 * @returns Score of each record, NaN if missing. Cost: a sort.
 */
export function normalScores(values: Float64Array): Float64Array {
  const ranks = rank(values, 'average')
  const n = ranks.reduce((count, one) => count + (Number.isNaN(one) ? 0 : 1), 0)
  const scoreOf = scoresOfRanks(n)
  // Ranks begin at 1.
  return ranks.map((one) => (Number.isNaN(one) ? one : scoreOf(2 * one - 1)))
}
