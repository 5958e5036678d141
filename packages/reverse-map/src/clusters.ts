import type { Column, Rng } from '@sdc/core'
import { equalRecords, randomPermutation, rowsByGroup, type RecordGroups } from '@sdc/stats'

/**
 * Returns the clusters of a masked file: records that are equal in all of these columns, as microaggregation makes
 * them. A missing value equals a missing value. Cost: O(np).
 */
export function clustersOf(columns: readonly Column[]): RecordGroups {
  return equalRecords(
    columns.map((column) => (column.kind === 'numeric' ? column.values : Float64Array.from(column.codes))),
  )
}

/**
 * Draws a permutation of rows, uniform within every cluster: row i gets the value of row result[i].
 *
 * The rows of a cluster that move, in their order, get the values of the same rows in the order of a number that every
 * row draws from the stream of its block. With the same node for two columns a record would get both its values from
 * one other record; with the same for all columns the file would consist of whole original records. Cost: O(n), one
 * draw per row.
 *
 * @param clusters - Clusters of the n rows.
 * @param moves - Returns true for a row that takes part; the others keep their own value.
 * @param rng - Node of the random stream of one column.
 * @returns n row numbers.
 */
export function permuteWithin(clusters: RecordGroups, moves: (row: number) => boolean, rng: Rng): Int32Array {
  const from = Int32Array.from(clusters.ids.keys())
  const placeOf = new Int32Array(from.length)
  randomPermutation(from.length, rng).forEach((row, place) => (placeOf[row] = place))
  for (const all of rowsByGroup(clusters)) {
    const rows = all.filter(moves)
    const shuffled = rows.slice().sort((a, b) => placeOf[a] - placeOf[b])
    rows.forEach((row, at) => (from[row] = shuffled[at]))
  }
  return from
}
