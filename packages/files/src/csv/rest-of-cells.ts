import { isSdcError, SdcError } from '@sdc/core'
import { bitSet, setBit } from './bits.js'
import type { ColumnBuilder } from './columns/column-builder.js'
import type { PlainColumns } from './columns/plain-columns.js'
import type { CsvOptions } from './csv-file.js'
import type { Layout } from './layout/layout.js'
import type { CellEnd, CellScanner } from './scan/cell-scanner.js'
import { CRLF, LF, lineEndsList, NOT, type LineEndsList } from './scan/line-ends-list.js'

/** Input of `readCells`: the scanner after the header, and the columns. */
export interface TableReading {
  readonly layout: Layout
  readonly scanner: CellScanner
  readonly builders: readonly ColumnBuilder[]
  readonly plain: PlainColumns
  /** Number of records with room in the builders. */
  readonly capacity: number
  readonly options: CsvOptions
  /** Largest number of records if the file is read in blocks; the rest is left for the next block. */
  readonly most?: number
}

/** Reader of the cells that need more than the loop over plain ones. */
export interface RestOfCells {
  /** Line ends of blank lines that are not yet followed by a record. */
  readonly blank: LineEndsList
  /** Number of records with allocated room. */
  readonly capacity: number
  /** Line end of the last record. */
  lastEnd: number
  /** First line of the record. */
  line: number
  /** Number of records read, after a cell that ends one. */
  readonly records: number
  /** True if the scanner has passed the cell of an error. */
  readonly scanned: boolean
  /** Reads any cell; returns what follows it. */
  cell(record: number): CellEnd
  endsOtherwise(record: number): void
  otherLineEnds(): Uint8Array | null
  tail(): string
  /** Replaces an error in a cell of a ragged record by RAGGED_ROW. */
  raggedFirst(error: unknown): unknown
}

/**
 * Returns the reader of all cells that are not plain: quotes, long numbers, blank lines, ragged ones, the ends of the
 * window and of the file.
 *
 * @param reading - The scanner after the header, and the columns.
 * @returns The reader.
 */
export function restOfCells({ layout, scanner, builders, capacity: room, options }: TableReading): RestOfCells {
  const width = builders.length
  const otherwise = layout.newline === '\r\n' ? LF : CRLF
  const other: { bits: Uint8Array | null } = { bits: null }
  let capacity = room
  let records = 0
  let scanned = false
  let empty = false
  const blank = lineEndsList()

  const it: RestOfCells = {
    blank,
    get capacity() {
      return capacity
    },
    lastEnd: NOT,
    line: scanner.nextLine,
    get records() {
      return records
    },
    get scanned() {
      return scanned
    },
    cell,
    endsOtherwise(record) {
      setBit((other.bits ??= bitSet(capacity)), record)
    },
    otherLineEnds: () => other.bits,
    tail() {
      const ends = lineEndsList()
      ends.push(it.lastEnd)
      return ends.text(layout.lineEnd) + blank.text(layout.lineEnd)
    },
    raggedFirst,
  }

  function cell(record: number): CellEnd {
    scanNext()
    scanned = true
    records = record
    const { cell: j, behind, crlf } = scanner
    if (j === 0) {
      empty = scanner.from === scanner.to
      if (empty && !scanner.quoted && behind !== 'separator') {
        if (behind === 'line end') {
          blank.push(crlf ? CRLF : LF)
          it.line = scanner.nextLine
        }
        scanned = false
        return behind
      }
      if (blank.size > 0) records = addBlank(record)
      if (records === capacity) grow()
    }
    if (j === width - 1 && behind === 'separator') throw ragged(cellsLeft(), it.line)
    const { bytes, from, to, quoted } = scanner
    builders[j].add(records, bytes, from, to, quoted)
    if (quoted) builders[j].quote(records, scanner.trailing)
    if (behind !== 'separator') {
      if (j < width - 1) throw ragged(j + 1, it.line)
      it.lastEnd = behind === 'end of file' ? NOT : crlf ? CRLF : LF
      if (it.lastEnd === otherwise) it.endsOtherwise(records)
      records++
      it.line = scanner.nextLine
    }
    scanned = false
    return behind
  }

  /** If malformed text follows blank lines, there is a record, and they were the first fault. */
  function scanNext(): void {
    try {
      scanner.scan()
    } catch (error) {
      throw blank.size > 0 && width > 1 && isSdcError(error) ? ragged(1, it.line - blank.size, true) : error
    }
  }

  /** A blank line between records is a record in a file of one column only. */
  function addBlank(record: number): number {
    const first = scanner.line - blank.size
    if (width > 1) throw ragged(1, first, true)
    const { line } = scanner
    let next = record
    for (let k = 0; k < blank.size; k++) {
      const how = blank.at(k)
      if (next === capacity) grow()
      scanner.line = first + k
      builders[0].add(next, scanner.bytes, 0, 0, false)
      if (how === otherwise) it.endsOtherwise(next)
      next++
    }
    blank.clear()
    scanner.line = line
    return next
  }

  function grow(): void {
    capacity = Math.ceil(1.5 * capacity) + 64
    for (const builder of builders) builder.grow(capacity)
    if (other.bits === null) return
    const bits = bitSet(capacity)
    bits.set(other.bits)
    other.bits = bits
  }

  /** Number of cells of the record, after one that is not its last. */
  function cellsLeft(): number {
    while (scanner.behind === 'separator') scanner.scan()
    return scanner.cell + 1
  }

  function raggedFirst(error: unknown): unknown {
    if (!isSdcError(error) || (error.code !== 'NOT_NUMERIC' && error.code !== 'BAD_PLAN')) return error
    if (!scanned) scanner.scan()
    const cells = cellsLeft()
    return cells === width ? error : ragged(cells, it.line)
  }

  function ragged(cells: number, line: number, nothing = empty && cells === 1): SdcError {
    const { file } = options
    const found = nothing ? 'is empty' : `has ${cells} ${cells === 1 ? 'cell' : 'cells'}`
    const fix = nothing
      ? 'Remove the empty line.'
      : 'Correct the line; a separator within a text needs quotes around the text.'
    const columns = `${width} ${width === 1 ? 'column' : 'columns'}`
    return new SdcError(
      'RAGGED_ROW',
      `line ${line} ${found}, but the ${layout.header ? 'header' : 'first line'} has ${columns}`,
      { file, line },
      fix,
    )
  }

  return it
}
