import { asNeeded, inQuotes } from './quoting.js'

/**
 * Writes rows of texts, of any number of cells, as CSV: for files that are not tables of columns (blocks, titles, lines
 * between them). `readLines` reads them back.
 *
 * @param rows - The rows; one without a cell is an empty line.
 * @param separator - Separator between cells.
 * @returns The text, with LF after every row.
 */
export function writeRows(rows: readonly (readonly string[])[], separator: string): string {
  const dialect = { separator, quote: '"' }
  return rows
    .map((row) =>
      // A row of one empty cell would be an empty line.
      row.length === 1 && row[0] === ''
        ? inQuotes('', '"')
        : row.map((cell) => asNeeded(cell, dialect)).join(separator),
    )
    .map((line) => `${line}\n`)
    .join('')
}
