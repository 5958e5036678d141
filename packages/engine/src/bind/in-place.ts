import { takeColumn, type Column } from '@sdc/core'

/**
 * Tests that the records of a file are those of the original, in the same order.
 *
 * @param origin - Original record of each of its records.
 * @param rows - Number of records in the original.
 * @returns True if they are.
 */
export function isInPlace(origin: Int32Array, rows: number): boolean {
  if (origin.length !== rows) return false
  for (let i = 0; i < rows; i++) if (origin[i] !== i) return false
  return true
}

/**
 * Column of the original, in the record order of another file. Records without an original are missing.
 *
 * @param column - The column.
 * @param origin - Original record of each record of the file.
 * @param rows - Number of records in the original.
 * @returns The column itself if the order is the same, else a copy.
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
