import { isMissing, type Column } from '@sdc/core'
import type { Units } from './units-of.js'

/**
 * Returns the first two records of one unit with different values; a missing value differs from none.
 *
 * @param column - One value a record.
 * @param units - The unit of each record.
 * @returns Their places, or undefined if there are none.
 */
export function differing(column: Column, { count, ofRecord }: Units): readonly [number, number] | undefined {
  const values = column.kind === 'numeric' ? column.values : column.codes
  const known = knownRecords(column, { count, ofRecord })
  for (let i = 0; i < ofRecord.length; i++) {
    const one = known[ofRecord[i]]
    if (!isMissing(column, i) && values[one] !== values[i]) return [one, i]
  }
  return undefined
}

/**
 * Returns the first record with a value of every unit; its first record if none has a value.
 *
 * @param column - One value a record.
 * @param units - The unit of each record.
 * @returns One record a unit.
 */
export function knownRecords(column: Column, { count, ofRecord }: Units): Int32Array {
  const known = new Int32Array(count).fill(-1)
  for (let i = 0; i < ofRecord.length; i++) {
    const unit = ofRecord[i]
    if (known[unit] < 0 || (isMissing(column, known[unit]) && !isMissing(column, i))) known[unit] = i
  }
  return known
}

/**
 * Returns true if a column belongs to units: no unit has two different values, and some unit has two values.
 *
 * @param column - One value a record.
 * @param units - The unit of each record.
 * @returns True if the values are those of units.
 */
export function isOfUnits(column: Column, units: Units): boolean {
  const has = new Uint8Array(units.count)
  const repeats = units.ofRecord.some((unit, i) => !isMissing(column, i) && has[unit]++ > 0)
  return repeats && differing(column, units) === undefined
}
