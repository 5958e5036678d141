import { sortedValues, standardDeviation } from '@sdc/stats'
import { placesAmong } from '@sdc/stats/internal'

/** What the width of an interval is counted in. */
export type IntervalMode = 'rank' | 'rank-original' | 'sd' | 'relative'

export interface IntervalShares {
  /** Per pair the share of the widths whose interval holds the original value; NaN where a value is missing. */
  readonly inside: Float64Array
  /** Per width the sum over the pairs. */
  readonly perWidth: Float64Array
}

/** What the intervals of a column are of. */
export interface IntervalsOf {
  readonly mode: IntervalMode
  /** In percent. */
  readonly widths: readonly number[]
  /** By rank: how many values the ranks are of. */
  readonly count: number
  /** By standard deviation: that of the masked values. */
  readonly sd: number
}

/**
 * How often x[r] lies in the interval around y[r], for some widths in percent.
 *
 * Cost: O((n + m) log n) for m pairs, and O(m) a width.
 *
 * @param x - The original values of one column, pair by pair.
 * @param y - The masked values of the same pairs.
 * @param allX - The column in the whole original file.
 * @param allY - The column in the whole masked file: the ranks and the standard deviation are of these.
 * @param mode - What the widths are counted in.
 * @param widths - In percent.
 */
export function intervalShares(
  x: Float64Array,
  y: Float64Array,
  allX: Float64Array,
  allY: Float64Array,
  mode: IntervalMode,
  widths: readonly number[],
): IntervalShares {
  const sorted = isRanked(mode) ? sortedValues(mode === 'rank' ? allY : allX) : new Float64Array(0)
  const places = (values: Float64Array): Float64Array => {
    const { below, upTo } = placesAmong(sorted, values)
    return Float64Array.from({ length: 2 * values.length }, (_, k) => (k % 2 === 0 ? below : upTo)[k >> 1])
  }
  const sd = mode === 'sd' ? orderlessSd(allY) : Number.NaN
  const ranks = isRanked(mode) ? [places(x), places(y)] : []
  return sharesOfBlock(x, y, ranks, { mode, widths, count: sorted.length, sd })
}

/**
 * Whether intervals go by ranks.
 *
 * @param mode - What the widths are counted in.
 */
export const isRanked = (mode: IntervalMode): boolean => mode === 'rank' || mode === 'rank-original'

/**
 * The same of a block of pairs, whose places are known.
 *
 * @param x - The original values, pair by pair.
 * @param y - The masked values.
 * @param ranks - By rank: of x and of y how many of the sorted values are below each, and how many are not above it, two numbers a pair.
 * @param of - What the intervals are of.
 * @returns Shares and sums. Cost: O(n) a width.
 */
export function sharesOfBlock(
  x: Float64Array,
  y: Float64Array,
  ranks: readonly Float64Array[],
  { mode, widths, count, sd }: IntervalsOf,
): IntervalShares {
  const inside = new Float64Array(x.length)
  const perWidth = new Float64Array(widths.length)
  const reach = Float64Array.from(widths, (width) => Math.floor((width * count) / 100))
  const ranked = isRanked(mode)
  const [ofX, ofY] = ranked ? ranks : [inside, inside]
  for (let r = 0; r < x.length; r++) {
    const xr = x[r]
    const yr = y[r]
    if (xr !== xr || yr !== yr) {
      inside[r] = Number.NaN
      continue
    }
    // Numbers of values below and up to x and y: the ranks of a value are below + 1 … upTo. Of none where it goes by width.
    const belowX = ofX[2 * r]
    const upToX = ofX[2 * r + 1]
    const belowY = ofY[2 * r]
    const upToY = ofY[2 * r + 1]
    const unit = mode === 'sd' ? sd : Math.abs(yr)
    let total = 0
    for (let w = 0; w < widths.length; w++) {
      const hit = ranked
        ? mode === 'rank'
          ? shareOfRanks(belowX, upToX, belowY, upToY, reach[w], count)
          : upToX > belowY - reach[w] && belowX < upToY + reach[w]
            ? 1
            : 0
        : Math.abs(xr - yr) <= (widths[w] / 100) * unit
          ? 1
          : 0
      perWidth[w] += hit
      total += hit
    }
    inside[r] = total / widths.length
  }
  return { inside, perWidth }
}

/**
 * The share of the ranks r of y for which y_(max(1, r−h)) ≤ x ≤ y_(min(n, r+h)).
 *
 * The first holds for r ≤ upToX + h unless x is below all values, the second for r > belowX − h unless x is above all.
 *
 * @param belowX - How many of the sorted values are below x.
 * @param upToX - How many are not above it.
 * @param belowY - How many are below y.
 * @param upToY - How many are not above it: y has the ranks belowY + 1 … upToY.
 * @param h - How many ranks the window reaches to either side.
 * @param n - How many values there are.
 */
export function shareOfRanks(
  belowX: number,
  upToX: number,
  belowY: number,
  upToY: number,
  h: number,
  n: number,
): number {
  if (upToX === 0 || belowX === n) return 0
  const low = Math.max(belowX - h, belowY)
  const high = Math.min(upToX + h, upToY)
  return Math.max(0, high - low) / (upToY - belowY)
}

/**
 * The standard deviation of the values in ascending order, so that it is the same number, to the last bit, in whatever order
 * the records stand: a value that lies on the end of an interval then always does.
 *
 * @param values - In any order.
 */
export function orderlessSd(values: Float64Array): number {
  return standardDeviation(sortedValues(values))
}
