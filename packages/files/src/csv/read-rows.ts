import { SdcError } from '@sdc/core'
import type { CsvOptions } from './csv-file.js'
import type { CsvContent } from './bytes/pieces.js'
import { layoutOf } from './layout/layout.js'
import { recordsOf } from './records.js'

/**
 * Reads the rows of a table without a header, as texts: a hierarchy, a matrix, a list of points. Separator and line
 * ends are detected as in `readCsv`.
 *
 * @param content - The file.
 * @param options - Separator, quote, encoding, and the file's name for messages.
 * @returns The cells of every row, all rows of equal length.
 * @throws EMPTY_FILE, RAGGED_ROW with the line, FILE for a malformed quote
 */
export function readRows(
  content: CsvContent,
  options: Pick<CsvOptions, 'separator' | 'quote' | 'encoding' | 'file'> = {},
): string[][] {
  const { file } = options
  const place = file === undefined ? {} : { file }
  const rows: string[][] = []
  for (const { cells, line } of readLines(content, options).lines) {
    const width = rows.at(0)?.length ?? cells.length
    if (cells.length !== width) {
      const message = `line ${line} has ${cells.length} cells, but the first has ${width}`
      throw new SdcError('RAGGED_ROW', message, { ...place, line }, 'Every line needs as many separators as the first.')
    }
    rows.push(cells)
  }
  if (rows.length === 0)
    throw new SdcError('EMPTY_FILE', `${file ?? 'the file'} is empty`, place, 'A table needs a row.')
  return rows
}

/** A line of a file that need not be a table: a title, a header, cells, or nothing. */
export interface TextLine {
  readonly cells: string[]
  /** Its first line in the file, from 1. */
  readonly line: number
}

/**
 * Reads the lines of a file as texts, of any number of cells. Separator and line ends are detected as in `readCsv`.
 *
 * @param content - The file.
 * @param options - Separator, quote, decimal mark (it decides the meaning of a comma), encoding, and the file's name
 *   for messages.
 * @returns Its lines, read on demand, those without a cell as one empty text; and its separator.
 * @throws FILE for a malformed quote
 */
export function readLines(
  content: CsvContent,
  options: Pick<CsvOptions, 'separator' | 'quote' | 'decimal' | 'encoding' | 'file'> = {},
): { readonly lines: Iterable<TextLine>; readonly separator: string } {
  const { file } = options
  // Cells remain text, so their decimal mark is irrelevant.
  const layout = layoutOf(content, { ...options, header: false })
  function* lines(): Generator<TextLine, void> {
    for (const { cells, lines: at } of recordsOf(layout, file)) yield { cells, line: at[0] }
  }
  return { lines: { [Symbol.iterator]: lines }, separator: layout.separator }
}
