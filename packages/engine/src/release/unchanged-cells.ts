import { isMissing, type Column } from '@sdc/core'
import { quantileOfSorted, sortedValues, standardDeviation } from '@sdc/stats'

/** A number counts as unchanged if it moved by at most this share of the spread of its column. */
export const ALMOST = 1e-3

/** Unchanged part of a masked column. */
export interface UnchangedCells {
  /** Number of (almost) unchanged values, among the original values that are not missing. */
  readonly unchanged: number
  readonly values: number
  /**
   * (unchanged/values − e)/(1 − e), where e is the share that shuffling the column leaves; null for a constant column.
   */
  readonly share: number | null
}

/**
 * Counts the (almost) unchanged cells of a masked column. Cost: a sort.
 *
 * A number is unchanged if it moved by at most a thousandth of the column's spread: the lesser of the standard
 * deviation and the interquartile range of the values other than the most frequent one. If the lesser is 0, it is the
 * larger. So neither one huge value nor many zeros decide. A category is unchanged if it is the same. Every permutation
 * leaves ties: in a column of zeros nearly all stay zeros under the best masking. The share is therefore relative to
 * the average of a random permutation, e = |{(i, j) : |x_i − x_j| ≤ tolerance}|/n²: 0 for a shuffled column, 1 for an
 * untouched one.
 *
 * @param before - The original column, for the records of the masked file.
 * @param after - The masked column.
 * @returns Counts and share.
 */
export function unchangedCells(before: Column, after: Column): UnchangedCells {
  if (before.kind === 'numeric')
    return after.kind === 'numeric' ? ofNumbers(before.values, after.values) : noneOf(before)
  return after.kind === 'categorical' ? ofCategories(before, after) : noneOf(before)
}

/**
 * Tests whether more than a given share of the cells of a masked column may be unchanged. False is certain, and needs
 * no sort. Cost: O(records).
 *
 * The standard deviation of any m ≥ 2 values within a range r is at most r/2·√(m/(m − 1)) ≤ r/√2. So the number of
 * cells that moved by at most a thousandth of that is an upper bound for the unchanged ones, and their share for the
 * share beyond shuffling. The bounds are widened by a hundredth, and the share by 1e-9, for rounding.
 *
 * @param before - The original column, for the records of the masked file.
 * @param after - The masked column.
 * @param most - A share from 0 to 1.
 * @returns True if the cells must be counted.
 */
export function mayHaveUnchanged(before: Column, after: Column, most: number): boolean {
  if (before.kind !== 'numeric' || after.kind !== 'numeric') return true
  let least = Infinity
  let greatest = -Infinity
  let values = 0
  for (let i = 0; i < before.values.length; i++) {
    const value = before.values[i]
    if (!Number.isFinite(value)) continue
    values++
    if (value < least) least = value
    if (value > greatest) greatest = value
  }
  const near = nearlyEqual(before.values, after.values, farthestUnchanged(least, greatest))
  return near > (most - 1e-9) * values
}

/**
 * Returns the greatest move of a number that can count as unchanged, for any values between the two.
 *
 * @param least - Least value of the column.
 * @param greatest - Greatest value.
 * @returns The bound; see `mayHaveUnchanged`.
 */
export function farthestUnchanged(least: number, greatest: number): number {
  return 1.01 * ALMOST * Math.SQRT1_2 * (greatest - least)
}

/**
 * Counts the numbers that moved by at most the tolerance.
 *
 * @param before - The original numbers; those that are not finite are left out.
 * @param after - The masked numbers.
 * @param tolerance - The tolerance.
 * @returns Their number.
 */
export function nearlyEqual(before: Float64Array, after: Float64Array, tolerance: number): number {
  let count = 0
  for (let i = 0; i < before.length; i++)
    if (Math.abs(after[i] - before[i]) <= tolerance && Number.isFinite(before[i])) count++
  return count
}

function ofNumbers(before: Float64Array, after: Float64Array): UnchangedCells {
  const sorted = sortedValues(finiteOf(before))
  const tolerance = ALMOST * spread(sorted)
  const unchanged = nearlyEqual(before, after, tolerance)
  let pairs = 0
  let low = 0
  let high = 0
  for (let at = 0; at < sorted.length; at++) {
    while (sorted[at] - sorted[low] > tolerance) low++
    while (high < sorted.length && sorted[high] - sorted[at] <= tolerance) high++
    pairs += high - low
  }
  return beyondShuffling(unchanged, sorted.length, pairs)
}

function ofCategories(
  before: Extract<Column, { kind: 'categorical' }>,
  after: Extract<Column, { kind: 'categorical' }>,
): UnchangedCells {
  const counts = new Float64Array(before.levels.length)
  const codeOf = new Map(before.levels.map((level, code) => [level, code]))
  const now = after.levels.map((level) => codeOf.get(level) ?? -1)
  let values = 0
  let unchanged = 0
  for (let i = 0; i < before.codes.length; i++) {
    const code = before.codes[i]
    if (code < 0) continue
    values++
    counts[code]++
    if (after.codes[i] >= 0 && now[after.codes[i]] === code) unchanged++
  }
  return beyondShuffling(
    unchanged,
    values,
    counts.reduce((sum, count) => sum + count * count, 0),
  )
}

function beyondShuffling(unchanged: number, values: number, pairs: number): UnchangedCells {
  const chance = values === 0 ? 1 : pairs / (values * values)
  const share = chance < 1 ? Math.max(0, (unchanged / values - chance) / (1 - chance)) : null
  return { unchanged, values, share }
}

function finiteOf(values: Float64Array): Float64Array {
  const kept = new Float64Array(values.length)
  let count = 0
  for (let i = 0; i < values.length; i++) if (Number.isFinite(values[i])) kept[count++] = values[i]
  return kept.subarray(0, count)
}

/** Result for a column that became another kind: nothing is unchanged. */
function noneOf(before: Column): UnchangedCells {
  const length = before.kind === 'numeric' ? before.values.length : before.codes.length
  let values = 0
  for (let i = 0; i < length; i++) if (!isMissing(before, i)) values++
  return { unchanged: 0, values, share: values > 0 ? 0 : null }
}

/** The spread of the values other than the most frequent one; 0 if they do not vary. */
function spread(sorted: Float64Array): number {
  let [best, from, to] = [1, 0, 0]
  for (let start = 0; start < sorted.length;) {
    let end = start + 1
    while (end < sorted.length && sorted[end] === sorted[start]) end++
    if (end - start > best) [best, from, to] = [end - start, start, end]
    start = end
  }
  const rest = new Float64Array(sorted.length - (to - from))
  rest.set(sorted.subarray(0, from))
  rest.set(sorted.subarray(to), from)
  if (rest.length < 2) return 0
  const sd = standardDeviation(rest)
  const middle = quantileOfSorted(rest, 0.75) - quantileOfSorted(rest, 0.25)
  return middle > 0 ? Math.min(sd, middle) : sd
}
