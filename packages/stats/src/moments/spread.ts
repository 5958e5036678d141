import { blocksOf } from '@sdc/core'
import { log2 } from '../mathematics/index.js'
import { mergedTotals, totalsOfBlock, type ColumnTotals } from './column-totals.js'
import { withLost } from './compensated.js'
import { timesPower } from './times-power.js'

/** Location and spread of a column, not distorted by one huge value or a large mean. */
export interface Spread {
  /** Number of values. */
  readonly count: number
  /** The value nearest to zero if all have one sign, else 0; subtracted before all computations. */
  readonly base: number
  /** Mean of v − base. */
  readonly mean: number
  /** Standard deviation (ddof 1): 0 for a constant, NaN for fewer than two values. */
  readonly sd: number
  /** Share of Σ(v − mean)² that belongs to the one value furthest from the mean; NaN if sd is not above 0. */
  readonly largestShare: number
  /**
   * True if all values are whole numbers, which doubles represent exactly; others are the nearest double of a decimal.
   */
  readonly whole: boolean
}

/** Aggregates of the first pass over a column, for one block or for all blocks so far. */
export interface ColumnRange {
  /** Number of values that are not missing. */
  readonly count: number
  /** Least and greatest value; ∞ and −∞ if there is none. */
  readonly least: number
  readonly most: number
  /** True if all values are whole numbers. */
  readonly whole: boolean
}

/**
 * Computes base, mean and standard deviation of the values that are not missing.
 *
 * v − base is never larger than v, so subtracting the base loses no digit of v. Differences are scaled by a power of
 * two before they are squared: values of 1e-200 and of 1e200 have a standard deviation. Sums are compensated: equal
 * values in another order have the same result to a few roundings. Cost: O(n).
 *
 * It makes three passes, block by block. If only one block at a time is in memory, `rangeOfBlock`, `spreadSums`,
 * `spreadSquares` and `spreadOfTotals` give the same, bit for bit.
 *
 * @param values - n values, NaN if missing.
 * @returns The spread; NaN for mean and sd of too few values.
 */
export function spread(values: Float64Array): Spread {
  const blocks =
    values.length === 0 ? [values] : blocksOf(values.length).map(({ first, end }) => values.subarray(first, end))
  const range = blocks.map(rangeOfBlock).reduce(mergedRanges)
  if (!isSpread(range)) return spreadOfTotals(range)
  const sums = blocks.map((block) => spreadSums(block, range)).reduce(mergedTotals)
  const squares = blocks.map((block) => spreadSquares(block, range, sums))
  return spreadOfTotals(range, sums, squares.reduce(mergedSquares))
}

/**
 * Makes the first pass over one block. Cost: O(n).
 *
 * @param values - Values of the block, NaN if missing.
 * @returns Count and range.
 */
export function rangeOfBlock(values: Float64Array): ColumnRange {
  let count = 0
  let least = Infinity
  let most = -Infinity
  let whole = true
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (value !== value) continue
    count++
    if (value < least) least = value
    if (value > most) most = value
    if (whole && !Number.isInteger(value)) whole = false
  }
  return { count, least, most, whole }
}

/**
 * Merges the first-pass aggregates of two blocks.
 *
 * @param a - Aggregates of one block.
 * @param b - Aggregates of the other block.
 * @returns Aggregates of both.
 */
export function mergedRanges(a: ColumnRange, b: ColumnRange): ColumnRange {
  return {
    count: a.count + b.count,
    least: Math.min(a.least, b.least),
    most: Math.max(a.most, b.most),
    whole: a.whole && b.whole,
  }
}

/** Returns true if there is more to compute: two values or more, not all the same, none infinite. */
function isSpread(range: ColumnRange): boolean {
  const most = largestGap(range)
  return range.count >= 2 && most > 0 && most < Infinity
}

/** Returns the value of least magnitude if all values have one sign, else 0. */
function baseOf({ least, most }: ColumnRange): number {
  if (least > 0 && least < Infinity) return least
  return most < 0 && most > -Infinity ? most : 0
}

