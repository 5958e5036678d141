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
  if (!(p >= 0 && p <= 1)) throw new RangeError(`a quantile is of a probability in [0, 1], not ${p}`)
  if (sorted.length === 0) return Number.NaN
  const position = (sorted.length - 1) * p
  const below = Math.floor(position)
  const low = sorted[below]
  const high = sorted[Math.min(below + 1, sorted.length - 1)]
  // Where both are the same infinity the difference would be NaN.
  return low === high || position === below ? low : low + (position - below) * (high - low)
}
