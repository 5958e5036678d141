import { mean, normalQuantile, sum } from '@sdc/stats'

/** Difference of two rates, in percentage points, with its interval. */
export interface RateDifference {
  readonly value: number
  readonly low: number
  readonly high: number
  readonly standardError: number
}

/**
 * Returns the mean of differences of probabilities from −1 to 1, one for each person, with its interval.
 *
 * The jackknife's standard error of a mean is s/√n. It would be 0 if nobody differs, even for few people. So the
 * standard error includes half a person more in each of the four outcomes (right by both, by one, by the other, by
 * none).
 *
 * @param differences - n numbers.
 * @param level - Confidence level of the interval.
 * @returns The difference in percentage points. Source: Agresti & Min 2005 for the half persons.
 */
export function pairedDifference(differences: Float64Array, level = 0.95): RateDifference {
  return interval(mean(differences), squaredError(differences, 0), level)
}

/**
 * Returns the difference of the mean probabilities of two groups of people, with its interval. The standard error of
 * each group includes one more right and one more wrong person.
 *
 * @param first - n probabilities from 0 to 1.
 * @param second - m probabilities of others.
 * @param level - Confidence level of the interval.
 * @returns The difference in percentage points. Source: Agresti & Caffo 2000 for the two more.
 */
export function groupDifference(first: Float64Array, second: Float64Array, level = 0.95): RateDifference {
  return interval(mean(first) - mean(second), squaredError(first, 1) + squaredError(second, 1), level)
}

/**
 * Returns the squared standard error of a mean with two more observations, whose sum is `added` and whose sum of
 * squares is 1.
 */
function squaredError(values: Float64Array, added: number): number {
  const n = values.length + 2
  const centre = (sum(values) + added) / n
  const squares = sum(values.map((value) => value * value)) + 1
  return Math.max(0, squares / n - centre * centre) / n
}

function interval(value: number, variance: number, level: number): RateDifference {
  const standardError = 100 * Math.sqrt(variance)
  const half = normalQuantile(0.5 + level / 2) * standardError
  return {
    value: 100 * value,
    low: Math.max(-100, 100 * value - half),
    high: Math.min(100, 100 * value + half),
    standardError,
  }
}
