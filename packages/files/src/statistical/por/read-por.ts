import type { Decoder } from '../../encodings/decoder.js'
import type { ReadStat, ReadStatOptions } from '../../dictionary/stat-table.js'
import { trimmedEnd } from '../bytes/byte-reader.js'
import { textColumn } from '../bytes/text-column.js'
import type { SpssColumn } from '../spss/columns.js'
import { decoderOfFile } from '../spss/encoding.js'
import { statColumn } from '../spss/read-sav.js'
import { readDictionary } from './por-dictionary.js'
import { portableText, type PortableText } from './portable-text.js'

/** Byte after the last record. */
const END = 0x5a

/**
 * Reads a portable file of SPSS (.por). Documents, the time stamp, and the names of program and author are ignored.
 *
 * @param bytes - The file.
 * @param options - Its name, and the encoding of its texts, which such a file does not contain.
 * @returns The table.
 * @throws FILE for another file, a damaged or truncated one, and letters beyond ASCII without a named encoding
 */
export function readPor(bytes: Uint8Array, options: ReadStatOptions = {}): ReadStat {
  const { file, encoding } = options
  const decoder = decoderOfFile(encoding, undefined, undefined, file)
  const text = portableText(bytes, file)
  const { columns, weight } = readDictionary(text, decoder)
  const rows = countRecords(text, columns)
  const cells = readCells(text, columns, rows, decoder)
  return {
    table: {
      rows,
      ...(weight !== undefined && { weight }),
      columns: columns.map((column, j) => statColumn(column, cells[j])),
    },
    notes: [],
  }
}

/** Counts the records up to the end mark; the reader stays at the first. */
function countRecords(text: PortableText, columns: readonly SpssColumn[]): number {
  const { at } = text
  let rows = 0
  for (; text.peek() !== END; rows++) {
    if (columns.length === 0) throw text.broken('it has records but no columns')
    for (const { width } of columns)
      if (width > 0) text.text()
      else skipNumber(text)
  }
  text.at = at
  return rows
}

function skipNumber(text: PortableText): void {
  let byte = text.byte()
  while (byte === 0x20) byte = text.byte()
  if (byte === 0x2a) text.byte()
  else while (byte !== 0x2f) byte = text.byte()
}

function readCells(text: PortableText, columns: readonly SpssColumn[], rows: number, decoder: Decoder) {
  const held = columns.map(({ width }) => (width > 0 ? textColumn(rows, decoder) : new Float64Array(rows)))
  for (let i = 0; i < rows; i++)
    for (const cells of held)
      if (cells instanceof Float64Array) cells[i] = text.number()
      else {
        const bytes = trimmedEnd(text.text())
        cells.put(i, bytes, 0, bytes.length)
      }
  return held.map((cells) => (cells instanceof Float64Array ? cells : cells.finish()))
}
