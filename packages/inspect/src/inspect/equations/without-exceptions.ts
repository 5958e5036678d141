import { linearRegression, median, standardDeviation } from '@sdc/stats'
import type { DependentColumn } from '@sdc/stats/internal'
import { simpleSlope } from './simple-slope.js'

/** Rows with a residual of more than this many times the median are exceptions. */
const FAR = 6
/** Most fits until the set of exceptions stays the same. */
const FITS = 4

/**
 * A term with a slope that is not simple, and an effect below this share of its column's spread, is an artefact of
 * exceptions.
 */
const SMALL_TERM = 1e-3

/**
 * Fits the slopes without the records in which the equation does not hold, which least squares would follow. The fit is
 * repeated on the records whose residual is at most six times the median, until this set stays the same.
 */
export function withoutExceptions(
  { column, terms }: DependentColumn,
  gathered: readonly Float64Array[],
): DependentColumn | undefined {
  const y = gathered[column]
  const spreads = gathered.map((values) => standardDeviation(values))
  const used = terms.filter((term) => Math.abs(term.slope) * spreads[term.column] > SMALL_TERM * spreads[column])
  if (used.length === 0) return undefined
  let rows = Float64Array.from(y.keys())
  let slopes = new Float64Array(0)
  let rests = new Float64Array(0)
  for (let fit = 0; fit < FITS; fit++) {
    const take = (values: Float64Array): Float64Array => rows.map((row) => values[row])
    const { coefficients } = linearRegression(
      take(y),
      used.map((term) => take(gathered[term.column])),
    )
    slopes = coefficients.slice(1)
    const shifted = y.map((value, i) =>
      used.reduce((sum, term, t) => sum - slopes[t] * gathered[term.column][i], value),
    )
    const middle = median(shifted)
    rests = shifted.map((rest) => rest - middle)
    const far = Math.max(FAR * median(rests.map(Math.abs)), 1e-9 * spreads[column])
    const near = Float64Array.from(y.keys()).filter((row) => Math.abs(rests[row]) <= far)
    if (near.length < y.length / 2 + used.length) return undefined
    const isSame = near.length === rows.length && near.every((row, k) => row === rows[k])
    rows = near
    if (isSame) break
  }
  const kept = used.flatMap((term, t) => {
    const isSmall = Math.abs(slopes[t]) * spreads[term.column] <= SMALL_TERM * spreads[column]
    return isSmall && simpleSlope(slopes[t]) === undefined ? [] : [{ column: term.column, slope: slopes[t] }]
  })
  const constant = median(
    y.map((value, i) => kept.reduce((sum, term) => sum - term.slope * gathered[term.column][i], value)),
  )
  return kept.length === 0 ? undefined : { column, constant, terms: kept }
}
