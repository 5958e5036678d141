import { hasMissing } from './moments.js'

/** Rows in which neither of two columns is missing. */
export interface CompletePairs {
  readonly a: Float64Array
  readonly b: Float64Array
  readonly index: Uint32Array
}

/**
 * Returns the pairs without a missing value and their row numbers. The arrays are the given ones if nothing is missing.
 *
 * @param a - n values.
 * @param b - As many.
 * @returns The pairs, m ≤ n of them.
 * @throws RangeError if the columns differ in length.
 */
export function completePairs(a: Float64Array, b: Float64Array): CompletePairs {
  if (a.length !== b.length) throw new RangeError(`columns of ${a.length} and ${b.length} rows do not make pairs`)
  const index = new Uint32Array(a.length)
  let count = 0
  for (let i = 0; i < a.length; i++) if (a[i] === a[i] && b[i] === b[i]) index[count++] = i
  if (count === a.length) return { a, b, index }
  const rows = index.slice(0, count)
  return { a: Float64Array.from(rows, (i) => a[i]), b: Float64Array.from(rows, (i) => b[i]), index: rows }
}

/**
 * Returns two columns, each missing where the other is; the given arrays if nothing is missing.
 *
 * @param a - n values.
 * @param b - As many.
 * @returns Two columns of n.
 * @throws RangeError if the columns differ in length.
 */
export function pairedValues(a: Float64Array, b: Float64Array): { readonly a: Float64Array; readonly b: Float64Array } {
  if (a.length !== b.length) throw new RangeError(`columns of ${a.length} and ${b.length} rows do not make pairs`)
  return { a: missingWith(a, b), b: missingWith(b, a) }
}

function missingWith(values: Float64Array, other: Float64Array): Float64Array {
  return hasMissing(other) ? values.map((value, i) => (other[i] === other[i] ? value : Number.NaN)) : values
}
