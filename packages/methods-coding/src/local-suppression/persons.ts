import { keyClasses } from '@sdc/stats'
import type { Units } from '@sdc/toolkit/internal'
import { keySets } from './problem/key-sets.js'
import type { SuppressionProblem } from './problem/problem.js'
import type { Suppressed } from './suppress.js'

/**
 * Returns the first record of every person if all records of each person have the same keys.
 *
 * @param codes - q keys of n codes.
 * @param persons - The persons of the records.
 * @returns One record a person, or undefined if the keys of some person differ.
 */
export function firstRecords(codes: readonly Int32Array[], { ofRecord, count }: Units): Int32Array | undefined {
  const firsts = new Int32Array(count)
  for (let i = ofRecord.length - 1; i >= 0; i--) firsts[ofRecord[i]] = i
  const isShared = codes.every((of) => ofRecord.every((person, i) => of[i] === of[firsts[person]]))
  return isShared ? firsts : undefined
}

/**
 * Makes cells missing until every record matches records of k persons, if the keys of a person differ between records.
 *
 * A record loses the lightest set of keys without which records of k persons have its other keys. So it is safe for any
 * losses of other records, because a missing key matches every value. All records of a person with a suppressed value
 * lose it: another record would disclose it.
 *
 * @param problem - Keys, weights and conditions, by the rule wildcard; at least k persons.
 * @param persons - The persons of the records.
 * @param tick - Receives the completed share.
 * @returns The suppressed cells; the least possible number is unknown.
 *
 * Cost: O(n · keys) for each set of keys and each condition, while records are left.
 */
export function suppressOfPersons(
  { codes, weights, conditions }: SuppressionProblem,
  { ofRecord }: Units,
  tick: (fraction: number) => void,
): Suppressed {
  const masks = new Int32Array(ofRecord.length)
  const sets = keySets(weights)
  let unsafe = new Int32Array(0)
  let left = Int32Array.from(ofRecord.keys())
  for (const [s, { bits }] of sets.entries()) {
    if (left.length === 0) break
    const enough = conditions.map(({ keys, k }) => {
      const of = personsWith(
        keys.filter((j) => ((bits >> j) & 1) === 0).map((j) => codes[j]),
        ofRecord,
      )
      return (i: number): boolean => of(i) >= k
    })
    const still = left.filter((i) => !enough.every((holds) => holds(i)))
    if (s === 0) unsafe = still
    for (const i of left) masks[i] = bits
    left = still
    tick(1 - left.length / ofRecord.length)
  }
  const lost = codes.map((of, j) => {
    const { ids, sizes } = keyClasses([ofRecord, of])
    const isLost = new Uint8Array(sizes.length)
    ids.forEach((id, i) => (isLost[id] |= (masks[i] >> j) & 1))
    return (i: number): number => (of[i] < 0 ? 0 : isLost[ids[i]] << j)
  })
  const shared = masks.map((_, i) => lost.reduce((own, of) => own | of(i), 0))
  return { masks: shared, lowerBound: 0, proved: false, unsafe }
}

/** Number of persons that have records with the same codes as a record. */
function personsWith(codes: readonly Int32Array[], ofRecord: Int32Array): (record: number) => number {
  const { ids, sizes } = codes.length === 0 ? keyClasses([new Int32Array(ofRecord.length)]) : keyClasses(codes)
  const persons = new Int32Array(sizes.length)
  for (const i of keyClasses([ids, ofRecord]).firsts) persons[ids[i]]++
  return (i) => persons[ids[i]]
}
