/** Largest numbers of rows and columns of a sheet. A cell beyond them is refused before rows are allocated up to it. */
export const MOST_ROWS = 1_048_576
export const MOST_COLUMNS = 16_384

/**
 * Returns the name of a cell: A1, B1, …, AA1.
 *
 * @param row - Its row, from 0.
 * @param column - Its column, from 0.
 * @returns The name.
 */
export function cellPlace(row: number, column: number): string {
  return `${columnLetters(column)}${row + 1}`
}

/** Returns the letters of a column from 0: A, B, …, Z, AA. */
export function columnLetters(column: number): string {
  return (column < 26 ? '' : columnLetters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))
}
