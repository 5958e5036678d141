import type { Decoder } from '../../../encodings/decoder.js'
import { untilZero, type ByteReader } from '../../bytes/byte-reader.js'
import { readLabelSet, type Labels } from './label-sets.js'
import { otherRelease, skipRecords, type DtaLayout } from './layout.js'
import { readLongTexts } from './long-texts.js'
import { LONG_TEXT, LONGEST_TEXT, NUMERIC, type Field } from '../storage.js'

const RELEASES = [117, 118, 119]

/**
 * Reads a file of release 117, 118, or 119 except its cells. Its parts are read sequentially: some programs leave their
 * positions in the map at 0.
 *
 * @param reader - Reader, at the first byte.
 * @param decoderFor - Returns the decoder of the texts, which are UTF-8 or in any encoding.
 * @param file - Name of the file, for messages.
 * @returns The parts.
 * @throws FILE for another release or a damaged file
 * @see https://www.stata.com/help.cgi?dta
 */
export function readTagged(
  reader: ByteReader,
  decoderFor: (isUtf8: boolean) => Decoder,
  file: string | undefined,
): DtaLayout {
  const isNext = (tag: string): boolean => {
    for (let i = 0; i < tag.length; i++) if (reader.bytes[reader.at + i] !== tag.charCodeAt(i)) return false
    return true
  }
  const expectTag = (tag: string): void => {
    if (!isNext(tag)) throw reader.broken(`it should have ${tag} here`)
    reader.skip(tag.length)
  }
  const ascii = (length: number): string => String.fromCharCode(...reader.take(length))

  expectTag('<stata_dta><header><release>')
  const release = Number(ascii(3))
  if (!RELEASES.includes(release)) throw otherRelease(release, file)
  const is117 = release === 117
  const is119 = release === 119
  expectTag('</release><byteorder>')
  reader.little = ascii(3) === 'LSF'
  expectTag('</byteorder><K>')
  const count = is119 ? reader.u32() : reader.u16()
  expectTag('</K><N>')
  const rows = is117 ? reader.u32() : reader.u64()
  expectTag('</N><label>')
  const decoder = decoderFor(!is117)
  const text = (bytes: Uint8Array): string => decoder.decode(bytes)
  const fileLabel = text(untilZero(reader.take(is117 ? reader.u8() : reader.u16())))
  expectTag('</label><timestamp>')
  reader.skip(reader.u8())
  expectTag('</timestamp></header><map>')
  reader.skip(8 * 14)
  expectTag('</map>')

  const list = <T>(name: string, size: number, one: () => T): readonly T[] => {
    expectTag(`<${name}>`)
    reader.checkLeft(count, size, 'columns')
    const items = Array.from({ length: count }, one)
    expectTag(`</${name}>`)
    return items
  }
  const texts = (name: string, size: number): readonly string[] =>
    list(name, size, () => text(untilZero(reader.take(size))))
  const nameLength = is117 ? 33 : 129
  const fields = list('variable_types', 2, () => fieldOf(reader))
  const names = texts('varnames', nameLength)
  expectTag('<sortlist>')
  reader.skip((count + 1) * (is119 ? 4 : 2))
  expectTag('</sortlist>')
  const formats = texts('formats', is117 ? 49 : 57)
  const setNames = texts('value_label_names', nameLength)
  const labels = texts('variable_labels', is117 ? 81 : 321)
  expectTag('<characteristics>')
  while (isNext('<ch>')) {
    reader.skip(4)
    reader.skip(reader.u32())
    expectTag('</ch>')
  }
  expectTag('</characteristics><data>')
  const records = skipRecords(reader, rows, fields)
  expectTag('</data><strls>')
  const longTexts = readLongTexts(reader, release)
  expectTag('</strls><value_labels>')
  const labelSets = new Map<string, Labels>()
  while (isNext('<lbl>')) {
    reader.skip(5)
    readLabelSet(reader, nameLength, text, labelSets)
    expectTag('</lbl>')
  }
  expectTag('</value_labels></stata_dta>')
  const columns = fields.map((field, i) => ({
    name: names[i],
    field,
    format: formats[i],
    labelSet: setNames[i],
    label: labels[i],
  }))
  return { release, rows, fileLabel, columns, ...records, labelSets, decoder, longTexts, hasOtherLabels: false }
}

function fieldOf(reader: ByteReader): Field {
  const type = reader.u16()
  if (type === LONG_TEXT) return { storage: 'long text', width: 8 }
  if (type >= 1 && type <= LONGEST_TEXT) return { storage: 'text', width: type }
  const field = NUMERIC[65_530 - type]
  if (field === undefined) throw reader.broken(`the type ${type} of a column is unknown`, reader.at - 2)
  return field
}
