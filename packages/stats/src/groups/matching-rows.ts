import { combinationNumbers } from './combination-numbers.js'
import { keyClasses } from './key-classes.js'
import { oneGroup, rowsByGroup } from './record-groups.js'

/**
 * For some rows the others that match them: they agree in every key that both have.
 *
 * @param keys - Columns of codes from −1 (missing) up; none is a match of all.
 * @param queries - The rows that are asked for.
 * @param among - The rows that may match; all of them miss the same keys.
 * @returns By query the rows that match. Queries with the same ones share one array.
 *
 * Cost: O((queries + among) · keys) for each way in which queries miss keys.
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
