import type { Dataset, Roles } from '@sdc/core'
import { keyCodes } from './key-codes.js'

/** Whose the records of a file are. */
export interface Persons {
  /** Record → person, numbered from 0 in the order of their first records. */
  readonly ids: Int32Array
  readonly count: number
}

/**
 * The persons of a file that may have several records each. A record without an id is a person by itself.
 *
 * @param file - The file.
 * @param roles - Says which column has the ids of persons.
 * @returns Undefined where the file has no such column: every record is then a person.
 * Cost: O(n), and a sort for numbers.
 */
export function personsOf(file: Dataset, { person }: Pick<Roles, 'person'>): Persons | undefined {
  if (person === undefined || !file.names.includes(person)) return undefined
  const codes = keyCodes(file.column(person))
  const numberOf = new Int32Array(codes.reduce((most, code) => Math.max(most, code), -1) + 1).fill(-1)
  let count = 0
  const ids = codes.map((code) => {
    if (code < 0) return count++
    if (numberOf[code] < 0) numberOf[code] = count++
    return numberOf[code]
  })
  return { ids, count }
}

/**
 * Of each person the worst of their records: who knows a person may know any one of them.
 *
 * @param persons - Whose the records are.
 * @param values - One number a record; NaN where it has none.
 * @param worst - Which of them is.
 * @returns One number a person; NaN where no record has one.
 */
export function worstOfPersons(
  { ids, count }: Persons,
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
export function meanOfPersons({ ids, count }: Persons, values: Float64Array): Float64Array {
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
export function firstOfPersons({ ids, count }: Persons): Int32Array {
  const rows = new Int32Array(count)
  for (let i = ids.length - 1; i >= 0; i--) rows[ids[i]] = i
  return rows
}
