import { columnLength, SdcError, type Dataset } from '@sdc/core'
import { hasBit } from './bits.js'
import { changedCells, sourceCells, type CellText } from './cells.js'
import type { CsvDialect, CsvFile } from './csv-file.js'
import { asNeeded, inQuotes } from './quoting.js'
import { unchanged } from './unchanged.js'

const plain: CsvDialect = {
  separator: ',',
  quote: '"',
  decimal: '.',
  newline: '\n',
  header: true,
  prefix: '',
  tail: '\n',
  missing: '',
}
/** Cells, separators and line ends a piece: of a file with thousands of columns, too, a piece fits into a string. */
const PARTS_PER_CHUNK = 1 << 15

/**
 * Writes a dataset as CSV, in the way of the file it came from (`source`), if any. `origin[r]` is the source's record of
 * output record r, −1 where there is none; without it, records are those of the source in their order.
 *
 * A column with the source's values throughout is written with the source's text. In any other column every number is
 * written as the shortest decimal that reads back bit-equal, whether it changed or not: `1.50` beside `1.5` would tell
 * the cells that were moved from those that were not. Missing cells keep their text, so long as none of the column's
 * missing cells went elsewhere. Where the source has no header, none is written. Throws LENGTH_MISMATCH, and NOT_NUMERIC for an infinite value. O(cells).
 */
export function writeCsv(source: CsvFile | undefined, data: Dataset, origin?: Int32Array): string {
  return [...csvChunks(source, data, origin)].join('')
}

/** The text of `writeCsv` in pieces, for files beyond what one string holds. */
export function* csvChunks(source: CsvFile | undefined, data: Dataset, origin?: Int32Array): Generator<string, void> {
  const dialect = source?.dialect ?? plain
  const { separator, newline } = dialect
  const from = checkedOrigin(source, data, origin)
  const columns = data.names.map((name) => cellsOf(source, data, name, from))
  const other = newline === '\n' ? '\r\n' : '\n'

  let parts = [dialect.prefix]
  if (dialect.header) {
    for (const [j, { header }] of columns.entries()) parts.push(j > 0 ? separator : '', header)
    endRecord(parts, data.rows === 0 ? dialect.tail : newline, dialect)
  }
  for (let r = 0; r < data.rows; r++) {
    for (let j = 0; j < columns.length; j++) {
      if (j > 0) parts.push(separator)
      parts.push(columns[j].text(r))
    }
    const last = r === data.rows - 1
    // A blank line at the end of a file is no record.
    if (last && columns.length === 1 && parts.at(-1) === '') parts[parts.length - 1] = inQuotes('', dialect.quote)
    const mixed = source !== undefined && hasBit(source.otherLineEnds, r)
    endRecord(parts, last ? dialect.tail : mixed ? other : newline, dialect)
    if (parts.length >= PARTS_PER_CHUNK) {
      yield parts.join('')
      parts = []
    }
  }
  if (parts.length > 0) yield parts.join('')
}

/** An unquoted `\r` at the end of a record would be taken for a part of its line end. */
function endRecord(parts: string[], lineEnd: string, dialect: CsvDialect): void {
  const last = parts[parts.length - 1]
  if (lineEnd.startsWith('\n') && last.endsWith('\r')) parts[parts.length - 1] = inQuotes(last, dialect.quote)
  parts.push(lineEnd)
}

interface ColumnText {
  readonly header: string
  readonly text: CellText
}

function cellsOf(source: CsvFile | undefined, data: Dataset, name: string, origin: Int32Array | null): ColumnText {
  const column = data.column(name)
  const dialect = source?.dialect ?? plain
  const held = source?.source.get(name)
  if (!source || !held) return { header: asNeeded(name, dialect), text: changedCells({ name, column, dialect }) }
  const before = { column: source.dataset.column(name), source: held, origin }
  const same = unchanged(before.column, column, origin)
  return {
    header: held.header,
    text: same ? sourceCells(before, dialect) : changedCells({ name, column, dialect, before }),
  }
}

function checkedOrigin(source: CsvFile | undefined, data: Dataset, origin: Int32Array | undefined): Int32Array | null {
  const rows = data.rows
  for (const name of data.names) {
    const length = columnLength(data.column(name))
    if (length !== rows)
      throw new SdcError('LENGTH_MISMATCH', `column "${name}" has ${length} records of ${rows}`, { column: name })
  }
  if (!source) return null
  const inSource = source.dataset.rows
  if (!origin) {
    if (rows === inSource) return null
    const message = `${rows} records are to be written, the source has ${inSource}`
    throw new SdcError('LENGTH_MISMATCH', message, {}, 'Say which record of the source each came from (origin).')
  }
  if (origin.length !== rows)
    throw new SdcError('LENGTH_MISMATCH', `origin names ${origin.length} records, the data have ${rows}`)
  const beyond = origin.findIndex((record) => record >= inSource)
  if (beyond < 0) return origin
  throw new SdcError(
    'LENGTH_MISMATCH',
    `record ${beyond + 1} is said to come from record ${origin[beyond] + 1} of ${inSource}`,
    { row: beyond + 1 },
  )
}
