import type { Dataset, Roles } from '@sdc/core'
import { table, type MissingKeys } from '@sdc/toolkit'
import type { CountedFile } from '@sdc/toolkit/internal'
import { keyedFile, unitsOf, type KeyedFile } from './matching-records.js'

/** What was found of one sensitive column, a number a row of the file; the risk of a record grows or falls with it. */
export interface ColumnFound {
  readonly name: string
  readonly records: Float64Array
  /** Row → 1 where it is at risk. */
  readonly atRisk: Uint8Array
}

/**
 * The keys of the masked file.
 *
 * @param file - The file, or its different records.
 * @param columns - Its keys.
 * @param roles - Says which column has the ids of persons.
 * @returns The keys, or why there is nothing to measure.
 */
export function keysOf(
  file: CountedFile,
  columns: readonly string[],
  roles: Pick<Roles, 'person'>,
): KeyedFile | string {
  return noKeys(columns, file.records) ?? keyedFile(file, columns, roles)
}

/**
 * Why keys have nothing to be measured.
 *
 * @param columns - The keys.
 * @param records - How many records there are.
 * @returns A sentence; undefined where there is something.
 */
export function noKeys(columns: readonly string[], records: number): string | undefined {
  if (columns.length === 0) return 'no column is a key: give columns the role quasi-identifier in a schema'
  return records === 0 ? 'the file has no records' : undefined
}

/**
 * How many records are in rows of which something holds; of persons, how many have such a record.
 *
 * @param file - The file, or its different records.
 * @param holds - What is asked of each row.
 * @returns A count.
 */
export function unitsWhere({ data, counts, persons }: KeyedFile, holds: (row: number) => boolean): number {
  let count = 0
  const counted = new Uint8Array(persons?.count ?? 0)
  for (let i = 0; i < data.rows; i++) {
    if (!holds(i) || (persons && counted[persons.ofRecord[i]] === 1)) continue
    if (persons) counted[persons.ofRecord[i]] = 1
    count += counts ? counts[i] : 1
  }
  return count
}

/**
 * How many records, or persons, are at risk by any of the columns.
 *
 * @param found - Of every sensitive column.
 * @param file - The file, or its different records.
 * @returns A count.
 */
export function atRiskByAny(found: readonly ColumnFound[], file: KeyedFile): number {
  return unitsWhere(file, (i) => found.some(({ atRisk }) => atRisk[i] === 1))
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
 * The least, the greatest and the mean over records of a number that all records of a set have.
 *
 * @param values - One number a set, of one set or more.
 * @param records - How many records have each.
 * @returns All three.
 */
export function overRecords(
  values: Float64Array,
  records: Float64Array,
): { least: number; greatest: number; mean: number } {
  let [least, greatest, sum, count] = [Infinity, -Infinity, 0, 0]
  for (let s = 0; s < values.length; s++) {
    if (values[s] < least) least = values[s]
    if (values[s] > greatest) greatest = values[s]
    sum += values[s] * records[s]
    count += records[s]
  }
  return { least, greatest, mean: sum / count }
}

/**
 * How many classes there are, and how many records lack a key.
 *
 * @param keyed - The keys.
 * @param rule - What a missing key matches, which the table says.
 * @returns A table of counts.
 */
export function classFigures(keyed: KeyedFile, rule: MissingKeys): Dataset {
  const { codes, classes, records, persons } = keyed
  const lacking = unitsWhere({ ...keyed, persons: undefined }, (i) => codes.some((of) => of[i] < 0))
  return table({
    what: [...(persons ? ['persons'] : []), 'records', 'classes', `records with a missing key (${rule.missing})`],
    count: Float64Array.of(...(persons ? [unitsOf(keyed)] : []), records, classes.sizes.length, lacking),
  })
}
