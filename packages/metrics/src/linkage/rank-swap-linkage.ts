import { creditOf, type RightRows, type TieCount } from './link.js'
import { mayBeNearest, tieRing } from './link-ties.js'
import { candidateSearch, type Candidates, type RankSwapKey } from './candidate-search.js'

/** What is found by the first t keys; arrays of one entry a known record. */
export interface RankSwapLinks {
  /** What the link is worth, in [0, 1]; see {@link TieCount}. */
  readonly credit: Float64Array
  /** How many released records are in the intervals of all t keys: 0, 1, or 2 for several. */
  readonly candidates: Uint8Array
  /** 1 where the right one is among them. */
  readonly held: Uint8Array
}

/** Candidates beyond which a search of the tree takes less than a look at each. */
const MANY = 4000

/**
 * Rank swapping record linkage by the first 1, 2, … of the keys.
 *
 * The candidates of a record are the released ones in its intervals of all t keys, ∩_j B(x_ij); it is linked to the
 * nearest of them by Euclidean distance, ties as in `linkCredit`. Without a candidate it is not linked.
 * `owner`: the known record that each released one comes from, −1 where it is none of them. `tick` gets the share of the
 * records done; `many` changes the time only.
 * Cost: for each record and t at most the least |B(x_ij)|, j ≤ t, and mostly far less: where there are few candidates by
 * t − 1 keys these are looked at, and where there may be more than `many` the nearest records are tried first. At worst
 * O(w·n²) for a window of the share w, where the intervals leave few of the nearest records.
 * Source: Nin, Herranz & Torra 2008; Torra 2013, rank swapping record linkage.
 */
export function rankSwapLinks(
  keys: readonly RankSwapKey[],
  owner: Int32Array,
  ties: TieCount,
  tick: (fraction: number) => void,
  many = MANY,
): RankSwapLinks[] {
  return rankSwapLinksTo(keys, rowsOf(owner, keys[0].from.length), ties, tick, many)
}

/** {@link rankSwapLinks} where a released record may be the right one of several known ones: `right` has those of each. */
export function rankSwapLinksTo(
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
    for (const [t, { credit, candidates, held }] of links.entries()) {
      const found = search.addKey()
      if (found.count === 0) break
      candidates[r] = Math.min(2, found.count)
      if (held[r] === 1) credit[r] = creditOfNearest(found, keys.slice(0, t + 1), right, r, ties)
    }
  }
  return links
}

/** The released rows of each of n known records, ascending. Cost: O(m). */
function rowsOf(owner: Int32Array, n: number): RightRows {
  const starts = new Int32Array(n + 1)
  for (const r of owner) if (r >= 0) starts[r + 1]++
  for (let r = 0; r < n; r++) starts[r + 1] += starts[r]
  const rows = new Int32Array(starts[n])
  const next = starts.slice()
  owner.forEach((r, row) => {
    if (r >= 0) rows[next[r]++] = row
  })
  return { starts, rows }
}

/** For the first 1, 2, … keys, which known records have a right released one in all intervals. */
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

function creditOfNearest(
  { count, rows, distance2 }: Candidates,
  keys: readonly RankSwapKey[],
  truth: RightRows,
  r: number,
  ties: TieCount,
): number {
  let least = Infinity
  for (let at = 0; at < count; at++) if (distance2[at] < least) least = distance2[at]
  const size = keys.reduce((sum, { from, slack = 0 }) => sum + Math.abs(from[r]) + slack, 0)
  const ring = least === 0 ? 0 : tieRing(least, size, 'euclidean')
  const near: number[] = []
  let farthest = least
  for (let at = 0; at < count; at++) {
    if (distance2[at] > ring) continue
    near.push(rows[at])
    if (distance2[at] > farthest) farthest = distance2[at]
  }
  const nearest =
    // Those that are computed equal tie, whatever they are rounded by.
    farthest === least
      ? [...near.keys()]
      : mayBeNearest(near.length, keys.length, 'euclidean', (at, { gap, size: sizes }) => {
          keys.forEach(({ from, to, slack = 0 }, j) => {
            gap[j] = from[r] - to[near[at]]
            sizes[j] = Math.abs(from[r]) + Math.abs(to[near[at]]) + 2 * slack
          })
        })
  const own = truth.rows.subarray(truth.starts[r], truth.starts[r + 1])
  let right = 0
  let first = Number.POSITIVE_INFINITY
  for (const at of nearest) {
    if (own.includes(near[at])) right++
    if (near[at] < first) first = near[at]
  }
  return creditOf(ties, nearest.length, right, own.includes(first))
}
