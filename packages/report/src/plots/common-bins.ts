import { cbrt } from '@sdc/stats'
import { isDrawable, niceStep } from '../chart/axes.js'

/** The least and the greatest value that an axis shows, and how wide its bins are. */
export interface Bins {
  readonly width: number
  /** The first bin is [first · width, (first + 1) · width). */
  readonly first: number
  readonly count: number
}

/** The points of every column between which an axis is sure to reach. */
const innerShare = [0.1, 0.9] as const
/** Bins an axis has at least and at most, before their width is made a round number. */
const fewestBins = 10
const mostBins = 80
/** Decimal fractions lie a rounding beside the edge they stand on; they belong above it. */
const edge = 1e-9

/** Ascending, without missing values and those too large to draw. */
export function drawableValues(values: Float64Array): Float64Array {
  return values.filter((value) => isDrawable(value)).sort()
}

/**
 * Bins of one width for several ascending columns, their edges the multiples of 1, 2 or 5 times a power of ten.
 *
 * About 2 n^(1/3) of them (Rice's rule) for the n values of the smallest column. The axis reaches from the least of the
 * columns' 10 % points to the greatest of their 90 % points and to either side by at most as much again, which all but
 * holds a normal column and does not let a heavy tail press everything else into a few bins. null where there is no
 * value. O(n), for columns that are sorted.
 */
export function commonBins(columns: readonly Float64Array[]): Bins | null {
  const sorted = columns.filter((values) => values.length > 0)
  if (sorted.length === 0) return null
  const at = (share: number): number[] => sorted.map((values) => values[Math.round(share * (values.length - 1))])
  const inner = [Math.min(...at(innerShare[0])), Math.max(...at(innerShare[1]))] as const
  // Where most values are equal, the rest is not a tail.
  const reach = inner[1] > inner[0] ? inner[1] - inner[0] : Infinity
  const low = Math.max(Math.min(...at(0)), inner[0] - reach)
  const high = Math.min(Math.max(...at(1)), inner[1] + reach)
  // One value alone gets bins of its own size.
  const span = high - low || Math.max(Math.abs(low), 1)
  const fewest = Math.min(...sorted.map(({ length }) => length))
  const asked = Math.min(Math.max(2 * cbrt(fewest), fewestBins), mostBins)
  // Whole numbers in narrower bins would leave every other bin empty.
  const whole = sorted.some((values) => values.every((value) => Number.isInteger(value)))
  // `niceStep` takes the next round number below a quarter of what it is given: half as much again makes it the nearest.
  const width = Math.max(niceStep((1.5 * 4 * span) / asked), whole ? 1 : 0)
  const first = Math.floor(low / width + edge)
  return { width, first, count: Math.floor(high / width + edge) - first + 1 }
}

/** Of ascending values: the percentage in every bin, and how much lies below and above all bins. */
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
