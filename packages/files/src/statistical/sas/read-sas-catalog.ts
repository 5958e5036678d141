import type { Decoder } from '../../encodings/decoder.js'
import type { ReadStatOptions } from '../../dictionary/stat-table.js'
import { byteReader, trimmedEnd, type ByteReader } from '../bytes/byte-reader.js'
import { decoderOfFile } from '../spss/encoding.js'
import { kindOfByte } from './missing-letters.js'
import { sasEncoding } from './sas-encoding.js'
import { sasFile, type SasFile } from './sas-file.js'
import { latin } from './xpt-members.js'

/** Formats of a catalog. */
export interface SasCatalog {
  /** Labels by the texts of their values, by the name of the format in capitals: `$SEX`. */
  readonly formats: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Names of formats with labels of ranges of values, which are left out. */
  readonly withRanges: ReadonlySet<string>
}

/** Options of reading a catalog. */
export interface ReadCatalogOptions extends ReadStatOptions {
  /** Encoding of a catalog without its own: that of its data set. */
  readonly usualEncoding?: string | undefined
}

/**
 * Reads a catalog of SAS formats (.sas7bcat), of 32 or 64 bits.
 *
 * @param bytes - The file.
 * @param options - Name and encoding of the file.
 * @returns The labels of each format.
 * @throws FILE for another file, and a damaged one
 */
export function readSasCatalog(bytes: Uint8Array, options: ReadCatalogOptions = {}): SasCatalog {
  const file = sasFile(bytes, 'CATALOG', options.file)
  const said = sasEncoding(file.encoding) ?? options.usualEncoding
  const decoder = decoderOfFile(options.encoding, said, undefined, options.file)
  const formats = new Map<string, ReadonlyMap<string, string>>()
  const withRanges = new Set<string>()
  for (const { page, place } of entries(file)) {
    const { name, labels, hasRanges } = readFormat(byteReader(chain(file, page, place), options.file), decoder, file)
    formats.set(name, labels)
    if (hasRanges) withRanges.add(name)
  }
  return { formats, withRanges }
}

interface Place {
  readonly page: number
  readonly place: number
}

/** Positions of formats in the index: records of another kind have no number after the letter O. */
function entries({ reader, isWide, at, word }: SasFile): Place[] {
  const found: Place[] = []
  const { bytes } = reader
  const [page, kind] = isWide ? [8, 78] : [4, 54]
  for (let i = bytes.indexOf(0x58); i >= 0; i = bytes.indexOf(0x58, i + 1)) {
    if (i + kind + 2 > bytes.length || latin(bytes.subarray(i, i + 4)) !== 'XLSR') continue
    if (!/^O\d/.test(latin(bytes.subarray(i + kind, i + kind + 2)))) continue
    found.push({ page: word(i + page), place: at(i + 2 * page).u16() })
  }
  return found
}

/** Joins the parts of a format, each with the position of the next one. */
function chain(
  { reader, isWide, headerSize, pageSize, pages, at, word }: SasFile,
  page: number,
  place: number,
): Uint8Array {
  const size = isWide ? 8 : 4
  const parts: Uint8Array[] = []
  let sum = 0
  for (let next: Place = { page, place }; next.page > 0;) {
    if (next.page > pages || sum > reader.bytes.length)
      throw reader.broken('a format has parts without end', next.place)
    const from = headerSize + (next.page - 1) * pageSize + next.place
    next = { page: word(from), place: at(from + size).u16() }
    const length = reader.u16()
    parts.push(at(from + (isWide ? 32 : 16)).take(length))
    sum += length + 1
  }
  const joined = new Uint8Array(parts.reduce((total, { length }) => total + length, 0))
  let used = 0
  for (const part of parts) {
    joined.set(part, used)
    used += part.length
  }
  return joined
}

/** Kinds of the records of a format. */
const NAME = 3
const VALUE = 4
const LABEL = 5

/** Reads the records of a format: its name, its values, then its labels, which the values refer to by number. */
function readFormat(
  block: ByteReader,
  decoder: Decoder,
  { reader: { little } }: SasFile,
): { readonly name: string; readonly labels: ReadonlyMap<string, string>; readonly hasRanges: boolean } {
  block.little = little
  let name = ''
  let hasRanges = false
  const values: { readonly text: string; readonly label: number }[] = []
  const labels: string[] = []
  while (block.at + 6 <= block.bytes.length) {
    const [kind, length] = [block.u16(), block.u32()]
    const body = block.take(length)
    if (kind === NAME) name = nameOf(body, decoder)
    else if (kind === VALUE && length >= 32) {
      const label = new DataView(body.buffer, body.byteOffset).getUint32(8, little)
      const text = name.startsWith('$') ? textOf(body, decoder) : numberOf(body)
      if (text === undefined) hasRanges = true
      else if (text !== '') values.push({ text, label })
    } else if (kind === LABEL && length > 4) {
      const size = new DataView(body.buffer, body.byteOffset).getUint16(2, little)
      labels.push(decoder.decode(trimmedEnd(body.subarray(4, 4 + size))))
    }
  }
  const pairs = values
    .filter(({ label }) => label < labels.length)
    .map(({ text, label }) => [text, labels[label]] as const)
  return { name: name.toUpperCase(), labels: new Map(pairs), hasRanges }
}

/** Name of a format: 8 letters at the beginning, or more at the end. */
function nameOf(body: Uint8Array, decoder: Decoder): string {
  const [long] = /[$A-Z_]\w{8,31}/i.exec(latin(body.subarray(10))) ?? []
  return long ?? decoder.decode(trimmedEnd(body.subarray(2, 10)))
}

/** Text of a value; undefined for a range. */
function textOf(body: Uint8Array, decoder: Decoder): string | undefined {
  const half = (body.length - 16) / 2
  const [first, last] = [trimmedEnd(body.subarray(16, 16 + half)), trimmedEnd(body.subarray(16 + half))]
  const isRange = body.length > 32 && last.length > 0 && first.length < half && latin(first) !== latin(last)
  if (isRange) return undefined
  return decoder.decode(body.length > 32 && latin(first) === latin(last) ? first : trimmedEnd(body.subarray(16)))
}

/** Text of a number or a kind of missing values; undefined for a range, empty for system-missing. */
function numberOf(body: Uint8Array): string | undefined {
  if (latin(body.subarray(16, 24)) !== latin(body.subarray(24, 32))) return undefined
  const value = double(body, 16)
  return Number.isNaN(value) ? kindOfByte(body[18]) : String(value)
}

/**
 * Reads a number in order-preserving bytes: the sign of a positive one is inverted, and every bit of a negative one.
 */
function double(body: Uint8Array, at: number): number {
  const bytes = body.slice(at, at + 8)
  const isPositive = bytes[0] >= 0x80
  if (isPositive) bytes[0] ^= 0x80
  else bytes.forEach((byte, i) => (bytes[i] = byte ^ 0xff))
  return new DataView(bytes.buffer).getFloat64(0)
}
