import type { Column } from '@sdc/core'

/**
 * Values of a column of numbers, with NaN in place of those that are not finite.
 *
 * @param column - A column of either file.
 * @returns n numbers; all NaN for a categorical column.
 */
export function finiteValues(column: Column): Float64Array {
  if (column.kind !== 'numeric') return new Float64Array(column.codes.length).fill(Number.NaN)
  const { values } = column
  return values.every(Number.isFinite) ? values : values.map((value) => (Number.isFinite(value) ? value : Number.NaN))
}
