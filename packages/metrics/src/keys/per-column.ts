import type { MeasureInput } from '@sdc/core'
import { table, type MissingKeys } from '@sdc/toolkit'
import { keyedFile, type KeyedFile } from './matching-records.js'

/** What was found of one sensitive column, a number a record; the risk of a record grows or falls with it. */
export interface ColumnFound {
  readonly name: string
  readonly records: Float64Array
  /** Record → 1 where it is at risk. */
  readonly atRisk: Uint8Array
}

/**
 * The keys of the masked file.
 *
 * @param input - What the metric was handed.
 * @returns The keys, or why there is nothing to measure.
 */
export function keysOf({ masked, columns }: MeasureInput<unknown>): KeyedFile | string {
  if (columns.length === 0) return 'no column is a key: give columns the role quasi-identifier in a schema'
  if (masked.rows === 0) return 'the file has no records'
  return keyedFile(masked, columns)
}

/**
 * How many records are at risk by any of the columns.
 *
 * @param found - Of every sensitive column.
 * @param rows - The records of the file.
 * @returns A count.
 */
export function atRiskByAny(found: readonly ColumnFound[], rows: number): number {
  let count = 0
  for (let i = 0; i < rows; i++) if (found.some(({ atRisk }) => atRisk[i] === 1)) count++
  return count
}

/**
 * Of each record the worst over the columns.
 *
 * @param found - Of every sensitive column.
 * @param worst - Which of the numbers of a record that is.
 * @param rows - The records of the file.
 * @returns One number a record.
 */
export function worstOfColumns(found: readonly ColumnFound[], worst: 'least' | 'greatest', rows: number): Float64Array {
  const choose = worst === 'least' ? Math.min : Math.max
  return Float64Array.from({ length: rows }, (_, i) =>
    found.reduce((so, { records }) => choose(so, records[i]), worst === 'least' ? Infinity : -Infinity),
  )
}

/**
 * The least, the greatest and the mean of a number a record.
 *
 * @param values - One number a record, of one record or more.
 * @returns All three.
 */
export function overRecords(values: Float64Array): { least: number; greatest: number; mean: number } {
  let [least, greatest, sum] = [Infinity, -Infinity, 0]
  for (const value of values) {
    if (value < least) least = value
    if (value > greatest) greatest = value
    sum += value
  }
  return { least, greatest, mean: sum / values.length }
}

/**
 * How many classes there are, and how many records lack a key.
 *
 * @param keyed - The keys.
 * @param rule - What a missing key matches, which the table says.
 * @returns A table of counts.
 */
export function classFigures({ codes, classes }: KeyedFile, rule: MissingKeys): ReturnType<typeof table> {
  let lacking = 0
  for (const id of classes.ids) if (codes.some((of) => of[classes.firsts[id]] < 0)) lacking++
  return table({
    what: ['records', 'classes', `records with a missing key (${rule.missing})`],
    count: Float64Array.of(classes.ids.length, classes.sizes.length, lacking),
  })
}
