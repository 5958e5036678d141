import { SdcError } from '@sdc/core'
import { kindAt } from '../../dictionary/missing-kinds.js'
import type { NumberCells, StatColumn, TextCells } from '../../dictionary/stat-table.js'
import { cutBytes } from '../bytes/cut-bytes.js'
import { packTexts, type PackedTexts } from '../bytes/packed-texts.js'
import type { Losses } from '../losses.js'
import { BYTES_OF_PIECE, type SpssMissing } from './columns.js'
import { numberOfFormat, parseNumberFormat, timeOfFormat, type SpssFormat } from './formats.js'
import type { CodeSink } from './code-sink.js'
import { toSpssTime } from './times.js'
import { missingNumbers, missingTexts } from './written-missing.js'

/** Column as it is written. */
export interface WrittenColumn {
  readonly column: StatColumn
  /** Bytes of a text; 0 for numbers. */
  readonly width: number
  /** Bytes of its variables: several for texts over 255 bytes. */
  readonly pieces: readonly number[]
  readonly format: number
  readonly label: Uint8Array
  readonly labels: readonly (readonly [value: number | Uint8Array, label: Uint8Array])[]
  readonly missing: SpssMissing | undefined
  /** Writes the cell of a record. */
  readonly put: (sink: CodeSink, record: number) => void
}

/** Largest number of bytes of a text. */
const LONGEST_TEXT = 32_767
/** Largest number of bytes of a label of a variable, and of a value. */
const LONGEST_LABEL = 255
const LONGEST_VALUE_LABEL = 120

const encoder = new TextEncoder()

/**
 * Prepares a column.
 *
 * @param column - The column.
 * @param lost - Receives losses of the format.
 * @returns The column, with the form of its cells.
 * @throws FILE for a text that is too long, and for values that are missing ones too; NOT_NUMERIC for a number that
 *   SPSS does not have
 */
export function writtenColumn(column: StatColumn, lost: Losses): WrittenColumn {
  const { cells, description, name } = column
  const label = cut(description.label ?? '', LONGEST_LABEL, () =>
    lost.add('SPSS holds labels of 255 bytes: longer ones of {columns} are cut.', name),
  )
  const body = cells.kind === 'texts' ? textBody(column, cells, lost) : numberBody(column, cells, lost)
  return { column, label, ...body }
}

/** Returns at most a number of bytes of a text in UTF-8, cut between letters. */
export function cut(text: string, most: number, onCut: () => void): Uint8Array {
  const bytes = encoder.encode(text)
  if (bytes.length <= most) return bytes
  onCut()
  return cutBytes(bytes, most)
}

type Body = Omit<WrittenColumn, 'column' | 'label'>

function numberBody(column: StatColumn, cells: NumberCells, lost: Losses): Body {
  const { name, description } = column
  const { time } = description
  const values =
    time === 'date' || time === 'datetime' ? cells.values.map((value) => toSpssTime(value, time)) : cells.values
  checkNumbers(name, values)
  const labels = [...(description.labels ?? [])]
  const kinds = new Set(labels.map(([text]) => text).filter((text) => /^\.[a-z_]$/.test(text)))
  if (cells.missing !== null)
    for (let i = 0; i < values.length; i++) if (Number.isNaN(values[i])) kinds.add(kindAt(cells.missing, i))
  const missing = missingNumbers(column, values, kinds, lost)
  const codes = Float64Array.from(cells.missing?.texts ?? [], (kind) => missing.valueOf(kind) ?? NaN)
  const of = cells.missing?.of
  return {
    width: 0,
    pieces: [0],
    format: numberOfFormat(numberFormat(column, values)),
    labels: valueLabels(labels, name, lost, (text) => {
      const value = missing.valueOf(text) ?? toSpssTime(Number(text), time)
      if (text !== '' && Number.isFinite(value)) return value
      lost.add('Labels of {columns} that do not belong to numbers are not written.', name)
      return undefined
    }),
    missing: missing.definition,
    put(sink, record) {
      const value = values[record]
      sink.number(of !== undefined && value !== value ? codes[of[record]] : value)
    },
  }
}

/** The least number means missing; infinity has no representation. */
function checkNumbers(column: string, values: Float64Array): void {
  const row = values.findIndex((value) => value === Infinity || value <= -Number.MAX_VALUE)
  if (row < 0) return
  const message = `SPSS has no number ${values[row]}, which record ${row + 1} of "${column}" holds`
  throw new SdcError('NOT_NUMERIC', message, { column, row: row + 1 }, 'Change it, or choose another format.')
}

