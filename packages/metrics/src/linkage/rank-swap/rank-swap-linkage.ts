import type { PossiblyNearest } from '@sdc/stats'
import { creditOf, type RightRows, type TieCount } from '../search/link.js'
import { candidateSearch } from './candidate-search.js'
import type { RankSwapKey } from './rank-swap-key.js'

/** Result by the first t columns; arrays of one entry per known record. */
export interface RankSwapLinks {
  /** Credit of the link, in [0, 1]; see {@link TieCount}. */
  readonly credit: Float64Array
  /** Number of released records in the intervals of all t columns: 0, 1, or 2 for several. */
  readonly candidates: Uint8Array
  /** 1 if the right one is among them. */
  readonly held: Uint8Array
}

/** Number of records above which a search of the tree is faster than comparing each. */
const MANY = 64

/**
 * Links records of a rank-swapped file by the first 1, 2, … columns.
 *
 * The candidates of a record are the released ones in its intervals of all t columns, ∩_j B(x_ij). It is linked to the
 * nearest of them by Euclidean distance, ties as in `linkCredit`. Without a candidate it is not linked. Cost: for each
 * record and t a search of a tree of the first t columns within the intervals, see `candidateSearch`. It is O(log m) if
 * many candidates remain. If few remain, it visits the leaves that the intervals cut; these are few while the window is
 * wide compared with m^(−1/t). Source: Nin, Herranz & Torra 2008; Torra 2013, rank swapping record linkage.
 *
 * @param keys - The columns, in the order of use.
 * @param right - Right released records for each known one.
 * @param ties - Credit of a link among equals.
 * @param tick - Receives the completed share of the records.
 * @param many - Number of records above which the tree is searched; it changes the time only.
 * @returns The links by the first 1, 2, … columns.
 */
export function rankSwapLinks(
  keys: readonly RankSwapKey[],
  right: RightRows,
  ties: TieCount,
  tick: (fraction: number) => void,
  many = MANY,
): RankSwapLinks[] {
  const n = keys[0].from.length
  const search = candidateSearch(keys, many)
  const links = heldBy(keys, right).map((held) => ({
    credit: new Float64Array(n),
    candidates: new Uint8Array(n),
    held,
  }))
  for (let r = 0; r < n; r++) {
    if ((r & 127) === 0) tick(r / n)
    search.begin(r)
    for (const { credit, candidates, held } of links) {
      const found = search.addKey()
      if (found === 0) break
      candidates[r] = found
      if (held[r] === 1) credit[r] = creditOfNearest(search.nearest(), right, r, ties)
    }
  }
  return links
}

/** Returns for the first 1, 2, … keys which known records have a right released one in all intervals. */
function heldBy(keys: readonly RankSwapKey[], { starts, rows }: RightRows): Uint8Array[] {
  const held = keys.map(({ from }) => new Uint8Array(from.length))
  for (let r = 0; r + 1 < starts.length; r++) {
    for (const row of rows.subarray(starts[r], starts[r + 1])) {
      for (const [j, { released, intervals }] of keys.entries()) {
        if (!(released[row] >= intervals.least[r] && released[row] <= intervals.most[r])) break
        held[j][r] = 1
      }
    }
  }
  return held
}

/** Returns the credit of a link of a record to one of these, if some rows are right. */
function creditOfNearest(nearest: PossiblyNearest, { starts, rows }: RightRows, r: number, ties: TieCount): number {
  let right = 0
  let first = false
  for (let at = starts[r]; at < starts[r + 1]; at++) {
    if (nearest.has(rows[at])) right++
    if (rows[at] === nearest.lowest) first = true
  }
  return creditOf(ties, nearest.count, right, first)
}
