import { sortedValues } from './sorted-values.js'

/**
 * Computes the quantile of type 7: with the m values sorted and h = (m − 1)p, x₍⌊h⌋₎ + (h − ⌊h⌋)(x₍⌊h⌋₊₁₎ − x₍⌊h⌋₎),
 * counted from 0.
 *
 * @param values - n values; NaN is left out.
 * @param p - Probability from 0 to 1.
 * @returns The quantile; NaN without any value.
 * @throws RangeError if p is not in [0, 1]
 *
 * Cost: O(n log n).
 * Source: Hyndman & Fan 1996, definition 7.
 */
export function quantile(values: Float64Array, p: number): number {
  return quantileOfSorted(sortedValues(values), p)
}

/**
 * Computes several quantiles of type 7 with a single sort.
 *
 * @param values - n values; NaN is left out.
 * @param ps - Probabilities from 0 to 1.
 * @returns A quantile for each probability.
 */
export function quantiles(values: Float64Array, ps: ArrayLike<number>): Float64Array {
  const sorted = sortedValues(values)
  return Float64Array.from(ps, (p) => quantileOfSorted(sorted, p))
}

/** Computes the median of the values that are not missing; NaN without any. */
export function median(values: Float64Array): number {
  return quantile(values, 0.5)
}

/**
 * Computes the quantile of type 7 of sorted values.
 *
 * @param sorted - Ascending values, none NaN.
 * @param p - Probability from 0 to 1.
 * @returns The quantile; NaN without any value.
 */
export function quantileOfSorted(sorted: Float64Array, p: number): number {
  return quantileOfPlaces(sorted.length, (place) => sorted[place], p)
}

/**
 * Returns the same quantile if only the values at some places are known.
 *
 * @param count - Number of values.
 * @param at - Value at a place from 0; called for those of `quantilePlaces`.
 * @param p - Probability from 0 to 1.
 * @returns The quantile; NaN without any value.
 * @throws RangeError if p is not in [0, 1]
 */
export function quantileOfPlaces(count: number, at: (place: number) => number, p: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`a quantile is of a probability in [0, 1], not ${p}`)
  if (count === 0) return Number.NaN
  const position = (count - 1) * p
  const [below, above] = quantilePlaces(count, p)
  const low = at(below)
  const high = at(above)
  // If both are the same infinity, the difference would be NaN.
  return low === high || position === below ? low : low + (position - below) * (high - low)
}

/**
 * Returns the places in sorted order from which a quantile of type 7 is computed.
 *
 * @param count - Number of values, one or more.
 * @param p - Probability from 0 to 1.
 * @returns Two neighbours, from 0; or one place twice.
 */
export function quantilePlaces(count: number, p: number): readonly [number, number] {
  const below = Math.floor((count - 1) * p)
  return [below, Math.min(below + 1, count - 1)]
}