/** Returns max |v − base|. */
function largestGap(range: ColumnRange): number {
  const base = baseOf(range)
  return range.count === 0 ? 0 : Math.max(Math.abs(range.least - base), Math.abs(range.most - base))
}

/** Returns (v − base)·2^−exponent in a new array. */
function scaledGaps(values: Float64Array, range: ColumnRange): Float64Array {
  const base = baseOf(range)
  // A loop: `map` allocates an object for each value.
  const gaps = new Float64Array(values.length)
  for (let i = 0; i < values.length; i++) gaps[i] = values[i] - base
  return timesPower(gaps, -exponentOf(range), gaps)
}

const exponentOf = (range: ColumnRange): number => (isSpread(range) ? Math.floor(log2(largestGap(range))) : 0)

const sumOfTotals = ({ sum, lost }: ColumnTotals): number => withLost(sum, lost)

/**
 * Makes the second pass over one block, to be merged by `mergedTotals`. Cost: O(n).
 *
 * @param values - Values of the block, NaN if missing.
 * @param range - First pass over all blocks.
 * @returns The totals of the scaled v − base.
 */
export function spreadSums(values: Float64Array, range: ColumnRange): ColumnTotals {
  return totalsOfBlock(scaledGaps(values, range))
}

/** Sums of gaps from the mean and of their squares, and the greatest square. */
export interface SpreadSquares {
  readonly rest: ColumnTotals
  readonly squares: ColumnTotals
}

/**
 * Makes the third pass over one block, to be merged by `mergedSquares`. Cost: O(n).
 *
 * @param values - Values of the block, NaN if missing.
 * @param range - First pass over all blocks.
 * @param sums - Second pass over all blocks.
 * @returns The totals of the gaps from the mean and of their squares.
 */
export function spreadSquares(values: Float64Array, range: ColumnRange, sums: ColumnTotals): SpreadSquares {
  const mean = sumOfTotals(sums) / range.count
  // One array per block: for a large file they would otherwise be as large as its keys.
  const held = scaledGaps(values, range)
  for (let i = 0; i < held.length; i++) held[i] -= mean
  const rest = totalsOfBlock(held)
  for (let i = 0; i < held.length; i++) held[i] *= held[i]
  return { rest, squares: totalsOfBlock(held) }
}

/**
 * Merges the third-pass aggregates of two blocks.
 *
 * @param a - Aggregates of the blocks so far.
 * @param b - Aggregates of the next block.
 * @returns Aggregates of all of them; the sums with their rounding errors.
 */
export const mergedSquares = (a: SpreadSquares, b: SpreadSquares): SpreadSquares => ({
  rest: mergedTotals(a.rest, b.rest),
  squares: mergedTotals(a.squares, b.squares),
})

/**
 * Makes the spread of a column from the aggregates of three passes.
 *
 * @param range - First pass.
 * @param sums - Second pass; not needed if no two values differ.
 * @param squares - Third pass.
 * @returns The result of `spread`.
 */
export function spreadOfTotals(range: ColumnRange, sums?: ColumnTotals, squares?: SpreadSquares): Spread {
  const { count, whole } = range
  const base = baseOf(range)
  if (!sums || !squares || !isSpread(range)) {
    const sd = count < 2 ? Number.NaN : largestGap(range) === 0 ? 0 : Infinity
    // A single value, equal values, or infinite ones.
    const mean = count === 0 ? Number.NaN : (range.least - base + (range.most - base)) / 2
    return { count, base, mean, sd, largestShare: Number.NaN, whole }
  }
  const rest = sumOfTotals(squares.rest)
  const total = Math.max(0, sumOfTotals(squares.squares) - (rest * rest) / count)
  const exponent = exponentOf(range)
  const back = (value: number): number => timesPower(Float64Array.of(value), exponent)[0]
  return {
    count,
    base,
    mean: back(sumOfTotals(sums) / count),
    sd: back(Math.sqrt(total / (count - 1))),
    largestShare: Math.min(1, ((squares.squares.largest / total) * count) / (count - 1)),
    whole,
  }
}
