import { SdcError } from '@sdc/core'
import type { NumberCells, StatColumn, TextCells } from '../../../dictionary/stat-table.js'
import { numberFormat, textFormat } from './formats.js'
import type { Losses } from '../../losses.js'
import { letteredKinds } from '../../missing-codes.js'
import { packTexts, type PackedTexts } from '../../bytes/packed-texts.js'
import { putNumbers, type NumericStorage } from './put-numbers.js'
import { putReferences, putTexts, type PutCells } from './put-texts.js'
import { DOUBLE_LIMIT, FLOAT_LIMIT, KINDS, LONG_TEXT, LONGEST_TEXT, NUMERIC, WHOLE } from '../storage.js'
import { toStataTime } from '../times.js'
import { shortLabel, writtenLabels, type WrittenLabel } from './written-labels.js'

/** Column in the form of the file. */
export interface WrittenColumn {
  readonly name: string
  readonly label: string
  readonly format: string
  /** Number of its type. */
  readonly type: number
  /** Bytes of a cell. */
  readonly width: number
  readonly labels: readonly WrittenLabel[]
  readonly put: PutCells
  /** Texts of a column of long texts. */
  readonly longTexts?: PackedTexts
}

/**
 * Chooses the least type for a column, and the written part of its description.
 *
 * @param column - The column.
 * @param index - Number of the column, from 1.
 * @param release - Release of the file.
 * @param lost - Receives losses of the format.
 * @returns The column in the form of the file.
 * @throws NOT_NUMERIC for a number that is too large for Stata
 */
export function writtenColumn(column: StatColumn, index: number, release: number, lost: Losses): WrittenColumn {
  const { name, cells, description } = column
  const label = shortLabel(description.label, () => {
    lost.add('Stata holds labels of 80 letters: longer ones of {columns} are cut.', name)
  })
  const head = { name, label }
  return cells.kind === 'texts'
    ? { ...head, ...textColumn(column, cells, index, release, lost) }
    : { ...head, ...numberColumn(column, cells, lost) }
}

type Body = Omit<WrittenColumn, 'name' | 'label'>

function textColumn(
  { name, description }: StatColumn,
  cells: TextCells,
  index: number,
  release: number,
  lost: Losses,
): Body {
  if (description.labels?.size) lost.add('Stata has no labels on texts: those of {columns} are not written.', name)
  const texts = packTexts(cells)
  if (texts.hasKinds) lost.add('Stata has no missing values of texts: codes in {columns} become ordinary texts.', name)
  const isLong = texts.longest > LONGEST_TEXT || texts.hasZero
  if (isLong) {
    const put = putReferences(texts, index, release === 119 ? 3 : 2)
    return {
      format: textFormat(description.format, 'long text', 0),
      type: LONG_TEXT,
      width: 8,
      labels: [],
      put,
      longTexts: texts,
    }
  }
  const width = Math.max(1, texts.longest)
  return { format: textFormat(description.format, 'text', width), type: width, width, labels: [], put: putTexts(texts) }
}

function numberColumn(column: StatColumn, cells: NumberCells, lost: Losses): Body {
  const { name, description } = column
  const { time } = description
  const { letters, losses } = letteredKinds(column, KINDS.slice(1))
  for (const loss of losses) lost.add(loss, name)
  if (time === 'time')
    lost.add('Stata has no times of day: {columns} become times on 1 January 1960, shown without the day.', name)
  const formatOf = (storage: NumericStorage): string => numberFormat(description.format, time, storage)
  const values = time === undefined ? cells.values : toStataTime(cells.values, time, formatOf('double'))
  const storage = leastStorage(name, values)
  const format = formatOf(storage)
  const number = NUMERIC.findIndex((field) => field.storage === storage)
  return {
    format,
    type: 65_530 - number,
    width: NUMERIC[number].width,
    labels: writtenLabels(column, letters, format, lost),
    put: putNumbers(values, storage, cells.missing, letters),
  }
}

function leastStorage(column: string, values: Float64Array): NumericStorage {
  let low = 0
  let high = 0
  let isWhole = true
  let isFloat = true
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (value !== value) continue
    if (value < low) low = value
    else if (value > high) high = value
    if (isFloat && Math.fround(value) !== value) isFloat = false
    if (isWhole && (Math.trunc(value) !== value || Object.is(value, -0))) isWhole = false
  }
  if (low <= -DOUBLE_LIMIT || high >= DOUBLE_LIMIT) {
    const value = high >= DOUBLE_LIMIT ? high : low
    const message = `the column "${column}" has the number ${value}; the largest of Stata is 8.9884656743e307`
    throw new SdcError('NOT_NUMERIC', message, { column }, 'Make it a missing value, or choose another format.')
  }
  if (isWhole)
    for (const type of ['byte', 'int', 'long'] as const)
      if (low >= WHOLE[type][0] && high <= WHOLE[type][1]) return type
  return isFloat && low > -FLOAT_LIMIT && high < FLOAT_LIMIT ? 'float' : 'double'
}
