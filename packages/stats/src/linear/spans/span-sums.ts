/**
 * Sums of products from which spans are made. They are added over blocks of records in their order, so that one block
 * at a time can be read.
 */
import { blocksOf } from '@sdc/core'
import { dotOfParts } from '../../moments/covariance.js'
import type { LinearColumns } from './linear-columns.js'
import { PART, partBuffers } from './record-columns.js'

/** Aggregates of one pass over a base of q columns and p others. */
export interface CrossSums {
  /** Means of the p columns. */
  readonly means: Float64Array
  /** Their covariances with the base, q×p by rows. */
  readonly along: Float64Array
  /** Upper triangle of their covariance matrix, p×p by rows. */
  readonly own: Float64Array
}

/**
 * Makes one pass over n records of a base of q columns and p others.
 *
 * @param columns - q + p columns of n, the base first.
 * @param q - Number of base columns.
 * @returns Aggregates of `spanSumsOfBlock`, added over the blocks.
 */
export function spanSums(columns: LinearColumns, q: number): Float64Array {
  let total: Float64Array = new Float64Array(sumsOf(columns.count - q, q))
  for (const { first, end } of blocksOf(columns.rows)) {
    total = mergedSpanSums(total, spanSumsOfBlock(columns, q, first, end))
  }
  return total
}

const sumsOf = (p: number, q: number): number => p + q * p + p * p

/**
 * Returns the contribution of one block of records to the sums of a base of q columns and p others. These are the sums
 * of the p columns, of their products with the base (q×p by rows), and of their own products (upper triangle of p×p).
 *
 * @param columns - q + p columns.
 * @param q - Number of base columns.
 * @param first - First record of the block among those of the columns.
 * @param end - Record after the last one.
 * @returns p + qp + p² numbers.
 */
export function spanSumsOfBlock(columns: LinearColumns, q: number, first: number, end: number): Float64Array {
  const parts = partBuffers(columns.count, columns.rows)
  const [z, v] = [parts.slice(0, q), parts.slice(q)]
  const p = v.length
  const ones = new Float64Array(PART).fill(1)
  const sums = new Float64Array(sumsOf(p, q))
  const [along, own] = [sums.subarray(p, p + q * p), sums.subarray(p + q * p)]
  for (let from = first; from < end; from += PART) {
    const rows = Math.min(PART, end - from)
    columns.read(from, rows, parts)
    if (rows < PART) for (const part of parts) part.fill(0, rows)
    for (let j = 0; j < p; j++) {
      sums[j] += dotOfParts(v[j], ones)
      for (let k = 0; k < q; k++) along[k * p + j] += dotOfParts(z[k], v[j])
      for (let k = j; k < p; k++) own[j * p + k] += dotOfParts(v[j], v[k])
    }
  }
  return sums
}

/**
 * Merges the sums of the blocks so far with those of the next one.
 *
 * @param total - p + qp + p² numbers.
 * @param own - As many.
 * @returns Their sum, one by one.
 */
export function mergedSpanSums(total: Float64Array, own: Float64Array): Float64Array {
  return Float64Array.from(total, (sum, k) => sum + own[k])
}

/**
 * Selects the sums of some columns on a base of others from the sums of columns without a base.
 *
 * @param total - Sums of P columns, q = 0.
 * @param base - Numbers of q columns.
 * @param own - Numbers of p columns, which come after those of the base.
 * @returns The sums of `spanSumsOfBlock` for these q + p columns.
 */
export function spanSumsAmong(total: Float64Array, base: readonly number[], own: readonly number[]): Float64Array {
  // L = P + P².
  const count = Math.round((Math.sqrt(1 + 4 * total.length) - 1) / 2)
  const product = (j: number, k: number): number => total[count + j * count + k]
  const among = own.flatMap((j) => own.map((k) => (j <= k ? product(j, k) : 0)))
  return Float64Array.of(...own.map((j) => total[j]), ...base.flatMap((l) => own.map((j) => product(l, j))), ...among)
}

/**
 * Computes the means and covariances of n records from their sums.
 *
 * @param total - Aggregates of `spanSumsOfBlock`, added over the blocks.
 * @param n - Number of records of all blocks.
 * @param p - Number of columns outside the base.
 * @param q - Number of base columns.
 * @returns The sums about the means.
 */
export function crossSumsOf(total: Float64Array, n: number, p: number, q: number): CrossSums {
  // Adding 0 makes the sums of one block equal to those of several, which begin at 0.
  const from = total.map((sum) => sum + 0)
  const sums = from.subarray(0, p)
  const own = from.slice(p + q * p)
  for (let j = 0; j < p; j++) {
    for (let k = j; k < p; k++) own[j * p + k] = (own[j * p + k] - (sums[j] * sums[k]) / n) / (n - 1)
  }
  return { means: sums.map((one) => one / n), along: from.slice(p, p + q * p).map((one) => one / (n - 1)), own }
}
