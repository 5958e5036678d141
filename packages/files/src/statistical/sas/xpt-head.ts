import type { StatTable } from '../../dictionary/stat-table.js'
import { cutBytes } from '../bytes/cut-bytes.js'
import type { Losses } from '../losses.js'
import type { WrittenColumn } from './written-column.js'
import { LINE, type XptVersion } from './xpt-members.js'

/** Bytes of a label in the description of a column, and in a label record of version 8. */
const SHORT_LABEL = 40
const LONG_LABEL = 256
/** Bytes of the description of a column. */
const DESCRIPTION = 140
/** Time stamp of every file: bytes depend only on the table. */
const STAMP = '01JAN60:00:00:00'

const encoder = new TextEncoder()

/** Returns the lines before the first record, and reports losses. */
export function xptHead(
  table: StatTable,
  columns: readonly WrittenColumn[],
  version: XptVersion,
  losses: Losses,
): Uint8Array {
  const isLong = version === 8
  const label = encoder.encode(table.fileLabel ?? '')
  if (label.length > SHORT_LABEL) losses.add(`The label of the file is cut at ${SHORT_LABEL} bytes.`, '')
  const most = isLong ? LONG_LABEL : SHORT_LABEL
  const described = columns.map((column) => {
    const text = encoder.encode(column.label)
    if (text.length > most) losses.add(`Labels of columns are cut at ${most} bytes: {columns}.`, column.name)
    return { ...column, text: cutBytes(text, most) }
  })
  const maker = isLong ? '9.4     ' : '6.06    '
  const parts = [
    header(isLong ? 'LIBV8' : 'LIBRARY'),
    line(`SAS     SAS     SASLIB  ${maker}`, 64, STAMP),
    line(STAMP),
    header(isLong ? 'MEMBV8' : 'MEMBER', `${'0'.repeat(17)}1600000000140`),
    header(isLong ? 'DSCPTV8' : 'DSCRPTR'),
    line(`SAS     ${'DATASET'.padEnd(isLong ? 32 : 8)}SASDATA ${maker}`, 64, STAMP),
    fields(LINE, [0, encoder.encode(STAMP)], [32, cutBytes(label, SHORT_LABEL)]),
    header(isLong ? 'NAMSTV8' : 'NAMESTR', String(columns.length).padStart(10, '0').padEnd(30, '0')),
    filled(descriptions(described, version)),
    ...(isLong ? longLabels(described) : []),
    isLong ? header('OBSV8', String(table.rows).padStart(15).padEnd(30)) : header('OBS'),
  ]
  return joined(parts)
}

type Described = WrittenColumn & { readonly text: Uint8Array }

function descriptions(columns: readonly Described[], version: XptVersion): Uint8Array {
  const bytes = new Uint8Array(columns.length * DESCRIPTION)
  const view = new DataView(bytes.buffer)
  let place = 0
  for (const [j, { name, isText, length, format, text }] of columns.entries()) {
    const at = j * DESCRIPTION
    const raw = encoder.encode(name)
    const formatName = encoder.encode(format.name)
    view.setInt16(at, isText ? 2 : 1)
    view.setUint16(at + 4, length)
    view.setUint16(at + 6, j + 1)
    bytes.set(fields(8, [0, cutBytes(raw, 8)]), at + 8)
    bytes.set(fields(SHORT_LABEL, [0, cutBytes(text, SHORT_LABEL)]), at + 16)
    bytes.set(fields(8, [0, cutBytes(formatName, 8)]), at + 56)
    view.setUint16(at + 64, format.width)
    view.setUint16(at + 66, format.decimals)
    bytes.set(fields(8), at + 72)
    view.setInt32(at + 84, place)
    if (version === 8) {
      bytes.set(fields(32, [0, raw]), at + 88)
      view.setUint16(at + 120, text.length)
    }
    place += length
  }
  return bytes
}

/** Records of labels of more than 40 bytes, and of formats with names of more than 8. */
function longLabels(columns: readonly Described[]): Uint8Array[] {
  const hasFormats = columns.some(({ format }) => format.name.length > 8)
  const parts = columns.flatMap(({ name, text, format }, j) => {
    if (text.length <= SHORT_LABEL && format.name.length <= 8) return []
    const { name: called, width, decimals } = format
    const shown = called.length > 8 ? `${called}${width > 0 ? width : ''}.${decimals > 0 ? decimals : ''}` : ''
    const texts = [encoder.encode(name), text, ...(hasFormats ? [encoder.encode(shown), new Uint8Array(0)] : [])]
    const sizes = [j + 1, ...texts.map((bytes) => bytes.length)].flatMap((size) => [size >> 8, size & 0xff])
    return [joined([Uint8Array.from(sizes), ...texts])]
  })
  if (parts.length === 0) return []
  return [header(hasFormats ? 'LABELV9' : 'LABELV8', String(parts.length).padEnd(30)), filled(joined(parts))]
}

function header(name: string, rest = '0'.repeat(30)): Uint8Array {
  return line(`HEADER RECORD*******${name.padEnd(8)}HEADER RECORD!!!!!!!${rest}`)
}

/** A line that begins with a text, and has another at a position. */
function line(text: string, at = 0, other = ''): Uint8Array {
  return fields(LINE, [0, encoder.encode(text)], [at, encoder.encode(other)])
}

/** Blanks with texts at positions. */
function fields(length: number, ...texts: readonly (readonly [at: number, bytes: Uint8Array])[]): Uint8Array {
  const bytes = new Uint8Array(length).fill(0x20)
  for (const [at, text] of texts) bytes.set(text, at)
  return bytes
}

/** Pads bytes with blanks to the end of their last line. */
function filled(bytes: Uint8Array): Uint8Array {
  return fields(LINE * Math.ceil(bytes.length / LINE), [0, bytes])
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
