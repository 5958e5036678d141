import { BLOCK, blocksOf } from '@sdc/core'
import { squaresOfBlock, varianceOfSums } from './column-totals.js'
import { lostBy, withLost } from './compensated.js'
import { squarablePower, timesPower } from './times-power.js'

/**
 * Computes the sum of the values that are not missing: Neumaier's compensated sum of every block of records, and of
 * these in their order. Its error is about one rounding for any number of values.
 */
export function sum(values: Float64Array): number {
  if (values.length <= BLOCK) return compensatedSum(values)
  const sums = blocksOf(values.length).map(({ first, end }) => compensatedSum(values.subarray(first, end)))
  // Infinities of both signs have no sum; NaN as the sum of a block is not a missing value.
  return sums.some(Number.isNaN) ? Number.NaN : compensatedSum(Float64Array.from(sums))
}

function compensatedSum(values: Float64Array): number {
  let total = 0
  let lost = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (value !== value) continue
    const next = total + value
    lost += lostBy(total, value, next)
    total = next
  }
  return withLost(total, lost)
}

/** Counts the values that are not missing. */
export function countValues(values: Float64Array): number {
  let count = 0
  for (let i = 0; i < values.length; i++) if (values[i] === values[i]) count++
  return count
}

/** Returns max |x| of the values that are not missing; 0 if there is none. */
export function largestSize(values: Float64Array): number {
  let largest = 0
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i])
    if (size > largest) largest = size
  }
  return largest
}

/**
 * Returns true if a value is missing. A loop, because calling a function per value takes longer than the covariances.
 */
export function hasMissing(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (values[i] !== values[i]) return true
  return false
}

/**
 * Computes the mean of the values that are not missing, NaN without any. The mean of a constant column is exactly its
 * constant.
 */
export function mean(values: Float64Array): number {
  const constant = constantOf(values)
  if (constant !== undefined) return constant
  const total = sum(values)
  // The sum overflows although the mean does not, for values beyond 1e300.
  const power = Number.isFinite(total) ? 0 : squarablePower(values)
  if (power === 0) return total / countValues(values)
  return timesPower(Float64Array.of(sum(timesPower(values, power)) / countValues(values)), -power)[0]
}

/**
 * Computes the variance Σ(x − x̄)²/(m − ddof) of the m values that are not missing.
 *
 * Two passes; the square of the rounding error of Σ(x − x̄) is subtracted. Adding 1e9 to every value therefore loses
 * only the digits that the values themselves lose. The sums are those of the blocks of records, added in their order.
 * Source: Chan, Golub & LeVeque 1983, eq. 1.7.
 *
 * @param values - n values, NaN if missing.
 * @param ddof - Number subtracted from m.
 * @returns The variance; NaN if m ≤ ddof, exactly 0 for a constant.
 */
export function variance(values: Float64Array, ddof = 1): number {
  const centre = mean(values)
  let squares = 0
  let rest = 0
  for (const { first, end } of blocksOf(values.length)) {
    const [ownSquares, ownRest] = squaresOfBlock(values.subarray(first, end), centre)
    squares += ownSquares
    rest += ownRest
  }
  return varianceOfSums(squares, rest, countValues(values), ddof)
}

/**
 * Computes the root of {@link variance}, also if the variance is not a finite double, as for values of 1e-200 or 1e200.
 *
 * @param values - n values, NaN if missing.
 * @param ddof - Number subtracted from their number.
 * @returns The standard deviation; NaN for ddof values or fewer, exactly 0 for a constant.
 */
export function standardDeviation(values: Float64Array, ddof = 1): number {
  const power = squarablePower(values)
  if (power === 0) return Math.sqrt(variance(values, ddof))
  const scaled = Math.sqrt(variance(timesPower(values, power), ddof))
  return timesPower(Float64Array.of(scaled), -power)[0]
}

/** Returns the common value of all values that are not missing; undefined if there are none or several. */
export function constantOf(values: Float64Array): number | undefined {
  let first: number | undefined
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (value !== value) continue
    if (first === undefined) first = value
    else if (value !== first) return undefined
  }
  return first
}
