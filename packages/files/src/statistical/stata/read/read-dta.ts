import { option } from '@sdc/core'
import { decoderOf, guessingDecoder, type Decoder } from '../../../encodings/decoder.js'
import type { ColumnDescription } from '../../../dictionary/dictionary.js'
import type { ReadStat, ReadStatOptions, StatColumn } from '../../../dictionary/stat-table.js'
import { byteReader } from '../../bytes/byte-reader.js'
import type { Labels } from './label-sets.js'
import type { DtaColumn, DtaLayout } from './layout.js'
import { readCells } from './read-cells.js'
import { readOld } from './read-old.js'
import { readTagged } from './read-tagged.js'
import { fromStataTime, timeOf } from '../times.js'

/**
 * Reads a Stata file (.dta) of release 105, 108, 110 to 115, or 117 to 119. Notes, characteristics, the time stamp, and
 * the sort order are ignored.
 *
 * @param bytes - The file.
 * @param options - Name of the file, and encoding of its texts. Without one, texts before release 118 are UTF-8 if
 *   valid, else Windows-1252.
 * @returns The table. Texts keep trailing blanks.
 * @throws FILE for another release or a damaged file; BAD_OPTION for an unknown encoding
 */
export function readDta(bytes: Uint8Array, options: ReadStatOptions = {}): ReadStat {
  const { file, encoding } = options
  const reader = byteReader(bytes, file)
  let isGuessed = false
  const decoderFor = (isUtf8: boolean): Decoder =>
    encoding === undefined && !isUtf8
      ? guessingDecoder(() => {
          isGuessed = true
        })
      : decoderOf(encoding ?? 'utf-8', file)
  const isTagged = bytes[0] === '<'.charCodeAt(0)
  const layout = isTagged ? readTagged(reader, decoderFor, file) : readOld(reader, decoderFor(false), file)
  const cells = readCells(reader, layout)
  const columns = layout.columns.map((column, i): StatColumn => {
    const description = describe(column, layout.labelSets)
    const own = cells[i]
    if (own.kind === 'numbers' && description.time !== undefined) fromStataTime(own.values, column.format)
    return { name: column.name, description, cells: own }
  })
  const { rows } = layout
  const fileLabel = layout.fileLabel.trimEnd()
  return { table: { rows, columns, ...(fileLabel !== '' && { fileLabel }) }, notes: notesOn(layout, isGuessed) }
}

function notesOn({ release, hasOtherLabels }: DtaLayout, isGuessed: boolean): string[] {
  const notes: string[] = []
  if (isGuessed)
    notes.push(`Texts that are not UTF-8 were read as Windows-1252; ${option('encoding')} names another encoding.`)
  if (hasOtherLabels) notes.push(`The value labels of release ${release} of Stata's format are not read.`)
  return notes
}

function describe({ field, format, label, labelSet }: DtaColumn, sets: DtaLayout['labelSets']): ColumnDescription {
  const common = { ...(label !== '' && { label }), ...(format !== '' && { format }) }
  if (field.storage === 'long text') return { ...common, stored: 'text' }
  if (field.storage === 'text') return { ...common, stored: 'text', width: field.width }
  const labels: Labels | undefined = sets.get(labelSet)
  const time = timeOf(format)
  const own = labels === undefined || time === undefined ? labels : labelsOfTimes(labels, format)
  return { ...common, stored: 'number', ...(own && { labels: own }), ...(time && { time }) }
}

/** Labels of days or times by their numbers since 1970. */
function labelsOfTimes(labels: Labels, format: string): Labels {
  return new Map(
    [...labels].map(([text, label]) => {
      const value = Float64Array.of(Number(text))
      fromStataTime(value, format)
      return [Number.isNaN(value[0]) ? text : String(value[0]), label]
    }),
  )
}
