import { SdcError } from '@sdc/core'
import type { StatTable, WrittenStat } from '../../dictionary/stat-table.js'
import { losses } from '../losses.js'
import { writtenColumn, type WrittenColumn } from './written-column.js'
import { LINE, type XptVersion } from './xpt-members.js'
import { checkNames } from './xpt-names.js'
import { xptHead } from './xpt-head.js'

/** Size of a piece in bytes. */
const PIECE = 2 ** 20

/**
 * Writes a SAS transport file (.xpt), in UTF-8. The same table gives the same bytes: its time stamps are fixed.
 *
 * @param table - The table.
 * @param options - The version: 8, or 5 with names of 8 bytes and texts of 200.
 * @returns The bytes, and losses of the format: labels of values, missing codes, measures, weights.
 * @throws BAD_OPTION for a name, a text or a number that the format cannot represent
 */
export function writeXpt(table: StatTable, { version = 8 }: { readonly version?: XptVersion } = {}): WrittenStat {
  checkNames(table.columns, version)
  const lost = losses()
  const columns = table.columns.map((column) => writtenColumn(column, version, lost))
  const head = xptHead(table, columns, version, lost)
  const width = columns.reduce((sum, { length }) => sum + length, 0)
  checkLastRecord(table, columns, width, version)
  if (table.weight !== undefined) lost.add('Transport files do not say which column holds the weights.', table.weight)
  for (const { name, description } of table.columns)
    if (description.measure !== undefined)
      lost.add('Transport files hold no levels of measurement: those of {columns} are lost.', name)
  return {
    content: { [Symbol.iterator]: () => pieces(head, columns, table.rows, width) },
    losses: lost.finish(),
  }
}

function* pieces(
  head: Uint8Array,
  columns: readonly WrittenColumn[],
  rows: number,
  width: number,
): Generator<Uint8Array, undefined> {
  yield head
  const step = Math.max(1, Math.floor(PIECE / Math.max(width, 1)))
  for (let from = 0; from < rows; from += step) {
    const count = Math.min(step, rows - from)
    const bytes = new Uint8Array(count * width).fill(0x20)
    let place = 0
    for (const { length, put } of columns) {
      for (let i = 0; i < count; i++) put(from + i, bytes, i * width + place)
      place += length
    }
    yield bytes
  }
  const used = (rows * width) % LINE
  if (used > 0) yield new Uint8Array(LINE - used).fill(0x20)
}

/** Refuses a last record that a reader of version 5 would take for padding. */
function checkLastRecord(
  table: StatTable,
  columns: readonly WrittenColumn[],
  width: number,
  version: XptVersion,
): void {
  const { rows } = table
  const blanks = (LINE - ((rows * width) % LINE)) % LINE
  if (version === 8 || rows === 0 || width === 0 || width + blanks >= LINE) return
  if (columns.some(({ isText }) => !isText)) return
  const bytes = new Uint8Array(width).fill(0x20)
  for (const { put } of columns) put(rows - 1, bytes, 0)
  if (bytes.some((byte) => byte !== 0x20)) return
  const message = `record ${rows} has no values: version 5 of transport files cannot hold it at the end`
  throw new SdcError('BAD_OPTION', message, { row: rows }, 'Write version 8 of transport files.')
}
