import { combination } from './combined-columns.js'
import { residualise, whiten } from './least-squares.js'
import { columnArrays, columnRange, storedColumns, type RecordColumns } from './record-columns.js'
import { extendedSpan } from './white-span.js'

/** From so many records on cross products take the place of stored vectors; fewer fit in the cache with all of these. */
export const MANY_RECORDS = 8192

/**
 * The residuals of columns on a white base, made white: mean 0, covariance (ddof 1) the identity, no covariance with the base,
 * all to a few ε.
 *
 * Of many records nothing is stored (`extendedSpan`), so that `columns` must stay as they are until a record's result has been
 * read. Few records, and columns too ill-conditioned for that, go through `residualise` and `whiten`. Cost: O(n(p + q)²).
 *
 * @param columns - p of n values.
 * @param base - q columns of n with mean 0 and covariance the identity.
 * @returns p columns of n, column j made of the base and columns 1…j.
 * @throws RangeError where the residuals are dependent, a value is missing or infinite, or the columns differ in length
 */
export function whitenedResiduals(columns: readonly Float64Array[], base: RecordColumns): RecordColumns {
  const span = base.rows < MANY_RECORDS ? undefined : extendedSpan(base, columns)
  if (span?.dependent.length === 0) return columnRange(span, base.count, columns.length)
  return storedColumns(whiten(residualise(columns, columnArrays(base))), base.rows)
}

/**
 * The residuals of the least-squares regression of columns on [1, base], as `residualise` makes them; of many records they are
 * computed where they are read, so that `columns` must stay as they are until then.
 *
 * @param columns - p of n values.
 * @param base - q columns of n with mean 0 and covariance the identity.
 * @returns p columns of n.
 * @throws RangeError where a value is missing or infinite, or the columns differ in length
 */
export function residualsOn(columns: readonly Float64Array[], base: RecordColumns): RecordColumns {
  const span = base.rows < MANY_RECORDS ? undefined : extendedSpan(base, columns)
  if (span === undefined) return storedColumns(residualise(columns, columnArrays(base)), base.rows)
  const own = columnRange(span, base.count, span.count - base.count)
  return combination(
    span.coordinates.map((coordinates) => coordinates.subarray(base.count)),
    own,
  )
}
