import { sortedValues, standardDeviation } from '@sdc/stats'
import { placesAmong } from '@sdc/stats/internal'

/** Unit of the width of an interval. */
export type IntervalMode = 'rank' | 'rank-original' | 'sd' | 'relative'

export interface IntervalShares {
  /** Share of the widths whose interval contains the original value, for each pair; NaN if a value is missing. */
  readonly inside: Float64Array
  /** Sum over the pairs for each width. */
  readonly perWidth: Float64Array
}

/** Properties of the intervals of a column. */
export interface IntervalsOf {
  readonly mode: IntervalMode
  /** Widths in percent. */
  readonly widths: readonly number[]
  /** Number of values that define the ranks, for intervals by rank. */
  readonly count: number
  /** Standard deviation of the masked values, for intervals by standard deviation. */
  readonly sd: number
}

/**
 * Computes the share of widths, in percent, for which x[r] lies in the interval around y[r].
 *
 * Cost: O((n + m) log n) for m pairs, and O(m) a width.
 *
 * @param x - The original values of one column, pair by pair.
 * @param y - The masked values of the same pairs.
 * @param allX - The column in the whole original file.
 * @param allY - The column in the whole masked file, which defines ranks and standard deviation.
 * @param mode - Unit of the widths.
 * @param widths - In percent.
 * @returns Shares and sums.
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
 * Returns true for intervals by ranks.
 *
 * @param mode - Unit of the widths.
 */
export const isRanked = (mode: IntervalMode): boolean => mode === 'rank' || mode === 'rank-original'

/**
 * Computes the shares of a block of pairs with known places.
 *
 * @param x - The original values, pair by pair.
 * @param y - The masked values.
 * @param ranks - For intervals by rank: number of sorted values below x and y, and number not above them, two numbers
 *   a pair.
 * @param of - Properties of the intervals.
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
    // Numbers of values below and up to x and y: the ranks of a value are below + 1 … upTo. Unused for intervals by
    // width.
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
 * Returns the share of the ranks r of y for which y_(max(1, r−h)) ≤ x ≤ y_(min(n, r+h)).
 *
 * The first holds for r ≤ upToX + h unless x is below all values, the second for r > belowX − h unless x is above all.
 *
 * @param belowX - Number of sorted values below x.
 * @param upToX - Number not above it.
 * @param belowY - Number below y.
 * @param upToY - Number not above it: y has the ranks belowY + 1 … upToY.
 * @param h - Number of ranks in the window on either side.
 * @param n - Number of values.
 * @returns From 0 to 1.
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
 * Computes the standard deviation of the values in ascending order, so it is the same number, to the last bit, for
 * every order of the records. A value at the end of an interval then always belongs to it.
 *
 * @param values - In any order.
 * @returns The standard deviation.
 */
export function orderlessSd(values: Float64Array): number {
  return standardDeviation(sortedValues(values))
}
