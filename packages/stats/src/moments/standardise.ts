import { mean, standardDeviation } from './moments.js'

export interface Standardised {
  readonly columns: Float64Array[]
  /**
   * True for columns without spread in the reference: their z is 0 everywhere, so that they add nothing to a distance.
   */
  readonly constant: boolean[]
  readonly mean: Float64Array
  readonly sd: Float64Array
}

/**
 * Computes z = (v − mean)/sd with the mean and the sd (ddof 1) of the column in the reference; NaN stays NaN.
 *
 * A column that is constant in the reference, or has fewer than two values there, becomes zeros and is flagged: its sd
 * is 0 or NaN.
 *
 * @param columns - p columns to standardise.
 * @param reference - p columns that give mean and standard deviation; default the columns themselves.
 * @returns z, and the flags of constant columns.
 * @throws RangeError if both differ in their number of columns.
 */
export function standardise(
  columns: readonly Float64Array[],
  reference: readonly Float64Array[] = columns,
): Standardised {
  if (columns.length !== reference.length) {
    throw new RangeError(`${columns.length} columns cannot be standardised by ${reference.length}`)
  }
  const means = Float64Array.from(reference, mean)
  const sds = Float64Array.from(reference, (column) => standardDeviation(column))
  const constant = Array.from(sds, (sd) => !(sd > 0))
  const scaled = columns.map((column, j) => {
    if (constant[j]) return column.map((value) => (value === value ? 0 : value))
    const centre = means[j]
    const sd = sds[j]
    return column.map((value) => (value - centre) / sd)
  })
  return { columns: scaled, constant, mean: means, sd: sds }
}
