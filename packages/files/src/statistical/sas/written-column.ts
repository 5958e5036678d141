import { SdcError } from '@sdc/core'
import type { NumberCells, StatColumn, TextCells } from '../../dictionary/stat-table.js'
import type { Losses } from '../losses.js'
import { letteredKinds } from '../missing-codes.js'
import { fitsIbm, writeIbm } from './ibm-number.js'
import { letterOfKind } from './missing-letters.js'
import { firstOf, writtenFormat, type SasFormat } from './sas-format.js'
import type { XptVersion } from './xpt-members.js'

/** Column of a transport file. */
export interface WrittenColumn {
  readonly name: string
  readonly label: string
  readonly isText: boolean
  /** Bytes of a cell. */
  readonly length: number
  readonly format: SasFormat
  /** Writes the cell of a record to a position of blank bytes. */
  readonly put: (record: number, bytes: Uint8Array, at: number) => void
}

/** Largest number of bytes of a text in each version. */
const TEXT_BYTES: Readonly<Record<XptVersion, number>> = { 5: 200, 8: 32_767 }
const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz_', (letter) => `.${letter}`)

const encoder = new TextEncoder()

/**
 * Converts a column to that of a transport file.
 *
 * @param column - The column.
 * @param version - Version of the file.
 * @param losses - Receives losses of the format.
 * @returns Form of its cells.
 * @throws BAD_OPTION for a number or a text that the format cannot represent
 */
export function writtenColumn(column: StatColumn, version: XptVersion, losses: Losses): WrittenColumn {
  const { name, description, cells } = column
  const isText = cells.kind === 'texts'
  const { label = '', labels, format, time } = description
  const written = cells.kind === 'texts' ? textsOf(column, cells, version, losses) : numbersOf(column, cells, losses)
  const kept = writtenFormat(format, isText ? undefined : time, isText ? 'text' : 'number')
  const isShort = version === 8 || kept.name.length <= 8
  if (labels?.size) losses.add('Transport files hold no labels of values: those of {columns} are lost.', name)
  if (!isShort) losses.add(`Version 5 holds formats with names of 8 letters: ${kept.name} of {columns} is lost.`, name)
  return { name, label, isText, ...written, format: isShort ? kept : { ...kept, name: '' } }
}

type Cells = Pick<WrittenColumn, 'length' | 'put'>

function numbersOf(column: StatColumn, { values, missing }: NumberCells, losses: Losses): Cells {
  const { name, description } = column
  const first = firstOf(description.time)
  const { letters, losses: lost } = letteredKinds(column, LETTERS)
  for (const sentence of lost) losses.add(sentence, name)
  const bytesOf = (missing?.texts ?? ['']).map((kind) => letterOfKind(letters.get(kind) ?? kind))
  const wrong = values.findIndex((value) => !Number.isNaN(value) && !fitsIbm(value + first))
  if (wrong >= 0) {
    const message = `column "${name}", record ${wrong + 1}: transport files hold no number as ${values[wrong]}`
    const fix = 'Their numbers have sizes from 6e-79 to 7e75. Change the value, or write another format.'
    throw new SdcError('BAD_OPTION', message, { column: name, row: wrong + 1 }, fix)
  }
  return {
    length: 8,
    put(record, bytes, at) {
      const value = values[record]
      if (!Number.isNaN(value)) writeIbm(value + first, bytes, at)
      else {
        bytes.fill(0, at, at + 8)
        bytes[at] = bytesOf[missing?.of[record] ?? 0] ?? 0x2e
      }
    },
  }
}

function textsOf({ name, description }: StatColumn, cells: TextCells, version: XptVersion, losses: Losses): Cells {
  const { levels, codes, missing } = cells
  const texts = levels.map((level) => encoder.encode(level))
  const kinds = (missing?.texts ?? ['']).map((kind) => encoder.encode(kind))
  const textAt = (record: number): Uint8Array =>
    codes[record] >= 0 ? texts[codes[record]] : (kinds[missing?.of[record] ?? 0] ?? kinds[0])
  const most = TEXT_BYTES[version]
  let length = 1
  for (let i = 0; i < codes.length; i++) {
    length = Math.max(length, textAt(i).length)
    if (length <= most) continue
    const message = `column "${name}", record ${i + 1}: version ${version} of transport files holds texts of ${most} bytes`
    const fix = version === 5 ? 'Write version 8, or shorten the text.' : 'Shorten the text, or write another format.'
    throw new SdcError('BAD_OPTION', message, { column: name, row: i + 1 }, fix)
  }
  const isCoded = description.missing !== undefined || missing?.texts.some((kind) => kind !== '')
  if (isCoded) losses.add('SAS has no missing values of texts: those of {columns} become values.', name)
  if (levels.some((level) => level.endsWith(' '))) losses.add('Blanks at the end of texts of {columns} are lost.', name)
  return {
    length,
    put: (record, bytes, at) => bytes.set(textAt(record), at),
  }
}
