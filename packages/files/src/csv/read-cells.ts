import { isSdcError, SdcError } from '@sdc/core'
import { bitSet, setBit } from './bits.js'
import type { ColumnBuilder } from './columns/column-builder.js'
import { NUMBERS, type PlainColumns } from './columns/plain-columns.js'
import type { CsvOptions } from './csv-file.js'
import { exactPowers } from './decimal/powers.js'
import type { Layout } from './layout/layout.js'
import type { CellEnd, CellScanner } from './scan/cell-scanner.js'
import { CRLF, LF, lineEndsList, NOT, type LineEndsList } from './scan/line-ends-list.js'

/** Facts about a file after all its records are read. */
export interface RecordsRead {
  readonly records: number
  readonly otherLineEnds: Uint8Array | null
  /** Line ends after the last record. */
  readonly tail: string
}

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

/** Number of digits that fit an integer of 32 bits. */
const SHORT = 9

/**
 * Reads the records of a table cell by cell. Most cells are plain: a number of up to nine digits in the form of its
 * column, an empty cell that means missing, or a text without quotes. These are read here, from the bytes; all others
 * by the scanner and the builder of their column.
 *
 * @param reading - The scanner after the header, and the columns.
 * @returns The facts after the last record.
 * @throws RAGGED_ROW, FILE for a malformed quote, and the errors of the builders
 */
export function readCells(reading: TableReading): RecordsRead {
  const { layout, scanner, builders, plain, most = Infinity } = reading
  const { lineEnd } = layout
  const { separator, quote } = layout.marks
  const { window } = scanner
  const { kind, values, codes, decimals, emptyIsMissing, guarded, low, high, hasDecimals, unmarked } = plain
  // If the decimal mark is also the separator, only quoted numbers have it; these are not read here.
  const markByte = layout.decimal === layout.separator ? -1 : layout.decimal.charCodeAt(0)
  const last = builders.length - 1
  const otherwise = layout.newline === '\r\n' ? LF : CRLF
  const rest = restOfCells(reading)
  let { at, end, bytes } = window
  let record = 0
  let j = 0

  try {
    for (;;) {
      plain: if (j > 0 || (rest.blank.size === 0 && record < rest.capacity)) {
        let p = at
        let byte = bytes[p]
        if (kind[j] === NUMBERS) {
          const quoted = byte === quote
          if (quoted) byte = bytes[++p]
          const negative = byte === 45
          if (negative) byte = bytes[++p]
          const first = p
          let digits = 0
          while ((byte ^ 48) <= 9) {
            digits = (Math.imul(digits, 10) + (byte ^ 48)) | 0
            byte = bytes[++p]
          }
          const whole = p - first
          let places = 0
          if (byte === markByte) {
            byte = bytes[++p]
            const behind = p
            while ((byte ^ 48) <= 9) {
              digits = (Math.imul(digits, 10) + (byte ^ 48)) | 0
              byte = bytes[++p]
            }
            places = p - behind
            // Only if value and column determine the text, it need not be kept.
            if (places === 0) break plain
            if (places !== decimals[j] && (decimals[j] >= 0 || bytes[p - 1] === 48 || places > 6)) break plain
          } else if (decimals[j] >= 0 && whole > 0) break plain
          if (whole === 0) {
            if (p !== at || last === 0 || emptyIsMissing[j] === 0) break plain
          } else {
            if (whole + places > SHORT || (whole > 1 && bytes[first] === 48)) break plain
            if (quoted) {
              if (byte !== quote) break plain
              byte = bytes[++p]
            }
          }
          const crlf = j === last && byte === 13 && lineEnd === 10 && bytes[p + 1] === 10 ? CRLF : LF
          const stop = p + crlf
          if (j < last ? byte !== separator : stop >= end || bytes[stop] !== lineEnd) break plain
          if (whole === 0) values[j][record] = Number.NaN
          else {
            const size = places > 0 ? digits / exactPowers[places] : digits
            const value = negative ? -size : size
            const guard = guarded[j]
            if (guard?.includes(value) === true || (value >= low[j] && value <= high[j])) break plain
            if (plain.looking) {
              // 1.234 may be a thousand: its column examines it.
              if (places === 3 && whole <= 3 && bytes[first] !== 48) break plain
              if (places > 0) {
                hasDecimals[j] = 1
                plain.looking = false
              } else if (whole > 3) unmarked[j] = 1
            }
            values[j][record] = value
            if (quoted) builders[j].quote(record, undefined)
          }
          at = stop + 1
          if (j < last) {
            j++
            continue
          }
          if (crlf === otherwise) rest.endsOtherwise(record)
          rest.lastEnd = crlf
        } else {
          if (byte === quote) break plain
          while (byte !== separator && byte !== lineEnd && p < end) byte = bytes[++p]
          if (p >= end || (byte === separator) !== j < last) break plain
          const crlf = byte === lineEnd && lineEnd === 10 && p > at && bytes[p - 1] === 13 ? CRLF : LF
          const to = p - crlf
          if (to === at && (last === 0 || emptyIsMissing[j] === 0)) break plain
          if (to === at) codes[j][record] = -1
          else {
            scanner.line = scanner.nextLine
            builders[j].add(record, bytes, at, to, false)
          }
          at = p + 1
          if (j < last) {
            j++
            continue
          }
          if (crlf === otherwise) rest.endsOtherwise(record)
          rest.lastEnd = crlf
        }
        j = 0
        record++
        scanner.nextLine++
        scanner.recordStart = window.before + at
        rest.line = scanner.nextLine
        continue
      }
      window.at = at
      scanner.nextCell = j
      if (j === 0 && record >= most) break
      const behind = rest.cell(record)
      if (behind === 'separator') j++
      else {
        j = 0
        record = rest.records
        if (behind === 'end of file') break
      }
      bytes = window.bytes
      at = window.at
      end = window.end
    }
  } catch (error) {
    if (!rest.scanned) {
      window.at = at
      scanner.nextCell = j
    }
    throw rest.raggedFirst(error)
  }
  return { records: record, otherLineEnds: rest.otherLineEnds(), tail: rest.tail() }
}

interface RestOfCells {
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
 * Reads all cells that are not plain: quotes, long numbers, blank lines, ragged ones, the ends of the window and of the
 * file.
 */
function restOfCells({ layout, scanner, builders, capacity: room, options }: TableReading): RestOfCells {
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