function numberFormat({ description }: StatColumn, values: Float64Array): SpssFormat {
  const { time, format = '' } = description
  const said = parseNumberFormat(format)
  const isTime = timeOfFormat(said) !== undefined
  if (said && isTime === (time !== undefined) && (timeOfFormat(said) === 'time') === (time === 'time')) return said
  if (time === 'date') return { name: 'DATE', width: 11, decimals: 0 }
  if (time === 'datetime') return { name: 'DATETIME', width: 20, decimals: 0 }
  if (time === 'time') return { name: 'TIME', width: 8, decimals: 0 }
  let [most, decimals] = [0, 0]
  for (const value of values) {
    if (Math.abs(value) > most) most = Math.abs(value)
    if (value % 1 !== 0 && value === value) decimals = 2
  }
  const width = BigInt(Math.floor(most)).toString().length + 1 + (decimals && decimals + 1)
  return { name: 'F', width: Math.min(40, Math.max(8, width)), decimals }
}

function valueLabels<Value>(
  labels: readonly (readonly [string, string])[],
  column: string,
  lost: Losses,
  valueOf: (text: string) => Value | undefined,
): (readonly [Value, Uint8Array])[] {
  const written: (readonly [Value, Uint8Array])[] = []
  for (const [text, label] of labels) {
    const value = label === '' ? undefined : valueOf(text)
    if (value === undefined) continue
    const onCut = (): void =>
      lost.add('SPSS holds labels of values of 120 bytes: longer ones of {columns} are cut.', column)
    written.push([value, cut(label, LONGEST_VALUE_LABEL, onCut)])
  }
  return written
}

function textBody(column: StatColumn, cells: TextCells, lost: Losses): Body {
  const { name, description } = column
  const used = new Set<string>()
  const kinds = new Set<string>()
  for (let i = 0; i < cells.codes.length; i++) {
    const code = cells.codes[i]
    if (code >= 0) used.add(cells.levels[code])
    else if (cells.missing !== null) kinds.add(kindAt(cells.missing, i))
  }
  const missing = missingTexts(column, used, kinds, lost)
  const written = cells.missing && {
    ...cells.missing,
    texts: cells.missing.texts.map((kind) => missing.valueOf(kind) ?? ''),
  }
  const texts = packTexts({ ...cells, missing: written })
  checkEnds(name, texts, lost)
  const labels = valueLabels([...(description.labels ?? [])], name, lost, (text) =>
    text === '' ? undefined : encoder.encode(text),
  )
  const others = [
    ...labels.map(([value]) => value.length),
    ...(missing.definition?.values ?? []).map((text) => encoder.encode(String(text)).length),
  ]
  const longestOther = others.reduce((most, length) => Math.max(most, length), 0)
  const width = Math.max(1, description.width ?? 1, texts.longest, longestOther)
  if (width > LONGEST_TEXT) {
    const message = `SPSS holds texts of 32,767 bytes; the column "${name}" has one of ${width}`
    throw new SdcError('FILE', message, { column: name }, 'Leave out the column, or choose another format.')
  }
  const count = width > 255 ? Math.ceil(width / BYTES_OF_PIECE) : 1
  const pieces = Array.from({ length: count }, (_, p) => (p < count - 1 ? 255 : width - BYTES_OF_PIECE * p))
  const isHex = description.format?.startsWith('AHEX') === true && width <= 127
  return {
    width,
    pieces,
    format: numberOfFormat({
      name: isHex ? 'AHEX' : 'A',
      width: isHex ? 2 * width : Math.min(255, width),
      decimals: 0,
    }),
    labels,
    missing: missing.definition,
    put: putTexts(texts, width, pieces),
  }
}

/** SPSS pads fields with blanks and zeros. */
function checkEnds(column: string, { bytes, starts }: PackedTexts, lost: Losses): void {
  for (let i = 1; i < starts.length; i++) {
    const last = bytes[starts[i] - 1]
    if (starts[i] > starts[i - 1] && (last === 0x20 || last === 0))
      lost.add('SPSS does not keep blanks at the end of texts: those of {columns} are not written.', column)
  }
}

function putTexts(
  { bytes, starts, codes }: PackedTexts,
  width: number,
  pieces: readonly number[],
): WrittenColumn['put'] {
  const plan = pieces.map((piece, p) => ({
    from: 255 * p,
    to: p < pieces.length - 1 ? 255 * (p + 1) : width,
    slots: Math.ceil(piece / 8),
  }))
  return (sink, record) => {
    const code = codes[record]
    const start = code < 0 ? 0 : starts[code]
    const length = code < 0 ? 0 : starts[code + 1] - start
    for (const { from, to, slots } of plan)
      sink.text(bytes, start + from, start + Math.max(from, Math.min(to, length)), slots)
  }
}
