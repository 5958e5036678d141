/** Most rows and columns of a sheet. A cell that says it is beyond is refused before rows are made up to it. */
export const MOST_ROWS = 1_048_576
export const MOST_COLUMNS = 16_384

/**
 * The name of a cell: A1, B1, …, AA1.
 *
 * @param row - Its row, from 0.
 * @param column - Its column, from 0.
 * @returns The name.
 */
export function cellPlace(row: number, column: number): string {
  return `${columnLetters(column)}${row + 1}`
}

/** A, B, …, Z, AA: the letters of a column from 0. */
export function columnLetters(column: number): string {
  return (column < 26 ? '' : columnLetters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))
}
