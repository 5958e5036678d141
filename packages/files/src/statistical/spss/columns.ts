import { trimmedEnd, untilZero, type ByteReader } from '../bytes/byte-reader.js'
import type { Decoder } from '../../encodings/decoder.js'
import type { Measure } from '../../dictionary/dictionary.js'
import { formatOf, type SpssFormat } from './formats.js'
import type { Extension, SpssRecords, SpssVariable } from './records.js'

/** Column of a file, before its values are read. */
export interface SpssColumn {
  readonly name: string
  readonly label: string
  /** Bytes of a text; 0 for numbers. */
  readonly width: number
  /** Its variables: several for texts over 255 bytes. */
  readonly variables: readonly SpssVariable[]
  readonly format: SpssFormat | undefined
  readonly measure: Measure | undefined
  readonly displayWidth: number | undefined
  readonly labels: ReadonlyMap<number | string, string>
  readonly missing: SpssMissing | undefined
}

/** Values that mean missing, in the form of the file. */
export interface SpssMissing {
  readonly values: readonly (number | string)[]
  readonly range: readonly [low: number, high: number] | undefined
}

/** Subtypes of the extensions that are read. */
export const EXTENSIONS = {
  machine: 3,
  floats: 4,
  display: 11,
  longNames: 13,
  longTexts: 14,
  manyCases: 16,
  encoding: 20,
  longLabels: 21,
  longMissing: 22,
} as const

/** A text over 255 bytes has a variable for each 252 of them. */
export const BYTES_OF_PIECE = 252

const MEASURES: readonly (Measure | undefined)[] = [undefined, 'nominal', 'ordinal', 'scale']

/**
 * Builds the columns of the dictionary.
 *
 * @throws FILE if its parts do not fit together
 */
export function columnsOf(reader: ByteReader, records: SpssRecords, decoder: Decoder): SpssColumn[] {
  const { variables, extensions } = records
  const text = (bytes: Uint8Array): string => decoder.decode(trimmedEnd(bytes))
  const pairs = (subtype: number): ReadonlyMap<string, string> =>
    pairsOf(partOf(reader, extensions.get(subtype)) ?? new Uint8Array(0), decoder)
  const longNames = pairs(EXTENSIONS.longNames)
  const longTexts = pairs(EXTENSIONS.longTexts)
  const display = displayOf(reader, extensions.get(EXTENSIONS.display), variables.length)
  const labels = labelsOf(reader, records, text)
  const longLabels = readLongLabels(reader, extensions.get(EXTENSIONS.longLabels), text)
  const longMissing = readLongMissing(reader, extensions.get(EXTENSIONS.longMissing), text)
  const columns: SpssColumn[] = []
  for (let v = 0; v < variables.length;) {
    const first = variables[v]
    const key = keyOf(first.shortName)
    const name = longNames.get(key) ?? text(first.shortName)
    if (name === '') throw reader.broken(`variable ${v + 1} has no name`)
    const said = longTexts.get(key)
    const width = said === undefined ? first.width : Number.parseInt(said, 10)
    const own = variables.slice(v, v + (width > 255 ? Math.ceil(width / BYTES_OF_PIECE) : 1))
    if (said !== undefined) checkPieces(reader, name, width, own)
    const format = formatOf(first.print)
    columns.push({
      name,
      label: first.label ? decoder.decode(first.label) : '',
      width,
      variables: own,
      format,
      ...display(v),
      labels: longLabels.get(name) ?? labels.get(v) ?? new Map<string, string>(),
      missing: longMissing.get(name) ?? missingOf(first, reader, text),
    })
    v += own.length
  }
  return columns
}

/** Returns the bytes of an extension; undefined if it is absent. */
export function partOf(reader: ByteReader, part: Extension | undefined): Uint8Array | undefined {
  return part && reader.bytes.subarray(part.from, part.to)
}

/** Values by short name, from pairs `NAME=value` with tabs between them. */
function pairsOf(part: Uint8Array, decoder: Decoder): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>()
  for (let from = 0; from < part.length;) {
    const end = part.indexOf(TAB, from)
    const pair = part.subarray(from, end < 0 ? part.length : end)
    const equals = pair.indexOf(EQUALS)
    if (equals > 0) pairs.set(keyOf(pair.subarray(0, equals)), decoder.decode(untilZero(pair.subarray(equals + 1))))
    from += pair.length + 1
  }
  return pairs
}

const [TAB, EQUALS] = [0x09, 0x3d]

/** A short name as a key: it may be cut within a letter, and some programs write it in lower case. */
const keyOf = (shortName: Uint8Array): string =>
  String.fromCharCode(...trimmedEnd(shortName).subarray(0, 64)).toUpperCase()

