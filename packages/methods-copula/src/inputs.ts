import { finiteColumns, givenDesign } from '@sdc/toolkit'
import { SdcError, type MaskInput } from '@sdc/core'
import * as z from 'zod'
import { copulaModel, independentModel, type CopulaModel } from './copula-model.js'
import type { TiesOut } from './mid-scores.js'
import { rankedColumn, type RankedColumn } from './ranked-column.js'

/** The parameter of the methods that condition. */
export const fewRecordsParam = {
  fewRecords: z.enum(['error', 'diagonal']).default('error').meta({
    description:
      'What to do with fewer records than columns, masked and given, plus two: refuse them, or mask each column without regard to the others and to the given ones.',
  }),
}

export interface CopulaInput {
  readonly columns: readonly RankedColumn[]
  readonly model: CopulaModel
  readonly warnings: readonly string[]
}

/**
 * The columns to mask, ranked, with their copula given the others.
 *
 * @param ties which values the masked columns repeat
 * @throws TOO_FEW_RECORDS, CONSTANT_COLUMN, and what `finiteColumns` and `givenDesign` do
 */
export function copulaInput(
  input: MaskInput<{ readonly fewRecords: 'error' | 'diagonal' }>,
  method: string,
  ties: TiesOut = 'own',
): CopulaInput {
  const columns = rankedColumns(input, method)
  const { columns: given, warnings } = givenDesign(input, method)
  const { rows } = input.data
  const least = columns.length + given.length + 2
  if (rows >= least) {
    const model = copulaModel(columns, given, ties)
    return { columns, model, warnings: [...warnings, ...missedWarning(model.missed), ...chanceWarning(rows)] }
  }
  const few = `${rows} records are fewer than ${columns.length} columns, ${given.length} given ones and two`
  if (input.params.fewRecords === 'error') {
    const advice = 'Use larger groups, give fewer columns, or set fewRecords to diagonal, which loses all correlations.'
    throw new SdcError('TOO_FEW_RECORDS', `${few}: their correlations cannot be estimated`, { method }, advice)
  }
  const warning = `${few}: each column is masked without regard to the others and to the given ones (fewRecords: diagonal)`
  return { columns, model: independentModel(columns.length), warnings: [warning] }
}

/**
 * The columns to mask, ranked.
 *
 * @throws TOO_FEW_RECORDS for one record and CONSTANT_COLUMN: no rank could change
 */
export function rankedColumns(input: MaskInput<unknown>, method: string): RankedColumn[] {
  if (input.data.rows < 2) {
    const message = `${input.data.rows} record has no other to be masked by: it would keep its values`
    throw new SdcError('TOO_FEW_RECORDS', message, { method }, 'Use larger groups, or leave the columns out.')
  }
  return finiteColumns(input, input.columns, method).map((values, j) => {
    input.tick(j / (2 * input.columns.length))
    const ranked = rankedColumn(values)
    if (ranked.distinct > 1) return ranked
    const message = `column "${input.columns[j]}" has the same value in every record`
    const advice = 'Leave the column out, or use larger groups.'
    throw new SdcError('CONSTANT_COLUMN', message, { method, column: input.columns[j] }, advice)
  })
}

/** Rank correlations that are expected to be nearer than this to the original ones are not spoken of. */
const NEAR = 0.002

/** Says how far the rank correlations will be off, however many the records. */
function missedWarning(missed: number): string[] {
  if (missed <= NEAR) return []
  return [
    `no normal copula has the columns' rank correlations with their ties: the nearest is used, and a rank correlation is expected to differ by up to ${missed.toPrecision(2)} from the original one`,
  ]
}

/** Records below which chance moves a rank correlation by more than a tenth. */
const ENOUGH_RECORDS = 100

/** Says how far chance moves a rank correlation where that is much. */
function chanceWarning(rows: number): string[] {
  if (rows >= ENOUGH_RECORDS) return []
  const typical = (1 / Math.sqrt(rows - 1)).toPrecision(2)
  return [
    `with ${rows} records chance alone moves a rank correlation by about ${typical}: those of so small a file or group are kept on average only`,
  ]
}
