import type { Column, Rng } from '@sdc/core'
import { equalRecords, rowsByGroup, type RecordGroups } from '@sdc/stats'

/**
 * The clusters of a masked file: its records that are equal in all of these columns, as microaggregation leaves them.
 * A missing value equals a missing value. Cost: O(np).
 */
export function clustersOf(columns: readonly Column[]): RecordGroups {
  return equalRecords(
    columns.map((column) => (column.kind === 'numeric' ? column.values : Float64Array.from(column.codes))),
  )
}

/**
 * A permutation of rows that is uniform within every cluster: row i gets the value of row result[i].
 *
 * moves: whether a row takes part; the others keep their own. Cost: O(n), a draw a row.
 */
export function permuteWithin(clusters: RecordGroups, moves: (row: number) => boolean, rng: Rng): Int32Array {
  const from = Int32Array.from(clusters.ids.keys())
  for (const all of rowsByGroup(clusters)) {
    const rows = all.filter(moves)
    const shuffled = rng.shuffle(rows.slice())
    rows.forEach((row, at) => (from[row] = shuffled[at]))
  }
  return from
}
