import { SdcError } from '@sdc/core'
import type { StatTable, WrittenStat } from '../../../dictionary/stat-table.js'
import { byteSink, type ByteSink } from '../../bytes/byte-sink.js'
import { losses, type Losses } from '../../losses.js'
import { checkNames } from './names.js'
import { WHOLE } from '../storage.js'
import { shortLabel, type WrittenLabel } from './written-labels.js'
import { writtenColumn, type WrittenColumn } from './written-column.js'
import { longTextBytes, longTextsOf } from './written-long-texts.js'

/** Largest numbers of columns of release 118, and of release 119. */
const MOST_118 = 32_767
const MOST_119 = 120_000
/** Bytes of the records that are written at a time. */
const BLOCK = 1 << 18

/**
 * Writes a Stata file (.dta) of release 118, or 119 for more than 32,767 columns. Each column gets the least type for
 * its values. The file has no time stamp, and the same table gives the same bytes.
 *
 * @param table - The table.
 * @returns The file, and its losses: user-missing codes become `.a`, `.b`, …
 * @throws BAD_OPTION for a name that Stata does not permit, or too many columns; DUPLICATE_COLUMN; NOT_NUMERIC for a
 *   number that is too large
 * @see https://www.stata.com/help.cgi?dta
 */
export function writeDta(table: StatTable): WrittenStat {
  const { rows, columns: all } = table
  if (all.length > MOST_119) {
    const message = `the table has ${all.length} columns; a Stata file holds 120,000`
    throw new SdcError('BAD_OPTION', message, {}, 'Leave out columns, or write it as CSV.')
  }
  checkNames(all.map(({ name }) => name))
  const release = all.length > MOST_118 ? 119 : 118
  const lost = losses()
  const columns = all.map((column, i) => writtenColumn(column, i + 1, release, lost))
  addLostFacts(table, columns, lost)
  const stride = columns.reduce((sum, { width }) => sum + width, 0)
  const longTexts = longTextsOf(columns)

  const places = [0]
  const head = headOf(table, columns, release, places, lost)
  const dataLength = rows * stride
  const afterData = '</data><strls>'
  const stringsAt = head.length + dataLength
  places.push(stringsAt + '</data>'.length)
  const stringsLength = longTexts.reduce((sum, { length }) => sum + length, 0)
  const labelsAt = stringsAt + afterData.length + stringsLength
  places.push(labelsAt + '</strls>'.length)
  const tail = tailOf(columns)
  places.push(labelsAt + tail.length - '</stata_dta>'.length, labelsAt + tail.length)
  const map = byteSink()
  for (const place of places) map.u64(place)
  head.set(map.bytes(), places[1] + '<map>'.length)

  return {
    losses: lost.finish(),
    content: {
      *[Symbol.iterator]() {
        yield head
        const rowsAtATime = Math.max(1, Math.floor(BLOCK / Math.max(1, stride)))
        for (let from = 0; from < rows; from += rowsAtATime)
          yield records(columns, stride, from, Math.min(rows, from + rowsAtATime))
        yield ascii(afterData)
        for (const one of longTexts) yield longTextBytes(one)
        yield tail
      },
    },
  }
}

function records(columns: readonly WrittenColumn[], stride: number, from: number, to: number): Uint8Array {
  const bytes = new Uint8Array((to - from) * stride)
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const { put, width } of columns) {
    put(view, bytes, at, stride, from, to)
    at += width
  }
  return bytes
}

/**
 * Returns the parts before the first record, with zeros for the positions of the parts; known positions are added to
 * `places`.
 */
