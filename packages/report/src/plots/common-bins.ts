import { cbrt } from '@sdc/stats'
import { isDrawable, niceStep } from '../chart/axes.js'

/** Bins of an axis, which they cover: their width, the first one and their number. */
export interface Bins {
  readonly width: number
  /** The first bin is [first · width, (first + 1) · width). */
  readonly first: number
  readonly count: number
}

/** Quantiles of every column that the axis always includes. */
const innerShare = [0.1, 0.9] as const
/** Least and greatest number of bins, before their width is rounded. */
const fewestBins = 10
const mostBins = 80
/** Decimal fractions may differ from the edge that they equal by a rounding error; they are counted above it. */
const edge = 1e-9

/** Returns the values that can be drawn, in ascending order. */
export function drawableValues(values: Float64Array): Float64Array {
  return values.filter((value) => isDrawable(value)).sort()
}

/**
 * Returns bins of one width for several ascending columns; their edges are multiples of 1, 2 or 5 times a power of ten.
 *
 * The number of bins is about 2 n^(1/3) (Rice's rule) for the n values of the smallest column. The axis covers the 10 %
 * to 90 % quantiles of all columns. It extends on each side by at most the same length, which nearly covers a normal
 * column and keeps a heavy tail from squeezing the rest into a few bins. null if there is no value. O(n), for sorted
 * columns.
 */
export function commonBins(columns: readonly Float64Array[]): Bins | null {
  const sorted = columns.filter((values) => values.length > 0)
  if (sorted.length === 0) return null
  const at = (share: number): number[] => sorted.map((values) => values[Math.round(share * (values.length - 1))])
  const inner = [Math.min(...at(innerShare[0])), Math.max(...at(innerShare[1]))] as const
  // If most values are equal, the others are not treated as a tail.
  const reach = inner[1] > inner[0] ? inner[1] - inner[0] : Infinity
  const low = Math.max(Math.min(...at(0)), inner[0] - reach)
  const high = Math.min(Math.max(...at(1)), inner[1] + reach)
  // A single value gets bins of its own magnitude.
  const span = high - low || Math.max(Math.abs(low), 1)
  const fewest = Math.min(...sorted.map(({ length }) => length))
  const asked = Math.min(Math.max(2 * cbrt(fewest), fewestBins), mostBins)
  // Integers in narrower bins would leave every other bin empty.
  const whole = sorted.some((values) => values.every((value) => Number.isInteger(value)))
  // `niceStep` takes the next round number below a quarter of its argument; the factor 1.5 makes it the nearest one.
  const width = Math.max(niceStep((1.5 * 4 * span) / asked), whole ? 1 : 0)
  const first = Math.floor(low / width + edge)
  return { width, first, count: Math.floor(high / width + edge) - first + 1 }
}

/** Returns the percentage of ascending values in every bin, and those below and above all bins. */
export function percentages(
  values: Float64Array,
  { width, first, count }: Bins,
): { readonly inside: Float64Array; readonly below: number; readonly above: number } {
  const inside = new Float64Array(count)
  let below = 0
  let above = 0
  for (const value of values) {
    const bin = Math.floor(value / width + edge) - first
    if (bin < 0) below++
    else if (bin >= count) above++
    else inside[bin]++
  }
  const percent = (one: number): number => (100 * one) / values.length
  return { inside: inside.map(percent), below: percent(below), above: percent(above) }
}
