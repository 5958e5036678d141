import { option, SdcError, type TimeKind } from '@sdc/core'
import type { Decoder } from '../../encodings/decoder.js'
import type { ColumnDescription } from '../../dictionary/dictionary.js'
import type { ReadStat, ReadStatOptions, StatColumn } from '../../dictionary/stat-table.js'
import { byteReader, trimmedEnd, type ByteReader } from '../bytes/byte-reader.js'
import { columnsOf, EXTENSIONS, partOf, type SpssColumn } from './columns.js'
import { decoderOfFile } from './encoding.js'
import { textOfFormat, timeOfFormat } from './formats.js'
import { numberCells, textCells } from './missing-kinds.js'
import { readCases, type SpssCases } from './read-cases.js'
import { readRecords, type SpssRecords } from './records.js'
import { fromSpssTime, timeOfValues } from './times.js'

/**
 * Reads an SPSS file: .sav or .zsav. Documents, attributes, sets of variables, the time stamp and the name of the
 * program are ignored.
 *
 * @param bytes - The file.
 * @param options - Name of the file, and encoding of its texts instead of that in the file.
 * @returns The table.
 * @throws FILE for a damaged file, and for letters beyond ASCII in a file that does not name their encoding;
 *   BAD_OPTION for an unknown encoding
 */
export function readSav(bytes: Uint8Array, options: ReadStatOptions = {}): ReadStat {
  const { file, encoding } = options
  const reader = byteReader(bytes, file)
  checkMagic(reader, file)
  const records = readRecords(reader)
  const decoder = watched(decoderOfFile(encoding, ...saidEncoding(reader, records), file))
  const columns = columnsOf(reader, records, decoder)
  const cases = readCases(reader, records, columns, decoder)
  const fileLabel = decoder.decode(trimmedEnd(records.header.label))
  const weight = weightOf(records, columns)
  const table = {
    rows: cases.rows,
    ...(fileLabel !== '' && { fileLabel }),
    ...(weight !== undefined && { weight }),
    columns: columns.map((column, j) => statColumn(column, cases.cells[j])),
  }
  const notes: string[] = []
  if (decoder.hasUnknown())
    notes.push(
      `Some bytes of texts do not belong to ${decoder.encoding}; ${option('encoding')} names another encoding.`,
    )
  if (cases.hasMore) notes.push(`The header says ${cases.rows} records; what follows them was not read.`)
  return { table, notes }
}

function checkMagic(reader: ByteReader, file: string | undefined): void {
  const magic = String.fromCharCode(...reader.bytes.subarray(0, 4))
  if (magic === '$FL2' || magic === '$FL3') return
  const message = `${file ?? 'the file'} is not an SPSS file: it does not begin with $FL2 or $FL3`
  throw new SdcError('FILE', message, { ...(file !== undefined && { file }) }, 'Name a .sav or .zsav file.')
}

/** Encoding of a file, by name and by code page. */
function saidEncoding(
  reader: ByteReader,
  { extensions }: SpssRecords,
): readonly [name: string | undefined, page: number | undefined] {
  const name = partOf(reader, extensions.get(EXTENSIONS.encoding))
  const machine = extensions.get(EXTENSIONS.machine)
  const page =
    machine && machine.to - machine.from >= 32 ? reader.view.getInt32(machine.from + 28, reader.little) : undefined
  return [name && String.fromCharCode(...name.subarray(0, 64)), page]
}

/** Records whether bytes had no character. */
function watched(decoder: Decoder): Decoder & { readonly hasUnknown: () => boolean } {
  let unknown = false
  return {
    encoding: decoder.encoding,
    decode(bytes) {
      const text = decoder.decode(bytes)
      unknown ||= text.includes('\u{FFFD}')
      return text
    },
    hasUnknown: () => unknown,
  }
}

function weightOf({ header, variables, variableAt }: SpssRecords, columns: readonly SpssColumn[]): string | undefined {
  const variable = variables[variableAt[header.weight - 1] ?? -1]
  return variable && columns.find((column) => column.variables.includes(variable))?.name
}

/**
 * Converts a column of the file to that of a table: missing values are separated, and times get the unit of their kind.
 */
export function statColumn(column: SpssColumn, cells: SpssCases['cells'][number]): StatColumn {
  const { name, missing, label, measure, displayWidth } = column
  const common = {
    ...(label !== '' && { label }),
    ...(measure && { measure }),
    ...(displayWidth !== undefined && { displayWidth }),
  }
  if (!(cells instanceof Float64Array)) {
    const description: ColumnDescription = {
      ...common,
      ...textsOf(column, String),
      format: `${column.format?.name === 'AHEX' ? `AHEX${2 * column.width}` : `A${column.width}`}`,
      width: column.width,
      stored: 'text',
    }
    return { name, description, cells: textCells(cells.levels, cells.codes, missing) }
  }
  // Missing values are separated first: they are not times.
  const own = numberCells(cells, missing)
  const time = timeOfValues(timeOfFormat(column.format), own.values)
  const textOf = (value: number | string): string => String(fromSpssTime(Number(value), time))
  const kinds = own.missing && { ...own.missing, texts: own.missing.texts.map((text) => text && textOf(text)) }
  if (time === 'date' || time === 'datetime')
    for (let i = 0; i < own.values.length; i++) own.values[i] = fromSpssTime(own.values[i], time)
  const description: ColumnDescription = {
    ...common,
    ...textsOf(column, textOf, time),
    ...(column.format && { format: textOfFormat(column.format) }),
    ...(time && { time }),
    stored: 'number',
  }
  return { name, description, cells: { ...own, missing: kinds } }
}

/** Labels and missing values by the texts of their values. */
function textsOf(
  { labels, missing }: SpssColumn,
  textOf: (value: number | string) => string,
  time?: TimeKind,
): Pick<ColumnDescription, 'labels' | 'missing'> {
  const named = [...labels].filter(([value]) => !Number.isNaN(value))
  const [low, high] = missing?.range ?? []
  const range =
    low === undefined || high === undefined ? undefined : ([fromSpssTime(low, time), fromSpssTime(high, time)] as const)
  return {
    ...(named.length > 0 && { labels: new Map(named.map(([value, label]) => [textOf(value), label])) }),
    ...(missing && { missing: { values: missing.values.map(textOf), ...(range && { range }) } }),
  }
}
