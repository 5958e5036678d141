import { keyClasses } from '@sdc/stats'
import type { KeySet } from './problem/key-sets.js'
import type { Condition } from './problem/problem.js'

/** Maximum number of stored places in help groups: 40 million take 160 MB. */
const MOST_PLACES = 40_000_000

/** Unsafe records that agree in the keys of a condition that are left after a set of keys is lost. */
export interface HelpGroups {
  /** Group of each record. */
  readonly ids: Int32Array
  /**
   * By group, first and end place of its records in `members`; an array of arrays would need twenty times the memory.
   */
  readonly starts: Int32Array
  readonly members: Int32Array
}

/**
 * Returns the records of a group.
 *
 * @param groups - The groups.
 * @param id - Number of the group.
 * @returns Their numbers, ascending.
 */
export function membersOf({ starts, members }: HelpGroups, id: number): Int32Array {
  return members.subarray(starts[id], starts[id + 1])
}

/**
 * Counts the records of each group that satisfy a condition.
 *
 * @param groups - The groups.
 * @param is - Returns true if a record counts.
 * @returns A number by group.
 */
export function countsByGroup({ ids, starts }: HelpGroups, is: (record: number) => boolean): Int32Array {
  const counts = new Int32Array(starts.length - 1)
  for (let i = 0; i < ids.length; i++) if (is(i)) counts[ids[i]]++
  return counts
}

/**
 * Groups the records that are helped if a record loses a set of keys: those that agree with it in all other keys of a
 * condition.
 *
 * A missing key counts as a value of its own here, so that every counted match is real; some matches are not counted.
 *
 * @param codes - The keys of the unsafe records.
 * @param sets - The sets of keys that records may lose.
 * @param uses - Number of records that may lose each set: if memory is short, the most used sets come first.
 * @param conditions - The conditions.
 * @returns The groups by set and condition; null if the condition has none of the set's keys, or memory is short.
 */
export function helpGroups(
  codes: readonly Int32Array[],
  sets: readonly KeySet[],
  uses: Int32Array,
  conditions: readonly Condition[],
): { readonly groups: readonly (readonly (HelpGroups | null)[])[]; readonly complete: boolean } {
  const n = codes[0].length
  const groups = sets.map((): (HelpGroups | null)[] => conditions.map(() => null))
  const order = sets.map((_, s) => s).filter((s) => uses[s] > 0)
  order.sort((a, b) => uses[b] - uses[a] || a - b)
  let room = MOST_PLACES
  let complete = true
  for (const s of order) {
    for (const [c, { bits }] of conditions.entries()) {
      if ((bits & sets[s].bits) === 0) continue
      if (room < 2 * n) {
        complete = false
        continue
      }
      room -= 2 * n
      groups[s][c] = groupsOf(codes, bits & ~sets[s].bits, n)
    }
  }
  return { groups, complete }
}

/**
 * Groups records by some of their keys.
 *
 * @param codes - The keys.
 * @param bits - The keys to compare, as bits.
 * @param n - Number of records.
 * @returns The groups of equal records; one of all records if there is no key.
 */
export function groupsOf(codes: readonly Int32Array[], bits: number, n: number): HelpGroups {
  const keys = codes.filter((_, j) => (bits >> j) & 1)
  const classes = keyClasses(keys.length > 0 ? keys : [new Int32Array(n)])
  const { ids, sizes } = classes
  const starts = new Int32Array(sizes.length + 1)
  for (let g = 0; g < sizes.length; g++) starts[g + 1] = starts[g] + sizes[g]
  const next = starts.slice()
  const members = new Int32Array(n)
  for (let i = 0; i < n; i++) members[next[ids[i]]++] = i
  return { ids, starts, members }
}
