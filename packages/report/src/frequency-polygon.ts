import { isDrawable, niceStep } from './axes.js'

/** The least and the greatest value that an axis shows, and how wide its bins are. */
export interface Bins {
  readonly width: number
  /** The first bin is [first · width, (first + 1) · width). */
  readonly first: number
  readonly count: number
}

/** The share of each tail that an axis may leave out. */
export const tailShare = 0.01
/** Bins an axis has at least and at most, before their width is made a round number. */
const fewestBins = 10
const mostBins = 50
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
 * columns' 1 % points to the greatest of their 99 % points, and to the outermost value beyond where that is no farther
 * than as much again: a heavy tail does not press everything else into a few bins. null where there is no value. O(1) after sorting.
 */
export function commonBins(columns: readonly Float64Array[]): Bins | null {
  const sorted = columns.filter((values) => values.length > 0)
  if (sorted.length === 0) return null
  const at = (share: number): number[] => sorted.map((values) => values[Math.round(share * (values.length - 1))])
  const inner = [Math.min(...at(tailShare)), Math.max(...at(1 - tailShare))] as const
  const outer = [Math.min(...at(0)), Math.max(...at(1))] as const
  const reach = inner[1] - inner[0]
  const low = inner[0] - outer[0] <= reach ? outer[0] : inner[0]
  const high = outer[1] - inner[1] <= reach ? outer[1] : inner[1]
  // One value alone gets bins of its own size.
  const span = high - low || Math.max(Math.abs(low), 1)
  const fewest = Math.min(...sorted.map(({ length }) => length))
  const asked = Math.min(Math.max(2 * Math.cbrt(fewest), fewestBins), mostBins)
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
