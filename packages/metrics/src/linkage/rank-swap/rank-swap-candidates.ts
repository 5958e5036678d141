import { SdcError } from '@sdc/core'
import { countBelow, countUpTo } from '@sdc/stats'

/** Interval of released values for every value of a column: least ≤ y ≤ most, none if least > most. */
export interface ValueIntervals {
  readonly least: Float64Array
  readonly most: Float64Array
}

/**
 * Returns the interval in which rank swapping leaves each value of `x` if its window is w positions.
 *
 * [y_(lo − w), y_(hi + w)], clipped to 1…m, with lo…hi the places of x among the released values y_(1) ≤ … ≤ y_(m). For
 * a value that is not among them lo is the place above it and hi the one below, so it has w values on either side. Only
 * the released values decide, because an intruder has no others; if swapping kept the marginals they are the original
 * ones. It is an interval of values, not of ranks: it contains the swapped value for any ranks of ties. A missing x has
 * an empty interval. Cost: O(log m) a value. Source: Nin, Herranz & Torra 2008; Torra 2013, examples III to V (its sets
 * of "2p records" have up to 2p + 1).
 *
 * @param x - Values that an intruder knows.
 * @param sorted - The released column, ascending, without missing values.
 * @param window - w, in positions.
 * @returns An interval for each value.
 * @throws BAD_PARAMETER unless the window is a whole number of at least 0.
 */
export function rankIntervals(x: Float64Array, sorted: Float64Array, window: number): ValueIntervals {
  if (!(Number.isInteger(window) && window >= 0)) {
    const message = `a window of ${window} positions is not a whole number of at least 0`
    throw new SdcError('BAD_PARAMETER', message, { parameter: 'positions' })
  }
  const least = new Float64Array(x.length).fill(Infinity)
  const most = new Float64Array(x.length).fill(-Infinity)
  for (let r = 0; r < x.length; r++) {
    if (x[r] !== x[r]) continue
    const from = Math.max(0, countBelow(sorted, x[r]) - window)
    const to = Math.min(sorted.length, countUpTo(sorted, x[r]) + window)
    if (from >= to) continue
    least[r] = sorted[from]
    most[r] = sorted[to - 1]
  }
  return { least, most }
}

/**
 * Returns the smallest window whose intervals contain every y[r], the released value of x[r].
 *
 * y ≥ y_(lo − w) as soon as lo − w is not a rank above those of y, and likewise above. Cost: O(log m) a pair.
 *
 * @param x - Known values.
 * @param y - The released value of each.
 * @param sorted - As in {@link rankIntervals}.
 * @returns Whole positions, 0 or more.
 */
export function leastWindow(x: Float64Array, y: Float64Array, sorted: Float64Array): number {
  return neededWindows(x, y, sorted).reduce((most, one) => Math.max(most, one), 0)
}

/**
 * Returns the smallest window whose interval contains y[r], for each pair.
 *
 * @param x - Known values, none missing.
 * @param y - The released value of each.
 * @param sorted - As in {@link rankIntervals}.
 * @returns Whole positions, 0 or more. Cost: O(log m) a pair.
 */
export function neededWindows(x: Float64Array, y: Float64Array, sorted: Float64Array): Float64Array {
  return x.map((value, r) => {
    const down = countBelow(sorted, value) + 1 - countUpTo(sorted, y[r])
    const up = countBelow(sorted, y[r]) + 1 - countUpTo(sorted, value)
    return Math.max(0, down, up)
  })
}
