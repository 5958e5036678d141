import { SdcError, type Rng } from '@sdc/core'
import { randomSortOrder, sortedValues, sortOrder } from '@sdc/stats'
import { refuseInfinite } from '@sdc/toolkit'

/** Child of a column's stream that orders equal values of the original. */
export const ORIGINAL_TIES = 'ties of the original'

/** Order of equal values: random, which needs a source of random numbers, or the order of the records. */
export type ReverseMapOptions = { readonly ties?: 'random'; readonly rng: Rng } | { readonly ties: 'first' }

export interface ReverseMapping {
  /** Original values in the order of the masked ones; NaN if x or y is missing. */
  readonly z: Float64Array
  /** Rank of y_i among the complete pairs, 1-based, ties broken; NaN if x or y is missing. */
  readonly rankY: Float64Array
  /** Permutation: z_i = x[perm[i]]; −1 if x or y is missing. */
  readonly perm: Int32Array
}

/**
 * Maps values back by rank: z_i = x_(r_i), where r_i is the rank of y_i and x_(1) ≤ x_(2) ≤ … are the sorted values of
 * x.
 *
 * x and y are linked: y_i is the masked value of record i, x_i its original one. Units may differ. Over the complete
 * pairs z is a permutation of x, bit for bit, and sorting by y sorts z. Only the order of y matters, so z is the same
 * for every strictly increasing transformation of y. Missing values (NaN): the complete pairs are mapped, the others
 * stay missing. Ties in y are broken at random, by a number of each record from its block of `rng.child('ties')`, or in
 * the order of the records. Ties in x only decide which of several equal records counts as the source of a value, and
 * which of its zeros is −0. Throws LENGTH_MISMATCH if x and y differ in length, NOT_NUMERIC for an infinite value.
 * Cost: O(n), two radix sorts. Source: Muralidhar, Sarathy & Domingo-Ferrer 2014, section 3; Domingo-Ferrer &
 * Muralidhar 2016, algorithm 1.
 *
 * @param x - n original values, NaN if missing.
 * @param y - n masked values, NaN if missing.
 * @param options - Order of equal values.
 * @returns z, n values.
 */
export function reverseMap(x: Float64Array, y: Float64Array, options: ReverseMapOptions): Float64Array {
  const { keysX, keysY, signedZero } = completePairs(x, y)
  const toY = orderOf(keysY, options, 'ties')
  const sortedX = signedZero ? inOrder(x, originalOrder(keysX, options)) : sortedValues(keysX)
  const z = new Float64Array(x.length)
  if (toY.length < z.length) z.fill(Number.NaN)
  for (let j = 0; j < toY.length; j++) z[toY[j]] = sortedX[j]
  return z
}

/**
 * Does a reverse mapping ({@link reverseMap}), and returns the ranks and the permutation too; z is bit for bit the
 * same.
 *
 * @param x - n original values, NaN if missing.
 * @param y - n masked values, NaN if missing.
 * @param options - Order of equal values.
 * @returns z, the ranks of y, and the permutation.
 */
export function reverseMapping(x: Float64Array, y: Float64Array, options: ReverseMapOptions): ReverseMapping {
  const { keysX, keysY } = completePairs(x, y)
  const fromX = originalOrder(keysX, options)
  const toY = orderOf(keysY, options, 'ties')
  const z = new Float64Array(x.length).fill(Number.NaN)
  const rankY = new Float64Array(x.length).fill(Number.NaN)
  const perm = new Int32Array(x.length).fill(-1)
  for (let j = 0; j < toY.length; j++) {
    const i = toY[j]
    perm[i] = fromX[j]
    rankY[i] = j + 1
    z[i] = x[fromX[j]]
  }
  return { z, rankY, perm }
}

/**
 * Does the reverse mapping of files of different lengths: z_i = x_(⌈r_i·n/n'⌉), r_i the rank of y_i among the n' masked
 * values.
 *
 * x and y are not linked. Every z_i is a value of x, at the place of y_i's quantile; each value of x occurs ⌊n'/n⌋ or
 * ⌈n'/n⌉ times, so the distribution is preserved up to 1/n'. With n' = n it is {@link reverseMap}. Missing values
 * (NaN): those of x are left out, those of y stay missing. Ties as there; the order of equal x does not matter. Cost:
 * O(n + n'), two radix sorts. Source: an extension of Muralidhar, Sarathy & Domingo-Ferrer 2014, which leaves n' ≠ n as
 * an open issue.
 *
 * @param x - n original values, NaN if missing.
 * @param y - n' masked values, NaN if missing.
 * @param options - Order of equal values.
 * @returns z, n' values.
 * @throws ALL_MISSING if x has no value, NOT_NUMERIC for an infinite value.
 */
export function reverseMapQuantiles(x: Float64Array, y: Float64Array, options: ReverseMapOptions): Float64Array {
  refuseInfinite(x, 'original')
  refuseInfinite(y, 'masked')
  const sortedX = sortedValues(x)
  if (sortedX.length === 0) throw new SdcError('ALL_MISSING', 'the original has no value to map to')
  const toY = orderOf(y, options, 'ties')
  const z = new Float64Array(y.length).fill(Number.NaN)
  for (let j = 0; j < toY.length; j++) z[toY[j]] = sortedX[Math.ceil(((j + 1) * sortedX.length) / toY.length) - 1]
  return z
}

interface CompletePairs {
  /** Values of both sides, missing if either is. */
  readonly keysX: Float64Array
  readonly keysY: Float64Array
  /** True if a zero of x is −0: the zero that a record gets is then visible. */
  readonly signedZero: boolean
}

function completePairs(x: Float64Array, y: Float64Array): CompletePairs {
  if (x.length !== y.length) {
    const message = `there are ${x.length} original and ${y.length} masked values`
    throw new SdcError('LENGTH_MISMATCH', message, {}, 'Give each masked value the original value of its own record.')
  }
  const complete = allFinite(x) && allFinite(y)
  if (!complete) {
    refuseInfinite(x, 'original')
    refuseInfinite(y, 'masked')
  }
  return {
    keysX: complete ? x : missingWhere(x, y),
    keysY: complete ? y : missingWhere(y, x),
    signedZero: hasNegativeZero(x),
  }
}

function hasNegativeZero(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (values[i] === 0 && Object.is(values[i], -0)) return true
  return false
}

function orderOf(values: Float64Array, options: ReverseMapOptions, purpose: string): Uint32Array {
  return options.ties === 'first' ? sortOrder(values) : randomSortOrder(values, options.rng.child(purpose))
}

/**
 * Returns the records by their x, with a separate random stream: ties in the original do not change the way those of y
 * are broken.
 */
function originalOrder(keysX: Float64Array, options: ReverseMapOptions): Uint32Array {
  return orderOf(keysX, options, ORIGINAL_TIES)
}

function inOrder(values: Float64Array, order: Uint32Array): Float64Array {
  const sorted = new Float64Array(order.length)
  for (let j = 0; j < order.length; j++) sorted[j] = values[order[j]]
  return sorted
}

/** Tests the usual case in the fastest way: the difference of an infinite or missing value with itself is NaN. */
function allFinite(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (values[i] - values[i] !== 0) return false
  return true
}

/** Returns the values, missing where the other is missing too. */
function missingWhere(values: Float64Array, other: Float64Array): Float64Array {
  return values.map((value, i) => (Number.isNaN(other[i]) ? Number.NaN : value))
}
