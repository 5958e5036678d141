import type { Column } from '@sdc/core'
import type { TreeColumn } from '@sdc/stats/trees'

/** Turns a column with missing values into predictors without any. */
export type ToPredictors = (column: Column) => readonly TreeColumn[]

/**
 * Makes the predictors of a column. A missing category is a level of its own, one for each kind of missing value. A missing
 * number lies below all values, so that a split separates it from them; a further predictor has the kinds.
 *
 * @param original - The original column: its missing values decide.
 * @returns The function that turns such a column, the original or a synthetic one, into predictors.
 * @throws RangeError, from the function, for a column of the other kind.
 */
export function predictorsOf(original: Column): ToPredictors {
  const kinds = kindCount(original)
  if (original.kind === 'categorical') {
    const first = original.levels.length
    return (column) => {
      if (column.kind !== 'categorical') throw new RangeError('a column of categories became numbers')
      const codes = column.codes.map((code, i) => (code < 0 ? first + kindAt(column, i) : code))
      return [{ kind: 'categories', levels: first + kinds, codes }]
    }
  }
  const fill = fillOf(original.values)
  const isComplete = !original.values.some(Number.isNaN)
  return (column) => {
    if (column.kind !== 'numeric') throw new RangeError('a column of numbers became categories')
    const values = column.values.map((value) => (Number.isNaN(value) ? fill : value))
    const numbers: TreeColumn = { kind: 'numbers', values }
    if (isComplete) return [numbers]
    const codes = Int32Array.from(column.values, (value, i) => (Number.isNaN(value) ? 1 + kindAt(column, i) : 0))
    return [{ kind: 'categories', levels: 1 + kinds, codes }, numbers]
  }
}

/** A number that is below the least value by the range of the values. */
function fillOf(values: Float64Array): number {
  let [least, most] = [Infinity, -Infinity]
  for (const value of values) {
    if (value < least) least = value
    if (value > most) most = value
  }
  return least <= most ? Math.max(-Number.MAX_VALUE, least - (most - least || 1)) : 0
}

/**
 * Number of kinds of missing values, at least one.
 *
 * @param column - The column.
 * @returns The number.
 */
export function kindCount({ missingKinds }: Column): number {
  return Math.max(1, missingKinds?.texts.length ?? 0)
}

/**
 * Kind of a missing value, from 0.
 *
 * @param column - The column.
 * @param i - The record of the value.
 * @returns The kind.
 */
export function kindAt({ missingKinds }: Column, i: number): number {
  return Math.max(0, missingKinds?.of[i] ?? 0)
}

/**
 * Some records of a column for a tree.
 *
 * @param column - The column.
 * @param records - The records, in the order of the result.
 * @returns The column of these records.
 */
export function takeTreeColumn(column: TreeColumn, records: Int32Array): TreeColumn {
  return column.kind === 'numbers'
    ? { ...column, values: Float64Array.from(records, (i) => column.values[i]) }
    : { ...column, codes: records.map((i) => column.codes[i]) }
}
