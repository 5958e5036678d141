import { agree, combinationHash } from './combination-hash.js'
import { keyClasses } from './key-classes.js'
import { oneGroup, rowsByGroup } from './record-groups.js'

/**
 * Computes, for some rows, the totals of values over all rows that match them: F_i = Σ_(j matches i) v_j.
 *
 * `wildcard`: i and j match if they agree in every key that both have. `reachable`: j matches i if j becomes equal to i
 * by making keys of j missing, i.e. each key of i is missing or equal in j. Only the queries are put into tables. So
 * rows that lack keys in many ways cost one pass for each set of keys that the few queries lack.
 *
 * @param keys - Columns of n codes from −1 (missing) up; without keys all rows match.
 * @param values - n numbers.
 * @param queries - Rows to compute totals for.
 * @param match - Values that a missing key matches.
 * @param among - Rows to add up; default all.
 * @returns One total for each of `queries`.
 *
 * Cost: O(g·n·d) for queries that lack g different sets of keys, and a table of the queries for each set that rows
 * lack.
 */
export function matchingTotals(
  keys: readonly Int32Array[],
  values: Float64Array,
  queries: Int32Array,
  match: 'wildcard' | 'reachable',
  among?: Int32Array,
): Float64Array {
  const totals = new Float64Array(queries.length)
  const rows = byMissing(keys, among?.length ?? values.length, (at) => among?.[at] ?? at)
  const asked = byMissing(keys, queries.length, (at) => queries[at])
  for (const [lacksAsked, places] of asked) {
    for (const [lacks, members] of rows) {
      if (match === 'reachable' && lacks.some((one, j) => one && !lacksAsked[j])) continue
      const common = keys.filter((_, j) => !lacks[j] && !lacksAsked[j])
      addMatches(common, values, among ? members.map((at) => among[at]) : members, queries, places, totals)
    }
  }
  return totals
}

/** Groups the indices 0 … count − 1 by the keys that their rows lack. */
function byMissing(
  keys: readonly Int32Array[],
  count: number,
  rowAt: (at: number) => number,
): (readonly [lacks: readonly boolean[], places: Int32Array])[] {
  if (count === 0) return []
  const lacks = keys.map((key) => Int32Array.from({ length: count }, (_, at) => (key[rowAt(at)] < 0 ? 1 : 0)))
  const patterns = keys.length === 0 ? oneGroup(count) : keyClasses(lacks)
  return rowsByGroup(patterns).map((places) => [lacks.map((of) => of[places[0]] === 1), places])
}

/** Adds to the queries at `places` the values of the members that agree with them in all of `keys`. */
function addMatches(
  keys: readonly Int32Array[],
  values: Float64Array,
  members: Int32Array,
  queries: Int32Array,
  places: Int32Array,
  totals: Float64Array,
): void {
  if (keys.length === 0) {
    let sum = 0
    for (const i of members) sum += values[i]
    for (const at of places) totals[at] += sum
    return
  }
  // Open addressing: 1 + a row with the combination of keys; at most half full.
  const capacity = 1 << (32 - Math.clz32(2 * places.length))
  const table = new Int32Array(capacity)
  const sums = new Float64Array(capacity)
  const slotOf = (row: number): number => {
    let slot = combinationHash(keys, row) & (capacity - 1)
    while (table[slot] !== 0 && !agree(keys, table[slot] - 1, row)) slot = (slot + 1) & (capacity - 1)
    return slot
  }
  const slots = Int32Array.from(places, (at) => {
    const slot = slotOf(queries[at])
    if (table[slot] === 0) table[slot] = queries[at] + 1
    return slot
  })
  for (const i of members) {
    const slot = slotOf(i)
    if (table[slot] !== 0) sums[slot] += values[i]
  }
  places.forEach((at, p) => (totals[at] += sums[slots[p]]))
}
