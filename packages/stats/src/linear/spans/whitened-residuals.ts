import { combination } from './combined-columns.js'
import { residualise, whiten } from '../regression/least-squares.js'
import { isLinear, linearRange } from './linear-columns.js'
import { columnArrays, storedColumns, type RecordColumns } from './record-columns.js'
import { extendedSpan, type WhiteSpan } from './white-span.js'

/**
 * Makes the residuals of columns on a white base white: mean 0, covariance (ddof 1) the identity, no covariance with
 * the base, all to a few ε.
 *
 * On a linear base nothing is stored (`extendedSpan`), so `columns` must not change until the result has been read. On
 * a stored base, and for columns too ill-conditioned for that, it uses `residualise` and `whiten`. Cost: O(n(p + q)²).
 *
 * @param columns - p of n values.
 * @param base - q columns of n with mean 0 and covariance the identity.
 * @param about - Approximate means of the columns, if known: 0 for draws.
 * @returns p columns of n, column j made of the base and columns 1…j.
 * @throws RangeError if the residuals are dependent, a value is missing or infinite, or the columns differ in length
 */
export function whitenedResiduals(
  columns: readonly Float64Array[],
  base: RecordColumns,
  about?: number,
): RecordColumns {
  const span = isLinear(base) ? extendedSpan(base, columns, about) : undefined
  if (span?.dependent.length === 0) return linearRange(span, base.count, span.count)
  return storedColumns(whiten(residualise(columns, columnArrays(base))), base.rows)
}

/**
 * Returns the residuals of the least-squares regression of columns on [1, base], as `residualise` makes them. On a
 * linear base they are computed when they are read, so `columns` must not change until then.
 *
 * @param columns - p of n values.
 * @param base - q columns of n with mean 0 and covariance the identity.
 * @returns p columns of n.
 * @throws RangeError if a value is missing or infinite, or the columns differ in length
 */
export function residualsOn(columns: readonly Float64Array[], base: RecordColumns): RecordColumns {
  const span = isLinear(base) ? extendedSpan(base, columns) : undefined
  if (span === undefined) return storedColumns(residualise(columns, columnArrays(base)), base.rows)
  return residualsInSpan(span, base.count)
}

/**
 * Returns the residuals on its base of the columns that a span added.
 *
 * @param span - Base and columns.
 * @param q - Number of base columns.
 * @returns p columns, linear in those.
 */
export function residualsInSpan(span: WhiteSpan, q: number): RecordColumns {
  const own = linearRange(span, q, span.count)
  return combination(
    span.coordinates.map((coordinates) => coordinates.subarray(q)),
    own,
  )
}
