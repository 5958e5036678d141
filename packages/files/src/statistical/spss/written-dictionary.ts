import type { StatTable } from '../../dictionary/stat-table.js'
import { byteSink, type ByteSink } from '../bytes/byte-sink.js'
import type { Losses } from '../losses.js'
import { BIAS } from './code-sink.js'
import { EXTENSIONS, LOWEST } from './columns.js'
import { shortNamer } from './names.js'
import { cut, type WrittenColumn } from './written-column.js'

/** Numbers of the levels of measurement. */
const MEASURES = { nominal: 1, ordinal: 2, scale: 3 } as const
/** Bytes of the label of a file. */
const LONGEST_FILE_LABEL = 64

const encoder = new TextEncoder()

/** Slots of eight bytes of a variable. */
const slotsOf = (width: number): number => Math.max(1, Math.ceil(width / 8))

/** Slots of a column in a record. */
export const slotsOfColumn = ({ pieces }: WrittenColumn): number =>
  pieces.reduce((sum, piece) => sum + slotsOf(piece), 0)

/**
 * Writes the header and the dictionary: all before the data. The time stamp is the same in all files.
 *
 * @param table - The table.
 * @param columns - Its columns in the form of the file.
 * @param compression - 1 for byte codes, 2 for byte codes in zlib.
 * @param lost - Receives losses of the format.
 * @returns The bytes.
 */
export function dictionaryBytes(
  table: StatTable,
  columns: readonly WrittenColumn[],
  compression: 1 | 2,
  lost: Losses,
): Uint8Array {
  const sink = byteSink()
  const shortName = shortNamer()
  // Columns have the names that they would have alone; further pieces of long texts get the remaining ones.
  const firstNames = columns.map(({ column }) => shortName(column.name))
  const label = cut(table.fileLabel ?? '', LONGEST_FILE_LABEL, () =>
    lost.add('SPSS holds labels of files of 64 bytes: that of {columns} is cut.', 'the file'),
  )
  sink.ascii(compression === 1 ? '$FL2' : '$FL3')
  sink.blanks(encoder.encode('@(#) SPSS DATA FILE sdc'), 60)
  sink.i32(2)
  sink.i32(columns.reduce((sum, column) => sum + slotsOfColumn(column), 0))
  sink.i32(compression)
  sink.i32(weightSlot(table, columns, lost))
  sink.i32(table.rows)
  sink.f64(BIAS)
  sink.ascii('01 Jan 7000:00:00')
  sink.blanks(label, LONGEST_FILE_LABEL)
  sink.put(new Uint8Array(3))
  columns.forEach((column, j) => putVariables(sink, column, firstNames[j], shortName))
  putLabels(sink, columns)
  putExtensions(sink, table.rows, columns, firstNames)
  sink.i32(999)
  sink.i32(0)
  return sink.bytes()
}

function weightSlot({ weight }: StatTable, columns: readonly WrittenColumn[], lost: Losses): number {
  let slot = 1
  for (const written of columns) {
    if (written.column.name === weight) {
      if (written.width === 0) return slot
      lost.add('SPSS weights by numbers: the weights {columns} are texts.', weight)
    }
    slot += slotsOfColumn(written)
  }
  return 0
}

function putVariables(
  sink: ByteSink,
  { pieces, format, label, missing }: WrittenColumn,
  firstName: string,
  shortName: (name: string) => string,
): void {
  pieces.forEach((width, p) => {
    const isFirst = p === 0
    // Missing texts of more than eight bytes have an extension.
    const own = isFirst && pieces.length === 1 && width <= 8 ? missing : undefined
    const values = [...(own?.range ?? []), ...(own?.values ?? [])]
    sink.i32(2)
    sink.i32(width)
    sink.i32(isFirst && label.length > 0 ? 1 : 0)
    sink.i32(own?.range ? -values.length : values.length)
    const display = isFirst ? format : (1 << 16) | (width << 8)
    sink.i32(display)
    sink.i32(display)
    sink.blanks(encoder.encode(isFirst ? firstName : shortName(`${firstName.slice(0, 5)}${p}`)), 8)
    if (isFirst && label.length > 0) {
      sink.i32(label.length)
      sink.put(label)
      sink.put(new Uint8Array(-label.length & 3))
    }
    for (const value of values)
      if (typeof value === 'string') sink.blanks(encoder.encode(value), 8)
      else sink.f64(value === -Infinity ? LOWEST : value === Infinity ? Number.MAX_VALUE : value)
    for (let slot = 1; slot < slotsOf(width); slot++) {
      sink.i32(2)
      sink.i32(-1)
      for (let i = 0; i < 4; i++) sink.i32(0)
      sink.blanks(new Uint8Array(0), 8)
    }
  })
}

