import { keyClasses, type RecordGroups } from '@sdc/stats'

/**
 * Counts the records that agree with a record in all its known quasi-identifiers, including itself. Missing ones of the
 * record are ignored; a record that lacks a known one does not match.
 *
 * @param codes - The quasi-identifiers, at most 30 columns of n codes from −1 (missing) up.
 * @param classes - Their classes, as `keyClasses` makes them.
 * @param persons - Person of each record, to count persons.
 * @returns One number for each record. Cost: O(d·c·g) for c classes that lack g different sets of quasi-identifiers.
 */
export function ownKeyMatches(
  codes: readonly Int32Array[],
  { ids, sizes, firsts }: RecordGroups,
  persons?: Int32Array,
): Float64Array {
  const lacks = firsts.map((row) => codes.reduce((set, column, j) => (column[row] < 0 ? set | (1 << j) : set), 0))
  const matches = new Float64Array(firsts.length)
  for (const pattern of new Set(lacks)) {
    // Records that lack only keys of the pattern have all required keys.
    const held = Int32Array.from(lacks.keys()).filter((c) => (lacks[c] & ~pattern) === 0)
    const asked = codes.filter((_, j) => !((pattern >> j) & 1))
    const groups = asked.map((column) => Int32Array.from(held, (c) => column[firsts[c]]))
    const same = groups.length > 0 ? keyClasses(groups).ids : new Int32Array(held.length)
    const totals = new Float64Array(held.length)
    if (persons) {
      const numberOf = new Int32Array(firsts.length).fill(-1)
      held.forEach((c, at) => (numberOf[c] = same[at]))
      const rows = Int32Array.from(ids.keys()).filter((i) => numberOf[ids[i]] >= 0)
      const each = keyClasses([rows.map((i) => numberOf[ids[i]]), rows.map((i) => persons[i])])
      for (const first of each.firsts) totals[numberOf[ids[rows[first]]]]++
    } else held.forEach((c, at) => (totals[same[at]] += sizes[c]))
    held.forEach((c, at) => {
      if (lacks[c] === pattern) matches[c] = totals[same[at]]
    })
  }
  return Float64Array.from(ids, (id) => matches[id])
}
