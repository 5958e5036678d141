import type { Column } from '@sdc/core'
import { median } from '@sdc/stats'
import type { TreeColumn } from '@sdc/stats/trees'

/** Turns a column with missing values into predictors without any. */
export type ToPredictors = (column: Column) => readonly TreeColumn[]

/**
 * Makes the predictors of a column: a missing category is a level of its own; a missing number becomes the median, and a
 * further predictor says that it is missing.
 *
 * @param original - The original column: its missing values decide.
 * @returns The function that turns such a column, the original or a synthetic one, into predictors.
 */
export function predictorsOf(original: Column): ToPredictors {
  if (original.kind === 'categorical') {
    const levels = original.levels.length
    return (column) => {
      if (column.kind !== 'categorical') throw new RangeError('a column of categories became numbers')
      return [{ kind: 'categories', levels: levels + 1, codes: column.codes.map((code) => (code < 0 ? levels : code)) }]
    }
  }
  const fill = original.values.some((value) => !Number.isNaN(value)) ? median(original.values) : 0
  const isComplete = !original.values.some(Number.isNaN)
  return (column) => {
    if (column.kind !== 'numeric') throw new RangeError('a column of numbers became categories')
    const values = column.values.map((value) => (Number.isNaN(value) ? fill : value))
    const numbers: TreeColumn = { kind: 'numbers', values }
    if (isComplete) return [numbers]
    const codes = Int32Array.from(column.values, (value) => (Number.isNaN(value) ? 1 : 0))
    return [{ kind: 'categories', levels: 2, codes }, numbers]
  }
}

/** Some records of a column for a tree. */
export function takeTreeColumn(column: TreeColumn, records: Int32Array): TreeColumn {
  return column.kind === 'numbers'
    ? { ...column, values: Float64Array.from(records, (i) => column.values[i]) }
    : { ...column, codes: records.map((i) => column.codes[i]) }
}