function headOf(
  table: StatTable,
  columns: readonly WrittenColumn[],
  release: number,
  places: number[],
  lost: Losses,
): Uint8Array {
  const sink = byteSink()
  const putIndex = release === 119 ? sink.u32 : sink.u16
  const label = new TextEncoder().encode(
    shortLabel(table.fileLabel, () =>
      lost.add('Stata holds labels of 80 letters: that of {columns} is cut.', 'the file'),
    ),
  )
  sink.ascii(`<stata_dta><header><release>${release}</release><byteorder>LSF</byteorder><K>`)
  putIndex(columns.length)
  sink.ascii('</K><N>')
  sink.u64(table.rows)
  sink.ascii('</N><label>')
  sink.u16(label.length)
  sink.put(label)
  sink.ascii('</label><timestamp>')
  sink.u8(0)
  sink.ascii('</timestamp></header>')
  places.push(sink.length)
  sink.ascii('<map>')
  sink.put(new Uint8Array(8 * 14))
  sink.ascii('</map>')
  const part = (name: string, put: () => void): void => {
    places.push(sink.length)
    sink.ascii(`<${name}>`)
    put()
    sink.ascii(`</${name}>`)
  }
  const each = (name: string, put: (column: WrittenColumn) => void): void => part(name, () => columns.forEach(put))
  const setName = setNames(columns)
  each('variable_types', ({ type }) => sink.u16(type))
  each('varnames', ({ name }) => sink.field(name, 129))
  part('sortlist', () => {
    for (let i = 0; i <= columns.length; i++) putIndex(0)
  })
  each('formats', ({ format }) => sink.field(format, 57))
  each('value_label_names', (column) => sink.field(setName.get(column) ?? '', 129))
  each('variable_labels', ({ label }) => sink.field(label, 321))
  part('characteristics', () => undefined)
  places.push(sink.length)
  sink.ascii('<data>')
  return sink.bytes()
}

/** Names of the sets of value labels: columns with equal labels share the set of the first one. */
function setNames(columns: readonly WrittenColumn[]): ReadonlyMap<WrittenColumn, string> {
  const known = new Map<string, string>()
  const names = new Map<WrittenColumn, string>()
  for (const column of columns) {
    if (column.labels.length === 0) continue
    const key = column.labels.map(({ value, text }) => `${value} ${String(text)}`).join('\n')
    const name = known.get(key) ?? column.name
    known.set(key, name)
    names.set(column, name)
  }
  return names
}

/** The parts after the long texts. */
function tailOf(columns: readonly WrittenColumn[]): Uint8Array {
  const sink = byteSink()
  sink.ascii('</strls><value_labels>')
  const names = setNames(columns)
  for (const column of columns) if (names.get(column) === column.name) putLabelSet(sink, column.name, column.labels)
  sink.ascii('</value_labels></stata_dta>')
  return sink.bytes()
}

function putLabelSet(sink: ByteSink, name: string, labels: readonly WrittenLabel[]): void {
  const length = labels.reduce((sum, { text }) => sum + text.length + 1, 0)
  sink.ascii('<lbl>')
  sink.u32(8 + 8 * labels.length + length)
  sink.field(name, 129)
  sink.put(new Uint8Array(3))
  sink.u32(labels.length)
  sink.u32(length)
  let offset = 0
  for (const { text } of labels) {
    sink.u32(offset)
    offset += text.length + 1
  }
  for (const { value } of labels) sink.i32(value)
  for (const { text } of labels) {
    sink.put(text)
    sink.u8(0)
  }
  sink.ascii('</lbl>')
}

/** Reports facts about a table that Stata cannot represent, and that do not follow from the output. */
function addLostFacts({ columns, weight }: StatTable, written: readonly WrittenColumn[], lost: Losses): void {
  if (weight !== undefined)
    lost.add('Stata does not keep weights: name {columns} in its commands, as in [pweight=…].', weight)
  columns.forEach(({ name, cells, description: { measure } }, i) => {
    // Readers assume that texts and labelled numbers are nominal.
    const isLabelled = written[i].labels.some(({ value }) => value <= WHOLE.long[1])
    const usual = cells.kind === 'texts' || isLabelled ? 'nominal' : 'scale'
    if (measure !== undefined && measure !== usual)
      lost.add('Stata has no levels of measurement: those of {columns} are not written.', name)
  })
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
