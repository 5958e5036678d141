import { SdcError, type Note } from '@sdc/core'
import { residualise } from '@sdc/stats'
import {
  columnArrays,
  emptySpan,
  extendedSpan,
  MANY_RECORDS,
  storedColumns,
  whiten,
  whitenedResiduals,
  type RecordColumns,
} from '@sdc/stats/internal'

/**
 * Orthogonalises draws: mean 0, identity sample covariance (ddof 1), and no covariance with any of the columns.
 *
 * Z = whiten(residuals of the draws on [1, X]), so 1ᵀZ = 0, XᵀZ = 0 and ZᵀZ/(n − 1) = I, all to a few ε. Columns of X
 * that depend on others add nothing: it needs n ≥ 1 + rank(X) + m. With few more records the draws are hardly random:
 * at n = 1 + rank(X) + m their span is fixed by X. Cost: O(n(p + m)²).
 *
 * @param draws - m columns of n.
 * @param columns - p of n.
 * @returns m columns of n.
 */
export function exactNoise(draws: readonly Float64Array[], columns: readonly Float64Array[]): Float64Array[] {
  return columnArrays(exactColumns(draws, columns))
}

/**
 * Does the same as `exactNoise`, computed when it is read: nothing is stored per record, and the draws must not change
 * until then.
 *
 * @param draws - m columns of n.
 * @param columns - p of n.
 * @returns m columns of n, as in `exactNoise`.
 */
export function exactColumns(draws: readonly Float64Array[], columns: readonly Float64Array[]): RecordColumns {
  const n = columns[0].length
  const base = n < MANY_RECORDS ? undefined : extendedSpan(emptySpan(n), columns)
  if (base !== undefined) return whitenedResiduals(draws, base, 0)
  return storedColumns(whiten(residualise(draws, columns)), n)
}

/**
 * Refuses too few records.
 *
 * @param n - Number of records.
 * @param p - Number of columns.
 * @param method - Id of the method, for the message.
 * @throws TOO_FEW_RECORDS unless n ≥ 1 + 2p, which is enough for p columns of noise for any rank of the data
 */
export function requireExact(n: number, p: number, method: string): void {
  if (n >= 1 + 2 * p) return
  const message = `exact noise on ${p} columns needs at least ${1 + 2 * p} records; there are ${n}`
  const fix = 'Set exact to false, mask fewer columns at once, or use larger groups.'
  throw new SdcError('TOO_FEW_RECORDS', message, { method, parameter: 'exact' }, fix)
}

/**
 * Warning for exact noise that is hardly random. The draws of a column have n dimensions: the means take 1 + p of them,
 * and the noise of the other columns up to p.
 *
 * @param n - Number of records.
 * @param p - Number of columns.
 * @returns The warning, or nothing.
 */
export function littleChance(n: number, p: number): string[] {
  const free = n - 2 * p
  if (free > 10) return []
  return [
    `exact noise on ${p} columns of ${n} records is hardly random: ${free} directions remain for each ` +
      "column's noise. An intruder who knows some records can compute the others: mask larger groups or " +
      'set exact to false',
  ]
}

/** Note on exact noise in small files. */
export const fewRecordsNote: Note = {
  topic: 'limits',
  text:
    'With exact and few records the noise is hardly random. At n = 1 + 2p it is fixed except for signs and ' +
    'rotations. A run near this limit warns.',
}
