/**
 * Moments of a column that is available one block of records at a time. Three passes give, bit for bit, the results of
 * `mean` and `standardDeviation` for the whole column, whose sums are those of blocks too.
 */
import { lostBy, withLost } from './compensated.js'
import { inRuns } from './in-runs.js'
import { squarablePowerOf, timesPower } from './times-power.js'

/** Aggregates of the first pass over a column, for one block or for all blocks so far. */
export interface ColumnTotals {
  /** Number of values that are not missing. */
  readonly count: number
  readonly missing: number
  /** First value, NaN if there is none. */
  readonly first: number
  /** True if a value differs from the first. */
  readonly varies: boolean
  /** Largest finite absolute value. */
  readonly largest: number
  /** Sum, and its rounding error. */
  readonly sum: number
  readonly lost: number
}

/**
 * Makes the first pass over one block. Cost: O(n).
 *
 * @param values - Values of the block, NaN if missing.
 * @param power - The values are multiplied by 2^power.
 * @returns Counts, first value, largest absolute value, and sum of the multiplied values.
 */
export function totalsOfBlock(values: Float64Array, power = 0): ColumnTotals {
  const scaled = timesPower(values, power)
  const [count, first, varies, largest, sum, lost] = inRuns(
    scaled,
    Float64Array.of(0, Number.NaN, 0, 0, 0, 0),
    addTotals,
  )
  // A block leaves one number, as in a file of one block.
  return {
    count,
    missing: scaled.length - count,
    first,
    varies: varies === 1,
    largest,
    sum: withLost(sum, lost),
    lost: 0,
  }
}

/**
 * Updates the count, the first value, 1 if another differs from it, the largest finite absolute value, the sum, and its
 * rounding error.
 */
function addTotals(values: Float64Array, from: number, end: number, state: Float64Array): void {
  let count = state[0]
  let first = state[1]
  let varies = state[2]
  let largest = state[3]
  let sum = state[4]
  let lost = state[5]
  for (let i = from; i < end; i++) {
    const value = values[i]
    if (value !== value) continue
    if (count++ === 0) first = value
    else if (value !== first) varies = 1
    const size = Math.abs(value)
    if (size > largest && size < Infinity) largest = size
    const next = sum + value
    lost += lostBy(sum, value, next)
    sum = next
  }
  state.set([count, first, varies, largest, sum, lost])
}

/**
 * Merges the totals of the blocks so far with those of the next one.
 *
 * @param total - Totals of the blocks so far.
 * @param own - Totals of the next block, computed with the same power.
 * @returns Totals of all of them; the sum with its rounding error.
 */
export function mergedTotals(total: ColumnTotals, own: ColumnTotals): ColumnTotals {
  const next = total.sum + own.sum
  const [some, other] = total.count > 0 ? [total, own] : [own, total]
  return {
    count: total.count + own.count,
    missing: total.missing + own.missing,
    first: some.first,
    varies: some.varies || other.varies || (other.count > 0 && other.first !== some.first),
    largest: Math.max(total.largest, own.largest),
    sum: next,
    lost: total.lost + lostBy(total.sum, own.sum, next),
  }
}

/**
 * Computes the mean of all blocks.
 *
 * @param total - Aggregates of the first pass.
 * @returns Σx/n; the exact constant for a constant column, NaN if there is no value.
 */
export function meanOfTotals({ count, first, varies, sum, lost }: ColumnTotals): number {
  if (count > 0 && !varies) return first
  return withLost(sum, lost) / count
}

/**
 * Returns the power of two by which the values are to be multiplied before they are squared: see `squarablePower`.
 *
 * @param total - Aggregates of the first pass, with power 0.
 * @returns The exponent; 0 for nearly every column.
 */
export function powerOfTotals({ largest }: ColumnTotals): number {
  return squarablePowerOf(largest)
}

/**
 * Makes the second pass over one block. Cost: O(n).
 *
 * @param values - Values of the block, NaN if missing.
 * @param centre - c, the approximate mean of the multiplied values.
 * @param power - The values are multiplied by 2^power.
 * @returns Σ(x − c)² and Σ(x − c).
 */
export function squaresOfBlock(values: Float64Array, centre: number, power = 0): readonly [number, number] {
  const [squares, rest] = inRuns(timesPower(values, power), Float64Array.of(0, 0, centre), addSquares)
  return [squares, rest]
}

/** Updates the sum of squares and that of the differences themselves; centre and power follow them in `state`. */
function addSquares(values: Float64Array, from: number, end: number, state: Float64Array): void {
  let squares = state[0]
  let rest = state[1]
  const centre = state[2]
  for (let i = from; i < end; i++) {
    const d = values[i] - centre
    if (d !== d) continue
    squares += d * d
    rest += d
  }
  state.set([squares, rest])
}

/**
 * Computes the variance of n values from the sums about an approximate mean.
 *
 * @param squares - Σ(x − c)², a sum per block, added from the left.
 * @param rest - Σ(x − c), likewise.
 * @param count - n.
 * @param ddof - Subtracted from n.
 * @returns (Σ(x − c)² − (Σ(x − c))²/n)/(n − ddof), NaN if n ≤ ddof.
 */
export function varianceOfSums(squares: number, rest: number, count: number, ddof = 1): number {
  return count <= ddof ? Number.NaN : Math.max(0, squares - (rest * rest) / count) / (count - ddof)
}
