import { option, SdcError } from '@sdc/core'
import { decoderOf, guessingDecoder, type Decoder } from '../../encodings/decoder.js'
import { missingKinds } from '../../dictionary/missing-kinds.js'
import type { NumberCells, ReadStat, ReadStatOptions, StatColumn, TextCells } from '../../dictionary/stat-table.js'
import { byteReader } from '../bytes/byte-reader.js'
import { textColumn } from '../bytes/text-column.js'
import { readIbm } from './ibm-number.js'
import { kindOfLetter } from './missing-letters.js'
import { firstOf, textOfFormat, timeOf } from './sas-format.js'
import { latin, LINE, readXptHead, type XptColumn, type XptHead } from './xpt-members.js'

/**
 * Reads a SAS transport file (.xpt) of version 5 or 8.
 *
 * @param bytes - The file.
 * @param options - Its name, and the encoding of its texts, which transport files do not contain. By default texts
 *   are UTF-8 if their bytes are valid, else windows-1252.
 * @returns The table. A note reports a file without a number of records.
 * @throws FILE for another file, a damaged one, and one with several data sets
 */
export function readXpt(bytes: Uint8Array, options: ReadStatOptions = {}): ReadStat {
  const { file, encoding } = options
  const head = readXptHead(bytes, file)
  let isGuessed = false
  const decoder =
    encoding === undefined
      ? guessingDecoder(() => {
          isGuessed = true
        })
      : decoderOf(encoding, file)
  const width = head.columns.reduce((sum, { length }) => sum + length, 0)
  const rows = countRecords(bytes, head, width, file)
  let from = head.at
  const columns = head.columns.map((column): StatColumn => {
    const cells = column.numeric
      ? readNumbers(bytes, from, width, rows, column)
      : readTexts(bytes, from, width, rows, column, decoder)
    // Positions in the file may be those of its original data set: its columns are consecutive.
    from += column.length
    return { name: decoder.decode(column.name), description: describe(column, decoder), cells }
  })
  const fileLabel = decoder.decode(head.label) || undefined
  const notes: string[] = []
  if (head.records === undefined)
    notes.push(`The file does not say its number of records: all ${rows} up to its end were read.`)
  if (isGuessed)
    notes.push(`Texts that are not UTF-8 were read as Windows-1252; ${option('encoding')} names another encoding.`)
  return { table: { rows, fileLabel, columns }, notes }
}

function formatOf({ format }: XptColumn, decoder: Decoder) {
  return { ...format, name: decoder.decode(format.name) }
}

function describe(column: XptColumn, decoder: Decoder): StatColumn['description'] {
  const format = formatOf(column, decoder)
  return {
    label: decoder.decode(column.label) || undefined,
    format: textOfFormat(format),
    ...(column.numeric
      ? { time: timeOf(format), stored: 'number' as const }
      : { width: column.length, stored: 'text' as const }),
  }
}

function readNumbers(bytes: Uint8Array, from: number, width: number, rows: number, column: XptColumn): NumberCells {
  const { length, format } = column
  const first = firstOf(timeOf({ ...format, name: latin(format.name) }))
  const values = new Float64Array(rows)
  const missing = missingKinds(rows)
  for (let i = 0, at = from; i < rows; i++, at += width) {
    values[i] = readIbm(bytes, at, length) - first
    if (Number.isNaN(values[i])) missing.note(i, kindOfLetter(bytes[at]))
  }
  return { kind: 'numbers', values, missing: missing.finish() }
}

function readTexts(
  bytes: Uint8Array,
  from: number,
  width: number,
  rows: number,
  { length }: XptColumn,
  decoder: Decoder,
): TextCells {
  const texts = textColumn(rows, decoder)
  for (let i = 0, at = from; i < rows; i++, at += width) {
    let end = at + length
    while (end > at && (bytes[end - 1] === 0x20 || bytes[end - 1] === 0)) end--
    texts.put(i, bytes, at, end)
  }
  return { kind: 'texts', ...texts.finish(), missing: null }
}

/** Number of records; blanks fill the last line of the file. */
function countRecords(bytes: Uint8Array, head: XptHead, width: number, file: string | undefined): number {
  const { broken } = byteReader(bytes, file)
  refuseSeveral(bytes, head.at, file)
  const left = bytes.length - head.at
  const { records } = head
  const rows = records ?? (width === 0 ? 0 : Math.floor(left / width))
  if (rows * width > left || (width === 0 && rows > 0))
    throw broken(`${rows} records of ${width} bytes do not fit in the rest of the file`, head.at)
  const end = head.at + rows * width
  for (let at = end; at < bytes.length; at++)
    if (bytes[at] !== 0x20) throw broken(`the file ends within record ${rows + 1}`, bytes.length)
  // A program that does not fill the last line ends with a record; any other length means a truncated file.
  if (bytes.length - end >= LINE || (left % LINE !== 0 && bytes.length !== end))
    throw broken(`the file ends within record ${rows + 1}`, bytes.length)
  return records === undefined && left % LINE === 0 ? withoutBlanks(bytes, head.at, rows, width) : rows
}

/** Leaves out records of blanks that only fill the last line. */
function withoutBlanks(bytes: Uint8Array, first: number, rows: number, width: number): number {
  let count = rows
  while (count > 0) {
    const at = first + (count - 1) * width
    if (bytes.length - at >= LINE || bytes.subarray(at, at + width).some((byte) => byte !== 0x20)) break
    count--
  }
  return count
}

/** Refuses a library of several data sets: it is ambiguous. */
function refuseSeveral(bytes: Uint8Array, first: number, file: string | undefined): void {
  const start = 'HEADER RECORD*******MEMB'
  for (let at = first; at + LINE <= bytes.length; at += LINE)
    if (bytes[at] === 0x48 && latin(bytes.subarray(at, at + start.length)) === start) {
      const message = `${file ?? 'the file'} holds several data sets`
      throw new SdcError('FILE', message, { file }, 'Write each data set to a transport file of its own.')
    }
}
