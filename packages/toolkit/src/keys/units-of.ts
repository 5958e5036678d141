import type { Column, Dataset, Roles } from '@sdc/core'
import { keyCodes } from './key-codes.js'

/** Records that belong together: of one person, of one household. */
export interface Units {
  /** The number of units. */
  readonly count: number
  /** Unit of each record, numbered in the order of first records. */
  readonly ofRecord: Int32Array
}

/**
 * Returns the units of the records: those with equal values are one; a record without a value is one by itself.
 *
 * @param column - Ids of the units, one a record.
 * @returns Number of units, and the unit of each record.
 *
 * Cost: O(n), a sort for numbers.
 */
export function unitsOf(column: Column): Units {
  const units = new Map<number, number>()
  let count = 0
  const ofRecord = Int32Array.from(keyCodes(column), (code) => {
    if (code < 0) return count++
    const known = units.get(code)
    if (known !== undefined) return known
    units.set(code, count)
    return count++
  })
  return { count, ofRecord }
}

/**
 * Returns the persons of the records.
 *
 * @param data - The records.
 * @param roles - Names the column of persons; without it every record is a person.
 * @returns The persons; undefined if each has one record, so that counts of records are counts of persons.
 */
export function personsOf(data: Dataset, { person }: Pick<Roles, 'person'>): Units | undefined {
  if (person === undefined || !data.names.includes(person)) return undefined
  const units = unitsOf(data.column(person))
  return units.count < data.rows ? units : undefined
}