function checkPieces(reader: ByteReader, name: string, width: number, pieces: readonly SpssVariable[]): void {
  const need = width > 255 ? Math.ceil(width / BYTES_OF_PIECE) : 1
  if (width > 0 && pieces.length === need && pieces.every((piece) => piece.width > 0)) {
    const last = pieces.length - 1
    const held = 255 * last + 8 * Math.ceil(pieces[last].width / 8)
    if (pieces.every((piece, p) => p === last || piece.width === 255) && held >= Math.min(width, 255 * need)) return
  }
  throw reader.broken(`the text ${JSON.stringify(name)} of ${width} bytes has not the variables that hold it`)
}

function displayOf(
  reader: ByteReader,
  part: Extension | undefined,
  variables: number,
): (variable: number) => Pick<SpssColumn, 'measure' | 'displayWidth'> {
  // Old files leave the width out.
  const each = part === undefined ? 0 : part.count / variables
  if (part === undefined || (each !== 2 && each !== 3) || part.to - part.from !== 4 * part.count)
    return () => ({ measure: undefined, displayWidth: undefined })
  const number = (at: number): number => reader.view.getInt32(part.from + 4 * at, reader.little)
  return (variable) => ({
    measure: MEASURES[number(each * variable)],
    displayWidth: each === 3 ? number(each * variable + 1) : undefined,
  })
}

/** The second least number, for the lower end of an open range; the least means missing. */
export const LOWEST = -Number.MAX_VALUE + 2 ** 970

const bound = (value: number): number => (value === Number.MAX_VALUE ? Infinity : value <= LOWEST ? -Infinity : value)

function missingOf(
  { missing, hasRange, width }: SpssVariable,
  reader: ByteReader,
  text: (bytes: Uint8Array) => string,
): SpssMissing | undefined {
  if (missing.length === 0) return undefined
  if (width > 0) return { values: missing.map(text), range: undefined }
  const numbers = missing.map((bytes) => numberOf(bytes, reader))
  if (!hasRange) return { values: numbers, range: undefined }
  return { values: numbers.slice(2), range: [bound(numbers[0]), bound(numbers[1])] }
}

function numberOf(bytes: Uint8Array, { little }: ByteReader): number {
  return new DataView(bytes.buffer, bytes.byteOffset, 8).getFloat64(0, little)
}

function labelsOf(
  reader: ByteReader,
  { labels, variables }: SpssRecords,
  text: (bytes: Uint8Array) => string,
): ReadonlyMap<number, ReadonlyMap<number | string, string>> {
  const all = new Map<number, ReadonlyMap<number | string, string>>()
  for (const { entries, variables: named } of labels) {
    // A list may serve many variables: its numbers and texts are converted once.
    let [numbers, texts]: (ReadonlyMap<number | string, string> | undefined)[] = []
    for (const variable of named)
      if (variables[variable].width === 0)
        all.set(
          variable,
          (numbers ??= new Map(entries.map(([value, label]) => [numberOf(value, reader), text(label)]))),
        )
      else all.set(variable, (texts ??= new Map(entries.map(([value, label]) => [text(value), text(label)]))))
  }
  return all
}

/** Labels of values of more than eight bytes, by the name of the column. */
function readLongLabels(
  reader: ByteReader,
  part: Extension | undefined,
  text: (bytes: Uint8Array) => string,
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const all = new Map<string, ReadonlyMap<string, string>>()
  eachEntry(reader, part, (own) => {
    const name = text(own.take(own.i32()))
    own.skip(4)
    const count = own.i32()
    own.checkLeft(count, 8, 'labels of long texts')
    all.set(name, new Map(Array.from({ length: count }, () => [text(own.take(own.i32())), text(own.take(own.i32()))])))
  })
  return all
}

/** Missing values of texts of more than eight bytes, by the name of the column. */
function readLongMissing(
  reader: ByteReader,
  part: Extension | undefined,
  text: (bytes: Uint8Array) => string,
): ReadonlyMap<string, SpssMissing> {
  const all = new Map<string, SpssMissing>()
  eachEntry(reader, part, (own) => {
    const name = text(own.take(own.i32()))
    const count = own.u8()
    const length = own.i32()
    all.set(name, { values: Array.from({ length: count }, () => text(own.take(length))), range: undefined })
  })
  return all
}

function eachEntry(reader: ByteReader, part: Extension | undefined, read: (own: ByteReader) => void): void {
  if (part === undefined) return
  const { at } = reader
  // Errors name the position in the whole file, so its reader continues.
  for (reader.at = part.from; reader.at < part.to;) read(reader)
  if (reader.at > part.to) throw reader.broken('a part of the dictionary is longer than it says')
  reader.at = at
}