function putLabels(sink: ByteSink, columns: readonly WrittenColumn[]): void {
  let slot = 1
  for (const column of columns) {
    const { labels, width } = column
    if (labels.length > 0 && width <= 8) {
      sink.i32(3)
      sink.i32(labels.length)
      for (const [value, label] of labels) {
        if (typeof value === 'number') sink.f64(value)
        else sink.blanks(value, 8)
        sink.u8(label.length)
        sink.blanks(label, label.length + (-(label.length + 1) & 7))
      }
      sink.i32(4)
      sink.i32(1)
      sink.i32(slot)
    }
    slot += slotsOfColumn(column)
  }
}

function putExtensions(
  sink: ByteSink,
  rows: number,
  columns: readonly WrittenColumn[],
  firstNames: readonly string[],
): void {
  const extension = (subtype: number, size: number, bytes: Uint8Array): void => {
    if (bytes.length === 0) return
    sink.i32(7)
    sink.i32(subtype)
    sink.i32(size)
    sink.i32(bytes.length / size)
    sink.put(bytes)
  }
  const part = (put: (own: ByteSink) => void): Uint8Array => {
    const own = byteSink()
    put(own)
    return own.bytes()
  }
  const numbers = (values: readonly number[]): Uint8Array => part((own) => values.forEach((value) => own.i32(value)))
  // Version, machine, IEEE 754, compression, little-endian, UTF-8.
  extension(EXTENSIONS.machine, 4, numbers([1, 0, 0, -1, 1, 1, 2, 65_001]))
  const bounds = [-Number.MAX_VALUE, Number.MAX_VALUE, LOWEST]
  extension(
    EXTENSIONS.floats,
    8,
    part((own) => bounds.forEach((value) => own.f64(value))),
  )
  extension(EXTENSIONS.display, 4, numbers(columns.flatMap(displayOf)))
  const names = columns.map(({ column }, j) => `${firstNames[j]}=${column.name}`)
  extension(EXTENSIONS.longNames, 1, encoder.encode(names.join('\t')))
  const wide = columns.map(({ width, pieces }, j) =>
    pieces.length > 1 ? `${firstNames[j]}=${String(width).padStart(5, '0')}\0\t` : '',
  )
  extension(EXTENSIONS.longTexts, 1, encoder.encode(wide.join('')))
  extension(
    EXTENSIONS.manyCases,
    8,
    part((own) => [1, rows].forEach((value) => own.u64(value))),
  )
  extension(EXTENSIONS.encoding, 1, encoder.encode('UTF-8'))
  const long = columns.filter(({ width }) => width > 8)
  extension(
    EXTENSIONS.longLabels,
    1,
    part((own) => long.forEach((column) => putLongLabels(own, column))),
  )
  extension(
    EXTENSIONS.longMissing,
    1,
    part((own) => long.forEach((column) => putLongMissing(own, column))),
  )
}

/** Measure, display width, and alignment of each variable. */
function displayOf({ column, width, pieces }: WrittenColumn): number[] {
  const { measure, displayWidth } = column.description
  const shown = Math.min(255, Math.max(1, displayWidth ?? (width === 0 ? 8 : Math.min(width, 32))))
  return pieces.flatMap(() => [measure ? MEASURES[measure] : 0, shown, width === 0 ? 1 : 0])
}

function putSized(sink: ByteSink, bytes: Uint8Array): void {
  sink.i32(bytes.length)
  sink.put(bytes)
}

function putLongLabels(sink: ByteSink, { column, width, labels }: WrittenColumn): void {
  if (labels.length === 0) return
  putSized(sink, encoder.encode(column.name))
  sink.i32(width)
  sink.i32(labels.length)
  for (const [value, label] of labels) {
    sink.i32(width)
    sink.blanks(value as Uint8Array, width)
    putSized(sink, label)
  }
}

function putLongMissing(sink: ByteSink, { column, missing }: WrittenColumn): void {
  if (missing === undefined) return
  putSized(sink, encoder.encode(column.name))
  sink.u8(missing.values.length)
  sink.i32(8)
  for (const value of missing.values) sink.blanks(encoder.encode(String(value)), 8)
}
