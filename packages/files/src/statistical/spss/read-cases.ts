import type { Decoder } from '../../encodings/decoder.js'
import type { ByteReader } from '../bytes/byte-reader.js'
import { textColumn, type TextColumn } from '../bytes/text-column.js'
import { EXTENSIONS, type SpssColumn } from './columns.js'
import { dataOf, type SpssData } from './data.js'
import type { SpssRecords } from './records.js'

/** Content of the records of a file. */
export interface SpssCases {
  readonly rows: number
  /** By column: numbers, with NaN for system-missing, or texts. */
  readonly cells: readonly (Float64Array | ReturnType<TextColumn['finish']>)[]
  /** True if more data follow the number of records in the header. */
  readonly hasMore: boolean
}

/** Byte codes that do not represent a number. */
const [SKIP, END, PLAIN, BLANKS, MISSING] = [0, 252, 253, 254, 255]

/** Targets of the slots of a record. */
interface Places {
  readonly rows: number
  /** Numbers of the column of a slot; null in the slots of texts. */
  readonly numbers: readonly (Float64Array | null)[]
  /** Bytes of the present record; blank or zero in the slots of numbers. */
  readonly record: Uint8Array
  /** Reads the texts of a record. */
  readonly take: (row: number) => void
}

/**
 * Reads the records.
 *
 * @throws FILE if the data are truncated or damaged
 */
export function readCases(
  reader: ByteReader,
  { header, slots, extensions }: SpssRecords,
  columns: readonly SpssColumn[],
  decoder: Decoder,
): SpssCases {
  const { compression, cases, bias } = header
  const start = reader.at
  const data = dataOf(reader, compression)
  // A slot takes eight bytes, or at least one code.
  const most = Math.floor(data.length / (compression === 0 ? 8 * slots : slots))
  if (cases > most) throw reader.broken(`${cases} records do not fit in the data`, start)
  const rows = cases >= 0 ? cases : compression === 0 ? most : countRows(data, slots)
  const texts = columns.map((column) => (column.width > 0 ? textColumn(rows, decoder) : null))
  const cells = columns.map((_, j) => (texts[j] === null ? new Float64Array(rows) : null))
  const numbers = Array.from({ length: slots }, (): Float64Array | null => null)
  for (const [j, { variables }] of columns.entries()) numbers[variables[0].slot] = cells[j]
  const record = new Uint8Array(8 * slots)
  const takers = texts.flatMap((text, j) => (text ? [takerOf(columns[j], record, text)] : []))
  const places: Places = {
    rows,
    numbers,
    record,
    take(row) {
      for (const taker of takers) taker(row)
    },
  }
  const floats = extensions.get(EXTENSIONS.floats)
  const sysmis = floats && floats.to > floats.from ? reader.view.getFloat64(floats.from, reader.little) : NaN
  const isMissing = (value: number): boolean => value === sysmis || value === -Number.MAX_VALUE
  const hasMore =
    compression === 0
      ? readPlain(data, places, reader.little, isMissing)
      : readCodes(data, places, reader, bias, isMissing)
  if (cases < 0 && hasMore) throw reader.broken('the data end within a record', start)
  return { rows, cells: cells.map((values, j) => values ?? texts[j]!.finish()), hasMore }
}

/** Reads the text of a column from the bytes of a record, without trailing blanks and zeros. */
function takerOf({ width, variables }: SpssColumn, record: Uint8Array, text: TextColumn): (row: number) => void {
  const put = (row: number, bytes: Uint8Array, from: number, end: number): void => {
    let to = end
    while (to > from && (bytes[to - 1] === 0x20 || bytes[to - 1] === 0)) to--
    text.put(row, bytes, from, to)
  }
  const start = 8 * variables[0].slot
  if (variables.length === 1) return (row) => put(row, record, start, start + width)
  const whole = new Uint8Array(width)
  return (row) => {
    variables.forEach(({ slot }, p) => {
      const length = Math.min(255, width - 255 * p)
      if (length > 0) whole.set(record.subarray(8 * slot, 8 * slot + length), 255 * p)
    })
    put(row, whole, 0, width)
  }
}

function readPlain(
  { pieces, length }: SpssData,
  { rows, numbers, record, take }: Places,
  little: boolean,
  isMissing: (value: number) => boolean,
): boolean {
  const slots = numbers.length
  for (const bytes of pieces) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let at = 0
    for (let row = 0; row < rows; row++) {
      for (let slot = 0; slot < slots; slot++, at += 8) {
        const values = numbers[slot]
        if (values === null) for (let b = 0; b < 8; b++) record[8 * slot + b] = bytes[at + b]
        else {
          const value = view.getFloat64(at, little)
          values[row] = isMissing(value) ? NaN : value
        }
      }
      take(row)
    }
  }
  return length >= 8 * slots * rows + 8
}

function readCodes(
  { pieces }: SpssData,
  { rows, numbers, record, take }: Places,
  { little, broken }: ByteReader,
  bias: number,
  isMissing: (value: number) => boolean,
): boolean {
  const slots = numbers.length
  const codes = new Uint8Array(8)
  let next = 8
  let row = 0
  let slot = 0
  reading: for (const bytes of pieces) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const last = bytes.length - 8
    for (let at = 0; ;) {
      if (next === 8) {
        if (at > last) break
        for (let b = 0; b < 8; b++) codes[b] = bytes[at + b]
        at += 8
        next = 0
      }
      const code = codes[next]
      if (code === SKIP) {
        next++
        continue
      }
      if (code === END) break reading
      if (row === rows) return true
      const values = numbers[slot]
      if (code === PLAIN) {
        if (at > last) break
        if (values === null) for (let b = 0; b < 8; b++) record[8 * slot + b] = bytes[at + b]
        else {
          const value = view.getFloat64(at, little)
          values[row] = isMissing(value) ? NaN : value
        }
        at += 8
      } else if (values === null) {
        if (code !== BLANKS) throw broken(`record ${row + 1} has a number in place of a text`)
        record.fill(0x20, 8 * slot, 8 * slot + 8)
      } else if (code === BLANKS) throw broken(`record ${row + 1} has a text in place of a number`)
      else values[row] = code === MISSING ? NaN : code - bias
      next++
      if (++slot === slots) {
        take(row++)
        slot = 0
      }
    }
  }
  if (row < rows || slot > 0) throw broken(`the data end in record ${row + 1} of ${rows}`)
  return false
}

/** Counts records of byte codes: their files may lack the number. */
function countRows({ pieces }: SpssData, slots: number): number {
  const codes = new Uint8Array(8)
  let next = 8
  let count = 0
  for (const bytes of pieces)
    for (let at = 0; ;) {
      if (next === 8) {
        if (at + 8 > bytes.length) break
        codes.set(bytes.subarray(at, at + 8))
        at += 8
        next = 0
      }
      if (codes[next] === END) return Math.floor(count / slots)
      if (codes[next] === PLAIN) {
        if (at + 8 > bytes.length) break
        at += 8
      }
      if (codes[next++] !== SKIP) count++
    }
  return Math.floor(count / slots)
}
