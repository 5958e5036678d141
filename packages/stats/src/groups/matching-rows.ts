import { combinationNumbers } from './combination-numbers.js'
import { keyClasses } from './key-classes.js'
import { oneGroup, rowsByGroup } from './record-groups.js'

/**
 * Finds, for some rows, the rows that match them: they agree in every key that both have.
 *
 * @param keys - Columns of codes from −1 (missing) up; without keys all rows match.
 * @param queries - Rows to find matches for.
 * @param among - Rows that may match; all of them lack the same keys.
 * @returns Matching rows by query. Queries with the same matches share one array.
 *
 * Cost: O((queries + among) · keys) for each set of keys that queries lack.
 */
export function matchingRows(keys: readonly Int32Array[], queries: Int32Array, among: Int32Array): Int32Array[] {
  const none = new Int32Array(0)
  const found = Array.from(queries, () => none)
  if (queries.length === 0 || among.length === 0) return found
  const held = keys.filter((key) => key[among[0]] >= 0)
  const lacks = held.map((key) => Int32Array.from(queries, (row) => (key[row] < 0 ? 1 : 0)))
  const patterns = held.length === 0 ? oneGroup(queries.length) : keyClasses(lacks)
  for (const places of rowsByGroup(patterns)) {
    const common = held.filter((_, j) => lacks[j][places[0]] === 0)
    const { count, numberOf } = combinationNumbers(common, among)
    const lists = Array.from({ length: count }, (): number[] => [])
    for (const row of among) lists[numberOf(row)].push(row)
    const rows = lists.map((list) => Int32Array.from(list))
    for (const at of places) {
      const number = numberOf(queries[at])
      if (number >= 0) found[at] = rows[number]
    }
  }
  return found
}
