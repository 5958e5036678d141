import { takeColumn, type Column } from '@sdc/core'

/**
 * Whether the records of a file are those of the original, each in its place.
 * @param origin - the original's record of each of its records
 * @param rows - how many the original has
 * @returns true where they are
 */
export function isInPlace(origin: Int32Array, rows: number): boolean {
  if (origin.length !== rows) return false
  for (let i = 0; i < rows; i++) if (origin[i] !== i) return false
  return true
}

/**
 * A column of the original, record by record of a file; a record that comes from none is missing.
 * @param column - the column
 * @param origin - the original's record of each of the file's records
 * @param rows - how many the original has
 * @returns the column itself where the records are in their places, else a copy
 */
export function columnIn(column: Column, origin: Int32Array, rows: number): Column {
  return isInPlace(origin, rows) ? column : takeColumn(column, origin)
}

/** The numbers 0, …, n − 1. */
export function numbersUpTo(n: number): Int32Array {
  const numbers = new Int32Array(n)
  for (let i = 0; i < n; i++) numbers[i] = i
  return numbers
}
