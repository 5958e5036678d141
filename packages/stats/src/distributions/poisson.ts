import { isProbability, requirePositive, type Distribution } from './distribution.js'

/** Largest mean: beyond it the table would have more than two million entries, and counts so large are amounts. */
const LARGEST_MEAN = 1e10

/**
 * Returns true for a possible value of a Poisson law.
 *
 * @param value - Any number.
 * @returns True for an exact whole number from 0 on.
 */
export function isCount(value: number): boolean {
  return value >= 0 && Number.isSafeInteger(value)
}

/**
 * Returns the Poisson law, P(X = k) = e^{−λ}λᵏ/k!.
 *
 * Uses a table of P(X ≤ k) over the k within 10 standard deviations (and 50) of the mean; the remainder is below 1e-20.
 * The table is summed from the most likely k to both sides, so that no e^{−λ} vanishes. Probabilities have errors below
 * 1e-10.
 *
 * @param mean - λ, from 1e-300 to 1e10.
 * @returns The law; its quantiles are whole numbers, the greatest of the table at 1.
 * @throws RangeError for another λ
 *
 * Cost: O(√λ) once, O(1) per probability, O(log λ) per quantile.
 */
export function poissonDistribution(mean: number): Distribution {
  requirePositive('the mean of a Poisson distribution', mean)
  if (mean > LARGEST_MEAN) throw new RangeError(`a Poisson distribution has a mean up to ${LARGEST_MEAN}, not ${mean}`)
  const reach = Math.ceil(10 * Math.sqrt(mean) + 50)
  const mode = Math.floor(mean)
  const first = Math.max(0, mode - reach)
  const upTo = cumulative(mean, mode, first, mode + reach)
  const cdf = (x: number): number => {
    if (Number.isNaN(x)) return Number.NaN
    const k = Math.floor(x) - first
    return k < 0 ? 0 : k >= upTo.length ? 1 : upTo[k]
  }
  return {
    name: 'poisson',
    parameters: { mean },
    mean,
    variance: mean,
    cdf,
    quantile: (p) => (isProbability(p) ? first + firstFrom(upTo, p) : Number.NaN),
  }
}

/** Returns P(X ≤ k) for k = first … last, 1 at the last. */
function cumulative(mean: number, mode: number, first: number, last: number): Float64Array {
  const weights = new Float64Array(last - first + 1)
  weights[mode - first] = 1
  for (let k = mode; k > first; k--) weights[k - 1 - first] = (weights[k - first] * k) / mean
  for (let k = mode + 1; k <= last; k++) weights[k - first] = (weights[k - 1 - first] * mean) / k
  let total = 0
  for (let at = 0; at < weights.length; at++) {
    total += weights[at]
    weights[at] = total
  }
  for (let at = 0; at < weights.length; at++) weights[at] /= total
  return weights
}

/** Returns the first index with a value of at least p. */
function firstFrom(upTo: Float64Array, p: number): number {
  let low = 0
  let high = upTo.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (upTo[middle] >= p) high = middle
    else low = middle + 1
  }
  return low
}
