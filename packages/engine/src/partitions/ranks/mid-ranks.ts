/** Ranks from 1 of values that are sorted by ranges; equal values share their mean rank. */
import type { RangeEdges } from './sorted-ranks.js'

/**
 * Returns the mid-ranks of the values of one range, whose first and last value may continue in others.
 *
 * @param values - All values of the range, ascending.
 * @param edges - Edges of all ranges.
 * @param range - Number of the range.
 * @returns One rank per value, from 1 for the least value of all ranges.
 */
export function midRanksOf(values: Float64Array, edges: readonly RangeEdges[], range: number): Float64Array {
  const ranks = new Float64Array(values.length)
  const before = edges.slice(0, range).reduce((sum, { count }) => sum + count, 0)
  for (let start = 0; start < values.length;) {
    let end = start + 1
    while (end < values.length && values[end] === values[start]) end++
    const from = before + start - (start === 0 ? equalBefore(edges, range, values[0]) : 0)
    const to = before + end + (end === values.length ? equalAfter(edges, range, values[start]) : 0)
    ranks.fill((from + 1 + to) / 2, start, end)
    start = end
  }
  return ranks
}

/** Number of ranks with this value in the ranges before. */
function equalBefore(edges: readonly RangeEdges[], range: number, value: number): number {
  let equal = 0
  for (let r = range - 1; r >= 0; r--) {
    if (edges[r].count === 0) continue
    if (edges[r].last !== value) break
    equal += edges[r].atLast
    if (edges[r].first !== value) break
  }
  return equal
}

/** Number of ranks with this value in the ranges after it. */
function equalAfter(edges: readonly RangeEdges[], range: number, value: number): number {
  let equal = 0
  for (let r = range + 1; r < edges.length; r++) {
    if (edges[r].count === 0) continue
    if (edges[r].first !== value) break
    equal += edges[r].atFirst
    if (edges[r].last !== value) break
  }
  return equal
}
