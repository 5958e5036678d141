import type { Column } from '@sdc/core'
import { rounderForSums } from '../shared/distance-columns.js'

/** Column with values for Gower's distance. */
export interface MixedColumn {
  readonly scale: 'nominal' | 'ordered' | 'numeric'
  /** Codes; numbers as (x − least)/range, 0 if all are equal. */
  readonly values: Float64Array
  /** Distance between neighbouring codes: 1/(levels − 1) for ordered levels; 1 for numbers. */
  readonly unit: number
  /** Number of levels, 0 for numbers. */
  readonly levels: number
}

/**
 * Scales a column for d(a, b) = Σ_j d_j(a_j, b_j) with every d_j from 0 to 1. Nominal: 0 if equal and 1 if not.
 * Ordered: |a − b|/(levels − 1) on the positions of the levels. Numeric: |a − b|/range. No missing values.
 *
 * The range is that of these records; the levels are those that the column declares. Scaled numbers are rounded to
 * multiples of 2⁻⁴² for a thousand records and of 2⁻³² for a million (`rounderForSums`), so that their sums are exact.
 * Source: Gower 1971; for ordered levels Domingo-Ferrer & Torra 2001, less 1 so that a level is at distance 0 from
 * itself.
 *
 * @param column - Values.
 * @param range - Range of a numeric column in the whole file, if these records are part of a file.
 * @returns The scaled column.
 */
export function mixedColumn(column: Column, range?: number): MixedColumn {
  if (column.kind === 'categorical') {
    const levels = column.levels.length
    const scale = column.ordered ? 'ordered' : 'nominal'
    return { scale, values: Float64Array.from(column.codes), unit: 1 / Math.max(1, levels - 1), levels }
  }
  const own = spread(column.values)
  const whole = range ?? own.range
  const rounded = rounderForSums(column.values.length)
  const values = column.values.map((value) => (whole > 0 ? rounded((value - own.least) / whole) : 0))
  return { scale: 'numeric', values, unit: 1, levels: 0 }
}

/**
 * Returns the distance d_j between two original values of a column: codes, or numbers of any unit.
 *
 * @param column - Its levels, or the numbers that define the range.
 * @param range - Range of a numeric column in the whole file, if these records are part of a file.
 * @returns The distance: from 0 to 1; more for numbers beyond the range.
 */
export function columnDistance(column: Column, range?: number): (a: number, b: number) => number {
  if (column.kind === 'numeric') {
    const whole = range ?? spread(column.values).range
    return (a, b) => (whole > 0 ? Math.abs(a - b) / whole : 0)
  }
  const { scale, unit } = mixedColumn(column)
  return scale === 'nominal' ? (a, b) => (a === b ? 0 : 1) : (a, b) => unit * Math.abs(a - b)
}

function spread(values: Float64Array): { readonly least: number; readonly range: number } {
  let least = Infinity
  let most = -Infinity
  for (const value of values) {
    if (value < least) least = value
    if (value > most) most = value
  }
  return { least, range: most - least }
}

/**
 * Returns the values of a column, with codes as numbers and NaN for missing values.
 *
 * @param column - Column.
 * @returns One number per record; the array itself for a numeric column.
 */
export function asNumbers(column: Column): Float64Array {
  if (column.kind === 'numeric') return column.values
  return Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : code))
}
