import { Matrix } from 'ml-matrix'

/**
 * Makes a square matrix from its entries.
 *
 * @param size - Number of rows.
 * @param entry - Entry at a row and a column, from 0.
 * @returns The matrix.
 */
export function matrixOf(size: number, entry: (row: number, column: number) => number): Matrix {
  const matrix = new Matrix(size, size)
  for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) matrix.set(i, j, entry(i, j))
  return matrix
}
