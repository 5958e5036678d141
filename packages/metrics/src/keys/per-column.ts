import type { Dataset, Roles } from '@sdc/core'
import { table, type MissingKeys } from '@sdc/toolkit'
import type { CountedFile } from '@sdc/toolkit/internal'
import { keyedFile, unitsOf, type KeyedFile } from './matching-records.js'

/** Result for one confidential column, one number per row of the file; the risk of a record grows or falls with it. */
export interface ColumnFound {
  readonly name: string
  readonly records: Float64Array
  /** 1 for each row that is at risk. */
  readonly atRisk: Uint8Array
}

/**
 * Returns the quasi-identifiers of the masked file.
 *
 * @param file - The file, or its different records.
 * @param columns - Its quasi-identifiers.
 * @param roles - Roles, which may name the person column.
 * @returns The quasi-identifiers, or the reason for a missing value.
 */
export function keysOf(
  file: CountedFile,
  columns: readonly string[],
  roles: Pick<Roles, 'person'>,
): KeyedFile | string {
  return noKeys(columns, file.records) ?? keyedFile(file, columns, roles)
}

/**
 * Returns the reason why quasi-identifiers cannot be measured.
 *
 * @param columns - The quasi-identifiers.
 * @param records - Number of records.
 * @returns A sentence; undefined if they can.
 */
export function noKeys(columns: readonly string[], records: number): string | undefined {
  if (columns.length === 0) return 'no column is a quasi-identifier: assign that role in a schema'
  return records === 0 ? 'the file has no records' : undefined
}

/**
 * Counts the records in rows that satisfy a condition; for persons, those with such a record.
 *
 * @param file - The file, or its different records.
 * @param holds - Condition on a row.
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
 * Counts the records, or persons, at risk by any of the columns.
 *
 * @param found - Results of every confidential column.
 * @param file - The file, or its different records.
 * @returns A count.
 */
export function atRiskByAny(found: readonly ColumnFound[], file: KeyedFile): number {
  return unitsWhere(file, (i) => found.some(({ atRisk }) => atRisk[i] === 1))
}

/**
 * Returns the worst number of each record over the columns.
 *
 * @param found - Results of every confidential column.
 * @param worst - End that is worse.
 * @param rows - Records of the file.
 * @returns One number for each record.
 */
export function worstOfColumns(found: readonly ColumnFound[], worst: 'least' | 'greatest', rows: number): Float64Array {
  const choose = worst === 'least' ? Math.min : Math.max
  return Float64Array.from({ length: rows }, (_, i) =>
    found.reduce((so, { records }) => choose(so, records[i]), worst === 'least' ? Infinity : -Infinity),
  )
}

/**
 * Returns the least, greatest and mean over records of a number that all records of a set share.
 *
 * @param values - One number per set, for one set or more.
 * @param records - Number of records of each.
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
 * Returns the number of classes, and the number of records with a missing quasi-identifier.
 *
 * @param keyed - The quasi-identifiers.
 * @param rule - Rule for missing ones, shown in the table.
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
