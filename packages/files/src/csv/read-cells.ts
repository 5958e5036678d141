import { NUMBERS } from './columns/plain-columns.js'
import { exactPowers } from './decimal/powers.js'
import { restOfCells, type TableReading } from './rest-of-cells.js'
import { CRLF, LF } from './scan/line-ends-list.js'

/** Facts about a file after all its records are read. */
export interface RecordsRead {
  readonly records: number
  readonly otherLineEnds: Uint8Array | null
  /** Line ends after the last record. */
  readonly tail: string
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
