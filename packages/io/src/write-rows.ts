import { asNeeded, inQuotes } from './quoting.js'

/**
 * Rows of texts, each as long as it is, as CSV: what is no table of columns (blocks, titles, lines between them). `readLines`
 * reads them back.
 *
 * @param rows - The rows; one without a cell is an empty line.
 * @param separator - What stands between cells.
 * @returns The text, with LF behind every row.
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
