import type { Dataset, Roles } from '@sdc/core'
import type { Units } from './units-of.js'

/**
 * Of each person the worst of their records: who knows a person may know any one of them.
 *
 * @param persons - Whose the records are.
 * @param values - One number a record; NaN where it has none.
 * @param worst - Which of them is.
 * @returns One number a person; NaN where no record has one.
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
 * The mean of a number over the records of each person, such as their sampling weight.
 *
 * @param persons - Whose the records are.
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
 * One record of each person: the first.
 *
 * @param persons - Whose the records are.
 * @returns Rows of the file, ascending.
 */
export function firstOfPersons({ ofRecord: ids, count }: Units): Int32Array {
  const rows = new Int32Array(count)
  for (let i = ids.length - 1; i >= 0; i--) rows[ids[i]] = i
  return rows
}

/**
 * Why the persons of a file cannot be counted a block at a time.
 *
 * @param masked - The file.
 * @param roles - Of its columns.
 * @returns A clause; undefined where every record is one.
 */
export function personsNeedRecords(masked: Dataset, { person }: Roles): string | undefined {
  if (person === undefined || !masked.names.includes(person)) return undefined
  return `the records of a person (column "${person}") may stand anywhere in the file`
}
