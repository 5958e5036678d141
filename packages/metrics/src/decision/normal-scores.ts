import { countBelow, countUpTo, normalQuantile, sortedValues } from '@sdc/stats'

/**
 * Normal scores fitted on a column: Φ⁻¹ of the mean rank of a value among its n values, (below + up to)/2n, kept within
 * 1/2n and 1 − 1/2n.
 *
 * @param values - The column; missing values are left out.
 * @returns The score of any value; NaN of a missing one, and of all where there is no value. Cost: a sort; O(log n) a score.
 */
export function fittedScores(values: Float64Array): (value: number) => number {
  const sorted = sortedValues(values)
  const n = sorted.length
  // Twice the mean rank is a whole number from 1 to 2n − 1.
  const scores = new Float64Array(2 * n + 1).fill(Number.NaN)
  return (value) => {
    if (n === 0 || Number.isNaN(value)) return Number.NaN
    const twice = Math.min(2 * n - 1, Math.max(1, countBelow(sorted, value) + countUpTo(sorted, value)))
    if (Number.isNaN(scores[twice])) scores[twice] = normalQuantile(twice / (2 * n))
    return scores[twice]
  }
}

/**
 * The normal scores of a column among its own values.
 *
 * @param values - The column.
 * @returns By record its score, NaN where it is missing.
 */
export function normalScores(values: Float64Array): Float64Array {
  return values.map(fittedScores(values))
}
