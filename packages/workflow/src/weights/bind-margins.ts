import { isMissing, listed, numericValues, SdcError, type Dataset, type ErrorPlace } from '@sdc/core'
import { counted } from '@sdc/inspect'
import type { MarginRows } from '@sdc/stats/internal'
import { marginCells, MISSING } from './margin-cells.js'
import type { Margin } from './margins.js'
import type { MarginBlock } from './read-margins.js'

/** Margins of a file, by record. */
export interface BoundMargins {
  readonly margins: readonly Margin[]
  readonly rows: MarginRows
}

/**
 * Finds the margins of every record.
 *
 * @param data - The file to calibrate.
 * @param weights - Its weights.
 * @param blocks - The margins by column.
 * @param file - Name of their file, for messages.
 * @returns The margins with the category or value of every record.
 * @throws UNKNOWN_COLUMN; MISSING_VALUES; NOT_NUMERIC; INFEASIBLE for a category without records or without a total.
 */
export function bindMargins(
  data: Dataset,
  weights: Float64Array,
  blocks: readonly MarginBlock[],
  file: string,
): BoundMargins {
  const bound = blocks.map((block) =>
    block.isSum ? boundSum(data, block, file) : boundCategories(data, weights, block, file),
  )
  const n = data.rows
  const starts = Int32Array.from({ length: n + 1 }, (_, i) => i * bound.length)
  const margins = new Int32Array(n * bound.length)
  const values = new Float64Array(n * bound.length)
  let offset = 0
  bound.forEach(({ margin, value }, b) => {
    for (let i = 0, at = b; i < n; i++, at += bound.length) {
      margins[at] = offset + (margin === undefined ? 0 : margin[i])
      values[at] = value === undefined ? 1 : value[i]
    }
    offset += blocks[b].margins.length
  })
  return { margins: blocks.flatMap((block) => block.margins), rows: { count: offset, starts, margins, values } }
}

/** Index of each record's margin within the block, or its value. */
interface BoundBlock {
  readonly margin?: Int32Array
  readonly value?: Float64Array
}

function boundSum(data: Dataset, { column }: MarginBlock, file: string): BoundBlock {
  if (!data.names.includes(column)) marginCells(data, column, { file })
  if (!data.names.includes(column)) {
    const message = `"${column}" crosses columns, but has no categories`
    throw new SdcError('WRONG_INPUT', message, { file, column }, 'Name a category of each: 1:3.')
  }
  const value = numericValues(data, column)
  const one = data.column(column)
  const missing = value.reduce((count, _, i) => count + Number(isMissing(one, i)), 0)
  if (missing > 0) throw missingValues(column, missing, file)
  return { value }
}

function boundCategories(
  data: Dataset,
  weights: Float64Array,
  { column, margins }: MarginBlock,
  file: string,
): BoundBlock {
  const { ofRecord, labels, counts, asInData } = marginCells(data, column, { file })
  const places = new Map<string, number>()
  const sums = new Float64Array(labels.length)
  for (let i = 0; i < data.rows; i++) sums[ofRecord[i]] += weights[i]
  const ids = new Map(labels.map((label, id) => [label, id]))
  margins.forEach(({ category, total }, place) => {
    const label = asInData(category ?? '')
    if (places.has(label)) throw refused(`the total of "${category}" is given twice`, column, file, 'Give it once.')
    places.set(label, place)
    const id = ids.get(label)
    const what = `column "${column}": the total of "${category}" is ${total}`
    if (id === undefined && total === 0) return
    if (id === undefined)
      throw refused(
        `${what}, but no record has that category`,
        column,
        file,
        `Merge it with another category in both files. The file has ${listed(labels.map((one) => `"${one}"`))}.`,
      )
    if (total <= 0)
      throw refused(
        `${what}, but ${counted(counts[id], 'record')} have it`,
        column,
        file,
        'Correct the total, or remove these records.',
      )
    if (sums[id] === 0)
      throw refused(`${what}, but all its records have the weight 0`, column, file, 'Merge it with another category.')
  })
  const ofLabel = Int32Array.from(labels, (label) => places.get(label) ?? -1)
  const lacking = labels.filter((_, id) => ofLabel[id] < 0)
  const missing = lacking.filter((label) => label.split(':').includes(MISSING))
  const countOf = (some: readonly string[]): number => some.reduce((sum, one) => sum + counts[ids.get(one) ?? 0], 0)
  if (missing.length > 0) throw missingValues(column, countOf(missing), file)
  if (lacking.length > 0) {
    const have = `${counted(countOf(lacking), 'record')} have ${listed(lacking.map((one) => `"${one}"`))}`
    const fix = 'Add a line for each, or merge categories in both files.'
    throw refused(`column "${column}": ${have}, without a total`, column, file, fix)
  }
  return { margin: ofRecord.map((id) => ofLabel[id]) }
}

function missingValues(column: string, count: number, file: string): SdcError {
  const message = `column "${column}" has a total, but ${counted(count, 'record')} with missing values`
  const fix =
    'Leave this column out of the margins, impute its values, or remove these records. ' +
    `If the population has them, too, give them a total as category ${MISSING}.`
  return new SdcError('MISSING_VALUES', message, { file, column }, fix)
}

function refused(message: string, column: string, file: string, fix: string): SdcError {
  const place: ErrorPlace = { file, column }
  return new SdcError('INFEASIBLE', message, place, fix)
}
