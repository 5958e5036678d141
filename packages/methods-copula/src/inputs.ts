import { finiteColumns, givenDesign } from '@sdc/toolkit'
import { SdcError, type MaskInput } from '@sdc/core'
import * as z from 'zod'
import { independentModel, type CopulaModel } from './copula/copula-model.js'
import type { TiesOut } from './scores/mid-scores.js'
import { rankedColumn, type RankedColumn } from './scores/ranked-column.js'
import { copulaModel } from './copula/read-copula.js'

/** Parameter of the methods that condition on columns. */
export const fewRecordsParam = {
  fewRecords: z
    .enum(['error', 'diagonal'])
    .default('error')
    .meta({
      description:
        'Reaction to fewer records than masked and given columns plus two: refuse them, or mask each column ' +
        'independently of the others and of the given ones.',
    }),
}

export interface FewRecords {
  readonly fewRecords: 'error' | 'diagonal'
}

export interface CopulaInput {
  readonly columns: readonly RankedColumn[]
  /** Columns to condition on; empty if the model conditions on none. */
  readonly given: readonly RankedColumn[]
  readonly model: CopulaModel
  readonly warnings: readonly string[]
}

/**
 * Returns the columns to mask, ranked, with their copula given the others.
 *
 * @param input - File, columns to mask and columns to condition on.
 * @param method - Id of the method, for messages.
 * @param ties - Ties of the masked columns.
 * @returns The columns, their model, and its warnings.
 * @throws TOO_FEW_RECORDS, CONSTANT_COLUMN, and the errors of `finiteColumns` and `givenDesign`
 */
export function copulaInput(input: MaskInput<FewRecords>, method: string, ties: TiesOut = 'own'): CopulaInput {
  const columns = rankedColumns(input, method)
  const design = givenDesign(input, method)
  const { rows } = input.data
  const few = fewSentence(rows, columns.length, design.columns.length)
  if (few !== undefined) {
    requireDiagonal(few, input.params, method)
    const model = independentModel(columns.length, rows)
    return { columns, given: [], model, warnings: [diagonalSentence(few)] }
  }
  const given = design.columns.map(rankedColumn)
  const model = copulaModel(columns, given, ties)
  return { columns, given, model, warnings: [...design.warnings, ...modelWarnings(model)] }
}

/**
 * Describes a file with fewer records than columns, masked and given, plus two.
 *
 * @param rows - Number of records.
 * @param columns - Number of masked columns.
 * @param given - Number of given columns, an indicator for each category but the first.
 * @returns The beginning of a sentence; undefined if there are enough records.
 */
export function fewSentence(rows: number, columns: number, given: number): string | undefined {
  if (rows >= columns + given + 2) return undefined
  return `${rows} records are fewer than ${columns} columns, ${given} given ones and two`
}

/**
 * Refuses too few records unless they are to be masked column by column.
 *
 * @param few - Beginning of a sentence, by `fewSentence`.
 * @param params - Parameter for too few records.
 * @param method - Id of the method, for the message.
 * @throws TOO_FEW_RECORDS unless fewRecords is diagonal.
 */
export function requireDiagonal(few: string, { fewRecords }: FewRecords, method: string): void {
  if (fewRecords === 'diagonal') return
  const fix = 'Use larger groups, give fewer columns, or set fewRecords to diagonal, which loses all correlations.'
  throw new SdcError('TOO_FEW_RECORDS', `${few}: their correlations cannot be estimated`, { method }, fix)
}

/** Warning for files masked column by column. */
export const diagonalSentence = (few: string): string =>
  `${few}: each column is masked independently of the others and of the given ones (fewRecords: diagonal)`

/** Warnings about a model. */
export const modelWarnings = ({ missed, rows }: CopulaModel): string[] => [
  ...missedWarning(missed),
  ...chanceWarning(rows),
]

/**
 * Returns the columns to mask, ranked.
 *
 * @param input - File and columns to mask.
 * @param method - Id of the method, for messages.
 * @returns One ranked column each, in the given order.
 * @throws TOO_FEW_RECORDS for one record and CONSTANT_COLUMN: no rank could change
 */
export function rankedColumns(input: MaskInput<unknown>, method: string): RankedColumn[] {
  requireTwo(input.data.rows, method)
  return finiteColumns(input, input.columns, method).map((values, j) => {
    input.tick(j / (2 * input.columns.length))
    const ranked = rankedColumn(values)
    requireTwoValues(ranked.distinct, input.columns[j], method)
    return ranked
  })
}

/**
 * Refuses a single record.
 *
 * @param rows - Number of records.
 * @param method - The method's id, for the message.
 * @throws TOO_FEW_RECORDS for fewer than two.
 */
export function requireTwo(rows: number, method: string): void {
  if (rows >= 2) return
  const message = `${rows} record has no other to be masked by: it would keep its values`
  throw new SdcError('TOO_FEW_RECORDS', message, { method }, 'Use larger groups, or leave the columns out.')
}

/**
 * Refuses a column with one value.
 *
 * @param distinct - Number of different values of the column.
 * @param column - Its name.
 * @param method - The method's id, for the message.
 * @throws CONSTANT_COLUMN for fewer than two.
 */
export function requireTwoValues(distinct: number, column: string, method: string): void {
  if (distinct > 1) return
  const message = `column "${column}" has the same value in every record`
  throw new SdcError('CONSTANT_COLUMN', message, { method, column }, 'Leave the column out, or use larger groups.')
}

/** Expected difference of a rank correlation from the original one below which no warning is given. */
const NEAR = 0.002

/** Warns about the expected error of the rank correlations, for any number of records. */
function missedWarning(missed: number): string[] {
  if (missed <= NEAR) return []
  return [
    "no normal copula has the columns' rank correlations with their ties: the nearest is used, and a rank " +
      `correlation is expected to differ by up to ${missed.toPrecision(2)} from the original one`,
  ]
}

/** Number of records below which chance moves a rank correlation by more than a tenth. */
const ENOUGH_RECORDS = 100

/** Warns about the movement of a rank correlation by chance, if it is large. */
function chanceWarning(rows: number): string[] {
  if (rows >= ENOUGH_RECORDS) return []
  const typical = (1 / Math.sqrt(rows - 1)).toPrecision(2)
  return [
    `with ${rows} records chance alone moves a rank correlation by about ${typical}: a file or group of this ` +
      'size keeps them on average only',
  ]
}
