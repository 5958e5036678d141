import type { Decoder } from '../../../encodings/decoder.js'
import { untilZero, type ByteReader } from '../../bytes/byte-reader.js'
import { readLabelSet, type Labels } from './label-sets.js'
import { otherRelease, skipRecords, type DtaLayout } from './layout.js'
import { NO_LONG_TEXTS } from './long-texts.js'
import { NUMERIC, type Field } from '../storage.js'

const RELEASES = [105, 108, 110, 111, 112, 113, 114, 115]
const LETTERS = 'bilfd'

/**
 * Reads a file of release 105 to 115 except its cells.
 *
 * @param reader - Reader, at the first byte.
 * @param decoder - Decoder of its texts.
 * @param file - Name of the file, for messages.
 * @returns The parts.
 * @throws FILE for another release or a damaged file
 * @see https://www.stata.com/help.cgi?dta_115
 */
export function readOld(reader: ByteReader, decoder: Decoder, file: string | undefined): DtaLayout {
  const release = reader.u8()
  if (!RELEASES.includes(release)) throw otherRelease(release, file)
  reader.little = reader.u8() === 2
  reader.skip(2)
  const has9Letters = release < 110
  const labelLength = release >= 108 ? 81 : 32
  const nameLength = has9Letters ? 9 : 33
  const decode = (bytes: Uint8Array): string => decoder.decode(bytes)
  const text = (length: number): string => decode(untilZero(reader.take(length)))
  const count = reader.u16()
  const rows = reader.u32()
  const fileLabel = text(labelLength)
  reader.skip(18)
  const list = <T>(one: () => T): readonly T[] => Array.from({ length: count }, one)
  const fields = list(() => fieldOf(reader, release))
  const names = list(() => text(nameLength))
  reader.skip(2 * (count + 1))
  const formats = list(() => text(release >= 114 ? 49 : 12))
  const setNames = list(() => text(nameLength))
  const labels = list(() => text(labelLength))
  for (;;) {
    const type = reader.u8()
    const length = has9Letters ? reader.u16() : reader.u32()
    if (type === 0) break
    reader.skip(length)
  }
  const records = skipRecords(reader, rows, fields)
  const labelSets = new Map<string, Labels>()
  if (release >= 108) while (reader.at < reader.bytes.length) readLabelSet(reader, nameLength, decode, labelSets)
  const columns = fields.map((field, i) => ({
    name: names[i],
    field,
    format: formats[i],
    labelSet: setNames[i],
    label: labels[i],
  }))
  return {
    release,
    rows,
    fileLabel,
    columns,
    ...records,
    labelSets,
    decoder,
    longTexts: NO_LONG_TEXTS,
    hasOtherLabels: reader.at < reader.bytes.length,
  }
}

function fieldOf(reader: ByteReader, release: number): Field {
  const type = reader.u8()
  const number = release >= 111 ? type - 251 : LETTERS.indexOf(String.fromCharCode(type))
  const field = NUMERIC[number]
  if (field !== undefined) return field
  const width = release >= 111 ? type : type - 127
  if (width > 0) return { storage: 'text', width }
  throw reader.broken(`the type ${type} of a column is unknown`, reader.at - 1)
}
