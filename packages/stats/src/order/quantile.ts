import { sortedValues } from './sorted-values.js'

/**
 * Quantile of type 7: with the m values sorted and h = (m − 1)p, x₍⌊h⌋₎ + (h − ⌊h⌋)(x₍⌊h⌋₊₁₎ − x₍⌊h⌋₎), counted from 0.
 *
 * NaN is left out; without any value the result is NaN. Cost: O(n log n). Source: Hyndman & Fan 1996, definition 7.
 *
 * @throws RangeError when p is not in [0, 1]
 */
export function quantile(values: Float64Array, p: number): number {
  return quantileOfSorted(sortedValues(values), p)
}

/** Several quantiles of type 7 from one sorting. */
export function quantiles(values: Float64Array, ps: ArrayLike<number>): Float64Array {
  const sorted = sortedValues(values)
  return Float64Array.from(ps, (p) => quantileOfSorted(sorted, p))
}

export function median(values: Float64Array): number {
  return quantile(values, 0.5)
}

/** Quantile of type 7 of values that are sorted already and hold no NaN. */
export function quantileOfSorted(sorted: Float64Array, p: number): number {
  return quantileOfPlaces(sorted.length, (place) => sorted[place], p)
}

/**
 * Returns the same quantile if only the values at some places are known.
 *
 * @param count - Number of values.
 * @param at - Place from 0 to value: asked for those of `quantilePlaces`.
 * @param p - A probability.
 * @returns The quantile; NaN without any value.
 * @throws RangeError when p is not in [0, 1]
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
 * The places in the order of the values that a quantile of type 7 rests on.
 *
 * @param count - Number of values, one or more.
 * @param p - A probability.
 * @returns Two neighbours, from 0; or one place twice.
 */
export function quantilePlaces(count: number, p: number): readonly [number, number] {
  const below = Math.floor((count - 1) * p)
  return [below, Math.min(below + 1, count - 1)]
}
