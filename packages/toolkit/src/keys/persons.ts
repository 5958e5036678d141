import type { Dataset, Roles } from '@sdc/core'
import type { Units } from './units-of.js'

/**
 * Returns the worst value of the records of each person: an intruder may know any one of them.
 *
 * @param persons - Persons of the records.
 * @param values - One number a record; NaN if it has none.
 * @param worst - Selects the least or the greatest value.
 * @returns One number a person; NaN if no record has one.
 */
export function worstOfPersons(
  { ofRecord: ids, count }: Units,
  values: ArrayLike<number>,
  worst: 'least' | 'greatest',
): Float64Array {
  const found = new Float64Array(count).fill(Number.NaN)
  for (let i = 0; i < ids.length; i++) {
    const [held, next] = [found[ids[i]], values[i]]
    if (Number.isNaN(held) || (worst === 'least' ? next < held : next > held)) found[ids[i]] = next
  }
  return found
}

/**
 * Returns the mean of a number over the records of each person, such as their sampling weight.
 *
 * @param persons - Persons of the records.
 * @param values - One number a record.
 * @returns One number a person. Cost: O(n).
 */
export function meanOfPersons({ ofRecord: ids, count }: Units, values: Float64Array): Float64Array {
  const sums = new Float64Array(count)
  const sizes = new Float64Array(count)
  ids.forEach((id, i) => {
    sums[id] += values[i]
    sizes[id]++
  })
  return sums.map((sum, id) => sum / sizes[id])
}

/**
 * Returns the first record of each person.
 *
 * @param persons - Persons of the records.
 * @returns Rows of the file, ascending.
 */
export function firstOfPersons({ ofRecord: ids, count }: Units): Int32Array {
  const rows = new Int32Array(count)
  for (let i = ids.length - 1; i >= 0; i--) rows[ids[i]] = i
  return rows
}

/**
 * Returns the reason why the persons of a file cannot be counted block by block.
 *
 * @param masked - The file.
 * @param roles - Roles of its columns.
 * @returns A clause; undefined if every record is a person.
 */
export function personsNeedRecords(masked: Dataset, { person }: Roles): string | undefined {
  if (person === undefined || !masked.names.includes(person)) return undefined
  return `the records of a person (column "${person}") may stand anywhere in the file`
}
