import type { Dataset, Roles } from '@sdc/core'
import { keyClasses } from '@sdc/stats'
import { compatibleRecords } from './compatible-records.js'
import { keyCodes } from './key-codes.js'
import { personsOf } from './units-of.js'
import { sensitiveValues } from './sensitive-values.js'

/** An original file and a released one. */
interface BothFiles {
  readonly original: Dataset
  readonly released: Dataset
  /** Original record of each released one, −1 if unknown. */
  readonly origin: Int32Array
}

/** Least numbers of records and of different sensitive values of an equivalence class. */
export interface FewestOfClass {
  readonly records: number
  /** Without it no sensitive column is diverse. */
  readonly values?: number | undefined
}

/** Quasi-identifiers that identify nobody in a released file, by the models of k-anonymity and ℓ-diversity. */
export interface AnonymousColumns {
  /** All quasi-identifiers of the released file, or none. */
  readonly keys: readonly string[]
  /** Confidential columns with enough different values in every class. */
  readonly sensitive: readonly string[]
  /** Least number of records of a class, or that match a person; 0 without keys. */
  readonly least: number
}

const NONE: AnonymousColumns = { keys: [], sensitive: [], least: 0 }

/**
 * Finds quasi-identifiers of a released file that are k-anonymous together, and confidential columns that are ℓ-diverse
 * in their classes.
 *
 * Classes have equal released keys; missing is a value of its own. f is the number of different originals in a class,
 * or of persons if a column has that role, so that copies, added records and further visits protect nobody. If a class
 * with a missing key has fewer than k, two conditions must hold. The true keys of every person must match k released
 * records, and k of those that lack the fewest keys, because an intruder prefers these. Records without a link count as
 * records, unless there are more of them than originals.
 *
 * @param files - Both files.
 * @param roles - Quasi-identifiers, confidential columns and hierarchies.
 * @param fewest - k and ℓ.
 * @returns All quasi-identifiers that the released file has, or none; and the confidential columns that are diverse.
 *
 * Cost: O(n) a column; with missing keys as `compatibleRecords`.
 */
export function anonymousColumns(
  { original, released, origin }: BothFiles,
  roles: Pick<Roles, 'keys' | 'confidential' | 'hierarchies' | 'person' | 'times'>,
  { records: k, values: l }: FewestOfClass,
): AnonymousColumns {
  const keys = roles.keys.filter((name) => released.names.includes(name) && original.names.includes(name))
  if (keys.length === 0 || released.rows === 0) return NONE
  const codes = keys.map((name) => keyCodes(released.column(name)))
  const { ids, firsts } = keyClasses(codes)
  const linked = origin.some((row) => row >= 0)
  if (!linked && released.rows > original.rows) return NONE
  const persons = personsOf(linked ? original : released, roles)
  const rowOf = (i: number): number => (linked ? origin[i] : i)
  const people =
    linked || persons ? peopleOf(ids, (i) => (rowOf(i) < 0 ? -1 : (persons?.ofRecord[rowOf(i)] ?? rowOf(i)))) : ids
  const repeats = persons !== undefined && persons.count < persons.ofRecord.length
  const sizes = new Float64Array(firsts.length)
  for (const id of people) sizes[id]++
  const small = firsts.filter((_, id) => sizes[id] < k)
  const least =
    small.length === 0
      ? sizes.reduce((a, b) => Math.min(a, b))
      : small.every((i) => codes.some((of) => of[i] < 0)) && people.length === released.rows && !repeats
        ? leastCompatible({ original, released }, keys, roles)
        : 0
  if (least < k) return NONE
  const diverse = (name: string): boolean => {
    if (l === undefined || !released.names.includes(name)) return false
    const values = sensitiveValues(released.column(name)).codes
    const found = new Uint32Array(firsts.length)
    for (const i of keyClasses([ids, values]).firsts) found[ids[i]]++
    return found.every((count) => count >= l)
  }
  return { keys, sensitive: roles.confidential.filter(diverse), least }
}

/** Class of every distinct pair of a class and a person (−1 for none) with a record in it. */
function peopleOf(ids: Int32Array, personOf: (i: number) => number): Int32Array {
  const classes: number[] = []
  const seen = new Map<number, Set<number>>()
  ids.forEach((id, i) => {
    const person = personOf(i)
    if (person < 0) return
    const own = seen.get(id) ?? new Set<number>()
    seen.set(id, own)
    if (own.size < own.add(person).size) classes.push(id)
  })
  return Int32Array.from(classes)
}

/**
 * Least number of released records that lack the fewest keys among those that match a person; 0 for people who match
 * none and were not removed.
 */
function leastCompatible(
  { original, released }: Pick<BothFiles, 'original' | 'released'>,
  keys: readonly string[],
  roles: Pick<Roles, 'hierarchies' | 'times'>,
): number {
  const file = (data: Dataset): { data: Dataset; records: number } => ({ data, records: data.rows })
  const found = compatibleRecords(file(original), file(released), keys, roles)
  if (typeof found === 'string') return 0
  let none = 0
  let least = Infinity
  for (const count of found.fullest) {
    if (count === 0) none++
    else if (count < least) least = count
  }
  return none > Math.max(0, original.rows - released.rows) || least === Infinity ? 0 : least
}
