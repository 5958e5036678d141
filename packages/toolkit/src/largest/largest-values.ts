/**
 * Largest values: how well an intruder can estimate the largest values from a released file, if they know who owns
 * them.
 *
 * x_1 ≥ x_2 ≥ … are the originals of the released records, y_1 ≥ y_2 ≥ … the released values. The intruder estimates
 * x_j by y_j. If k ≥ 2 records share y_1 as their mean (group means, coded tails), the owner of x_2 can also use the p
 * % rule. The other values of the group are at least 0, so x_1 ≤ k·y_1 − x_2.
 */
import type { Totals } from '@sdc/core'

/** Number of greatest values that are kept: the five that are estimated, and the next. */
const KEPT = 6
/** Number of largest originals that are estimated. */
const GUESSED = KEPT - 1

/** Relative difference below which the mean of a group is its released value: it may have been rounded. */
const SAME_MEAN = 0.01

/**
 * Numbers kept of the records that share the greatest released value: that value, their number, sum, greatest, second
 * and least original.
 */
const GROUP = 6

/** Totals of one end of a column: greatest originals, greatest released values, and the group that shares the greatest. */
const WIDTH = 2 * KEPT + GROUP

/** Numbers that `largestTotals` makes of a column. */
export const LARGEST_TOTALS = 2 * WIDTH

/** Accuracy of an intruder's estimate of the largest value of a column. */
export interface LargestValue {
  /** `losses` for the lowest value of a column, below 0. */
  readonly end: 'largest' | 'losses'
  /** |y_j − x_j|/|x_j| for the five largest; fewer if there are fewer values. */
  readonly errors: readonly number[]
  /** Number of the five that are disclosed to less than p % and exceed the sixth largest value by p %. */
  readonly near: number
  /** (k·y_1 − x_1 − x_2)/x_1; NaN if no group shares its mean. */
  readonly remainder: number
  /** The least error: of the estimate y_1, or by the p % rule. */
  readonly error: number
  /** True if x_1 exceeds the sixth largest value by at least p %: otherwise many people have that value, to p %. */
  readonly standsOut: boolean
  /** True if it stands out, and its error, or those of most of the five, is below p %. */
  readonly isDisclosed: boolean
}

/**
 * Returns totals of some records of a numeric column.
 *
 * @param x - n original values; values that are not finite are left out.
 * @param y - m released values; if m = n, those of the same records, which make groups.
 * @returns LARGEST_TOTALS numbers, for the greatest values, then the same for −x and −y. Cost: O(n + m).
 */
export function largestTotals(x: Float64Array, y: Float64Array): Float64Array {
  const totals = new Float64Array(LARGEST_TOTALS).fill(Number.NaN)
  for (const [e, sign] of [1, -1].entries()) {
    const own = endOf(totals, e)
    for (const value of x) if (Number.isFinite(value)) insert(own.x, sign * value)
    for (const value of y) if (Number.isFinite(value)) insert(own.y, sign * value)
    if (x.length !== y.length) continue
    for (let i = 0; i < x.length; i++) {
      const [before, after] = [sign * x[i], sign * y[i]]
      if (!Number.isFinite(before) || !Number.isFinite(after) || after < own.group[0]) continue
      if (after === own.group[0]) addToOwn(own.group, before)
      else addToGroup(own.group, [after, 1, before, before, Number.NaN, before])
    }
  }
  return totals
}

/**
 * Merges the totals of two sets of records.
 *
 * @param total - Totals of the records so far.
 * @param own - Totals of the next ones.
 * @returns Totals of both.
 */
export function mergedLargest(total: Totals, own: Totals): Float64Array {
  const merged = Float64Array.from(total)
  for (const e of [0, 1]) {
    const [a, b] = [endOf(merged, e), endOf(own, e)]
    for (const value of b.x) insert(a.x, value)
    for (const value of b.y) insert(a.y, value)
    addToGroup(a.group, b.group)
  }
  return merged
}

/**
 * Returns the largest values of a column, and the largest losses if values are negative.
 *
 * @param totals - Totals of the column by `largestTotals`.
 * @param percent - p: from this error on, in percent of the value, it is not disclosed.
 * @returns One or two ends; none if all values are 0.
 */
export function largestValues(totals: Totals, percent: number): LargestValue[] {
  return (['largest', 'losses'] as const).flatMap((end, e): LargestValue[] => {
    const { x, y, group } = endOf(totals, e)
    const [most] = x
    if (!(most > 0)) return []
    const count = x.findIndex((value) => value !== value)
    const next = x[count < 0 ? KEPT - 1 : count - 1]
    const stands = (value: number): boolean => count === 1 || value - next >= (percent / 100) * value
    // Values beyond 0 belong to the other end.
    const five = x.subarray(0, GUESSED).filter((value) => value > 0)
    const errors = Array.from(five, (value, j) => Math.abs((y[j] - value) / value)).filter((one) => one === one)
    const [shared, k, sum, greatest, second, least] = group
    const isMean = k >= 2 && greatest === most && least >= 0 && Math.abs(k * shared - sum) <= SAME_MEAN * sum
    const remainder = isMean ? Math.abs(k * shared - greatest - second) / most : Number.NaN
    const guess = y[0] === y[0] ? Math.abs(y[0] - most) / most : Infinity
    const error = isMean ? Math.min(guess, remainder) : guess
    const isNear = (value: number, j: number): boolean =>
      stands(value) && 100 * Math.abs((y[j] - value) / value) < percent
    const near = five.filter(isNear).length
    const standsOut = stands(most)
    const isDisclosed = standsOut && (100 * error < percent || near > errors.length / 2)
    return [{ end, errors, near, remainder, error, standsOut, isDisclosed }]
  })
}

/** The totals of an end of a column. */
function endOf(totals: Totals, e: number): Readonly<Record<'x' | 'y' | 'group', Float64Array>> {
  const own = totals.subarray(e * WIDTH, (e + 1) * WIDTH)
  return { x: own.subarray(0, KEPT), y: own.subarray(KEPT, 2 * KEPT), group: own.subarray(2 * KEPT) }
}

/** Inserts a value into the greatest, which descend and end with NaN. */
function insert(greatest: Float64Array, value: number): void {
  let last = greatest.length - 1
  if (value !== value || value <= greatest[last]) return
  while (last > 0 && !(greatest[last - 1] >= value)) {
    greatest[last] = greatest[last - 1]
    last--
  }
  greatest[last] = value
}

/** Adds a record that has the released value of a group. */
function addToOwn(group: Float64Array, value: number): void {
  group[1]++
  group[2] += value
  if (value > group[3]) {
    group[4] = group[3]
    group[3] = value
  } else if (!(value <= group[4])) group[4] = value
  group[5] = Math.min(group[5], value)
}

/** Adds a group to the one with the greatest released value, or replaces it if its value is greater. */
function addToGroup(group: Float64Array, other: ArrayLike<number>): void {
  const [value] = group
  if (other[0] !== other[0] || value > other[0]) return
  if (value !== other[0]) return group.set(other)
  const [, count, sum, greatest, second, least] = group
  const firsts = [greatest, second, other[3], other[4]].filter((one) => one === one).sort((a, b) => b - a)
  group.set([value, count + other[1], sum + other[2], firsts[0], firsts[1], Math.min(least, other[5])])
}
