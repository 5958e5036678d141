import {
  countBelow,
  countUpTo,
  kdTree,
  oneGroup,
  refineGroups,
  rowsByGroup,
  sortOrder,
  type KdTree,
  type RecordGroups,
} from '@sdc/stats'
import { tieRing } from './link-ties.js'
import type { ValueIntervals } from './rank-swap-candidates.js'

/** One key of rank swapping record linkage: n records known to the intruder, m released ones. No value is missing. */
export interface RankSwapKey {
  /** The n known values, in standard deviations of the original. */
  readonly from: Float64Array
  /** The m released values, in the same units. */
  readonly to: Float64Array
  /** See `distanceKeys`; 0 unless said. */
  readonly slack?: number
  /** The m released values as they are. */
  readonly released: Float64Array
  /** What each of the n values may have become. */
  readonly intervals: ValueIntervals
}

/** Candidates in no order: all of them, or of many at least two, and those that tie for the nearest. */
export interface Candidates {
  readonly count: number
  readonly rows: Int32Array
  /** Their squared distances from the record, summed in the order of the keys: those of all that may tie for the nearest. */
  readonly distance2: Float64Array
}

export interface CandidateSearch {
  begin(record: number): void
  /** Takes the next key into account. */
  addKey(): Candidates
}

/** As many neighbours as are looked at before the candidates are listed: if one is a candidate, few others are nearer. */
const NEIGHBOURS = 8

/**
 * The candidates of one record after another, key by key.
 *
 * They are listed from the key whose interval holds the fewest records, and the list is filtered by further keys. Where
 * there may be more than `many`, the nearest records are looked for in a tree of the keys first: in wide intervals they
 * are candidates. Cost: a list takes the narrowest interval's number of records, a search of the tree O(log m).
 */
export function candidateSearch(keys: readonly RankSwapKey[], many: number): CandidateSearch {
  const m = keys[0].to.length
  const orders = keys.map(({ released }) => sortOrder(released))
  const sorted = keys.map(({ released }, j) => Float64Array.from(orders[j], (row) => released[row]))
  const lows = new Int32Array(keys.length)
  const widths = new Int32Array(keys.length)
  const rows = new Int32Array(m)
  const distance2 = new Float64Array(m)
  const nearest = nearestCandidates(keys)
  let r = 0
  let used = 0
  let narrowest = 0
  // The list: its length, and how many of the keys it has been filtered by. No list is longer than any.
  let count = Infinity
  let listed = 0

  const filter = ({ from, to, released, intervals: { least, most } }: RankSwapKey): void => {
    const [value, low, high] = [from[r], least[r], most[r]]
    const length = count
    let kept = 0
    for (let at = 0; at < length; at++) {
      const row = rows[at]
      if (!(released[row] >= low && released[row] <= high)) continue
      const gap = value - to[row]
      rows[kept] = row
      distance2[kept++] = distance2[at] + gap * gap
    }
    count = kept
  }

  return {
    begin(record) {
      r = record
      used = 0
      narrowest = 0
      count = Infinity
      listed = 0
    },
    addKey() {
      const { least, most } = keys[used].intervals
      lows[used] = countBelow(sorted[used], least[r])
      widths[used] = Math.max(0, countUpTo(sorted[used], most[r]) - lows[used])
      if (widths[used] < widths[narrowest]) narrowest = used
      used++
      if (Math.min(count, widths[narrowest]) > many) {
        const found = nearest(r, used)
        if (found) return found
      }
      if (widths[narrowest] < count) {
        count = widths[narrowest]
        rows.set(orders[narrowest].subarray(lows[narrowest], lows[narrowest] + count))
        distance2.fill(0, 0, count)
        listed = 0
      }
      while (listed < used) filter(keys[listed++])
      return { count, rows, distance2 }
    },
  }
}

/**
 * The nearest candidates of record `r` by the first `used` keys, if some of the nearest records are: all that tie for the
 * nearest, and at least two. Released records that are equal are one point of the tree.
 */
function nearestCandidates(keys: readonly RankSwapKey[]): (r: number, used: number) => Candidates | undefined {
  const trees: (Tree | undefined)[] = keys.map(() => undefined)
  const index = new Uint32Array(NEIGHBOURS)
  const near2 = new Float64Array(NEIGHBOURS)
  const rows = new Int32Array(keys[0].to.length)
  const distance2 = new Float64Array(rows.length)
  const treeOf = (used: number): Tree => (trees[used - 1] ??= treeOfKeys(keys.slice(0, used)))

  return (r, used) => {
    const { tree, firsts, members, point } = treeOf(used)
    let size = 0
    for (let j = 0; j < used; j++) {
      point[j] = keys[j].from[r]
      size += Math.abs(point[j]) + (keys[j].slack ?? 0)
    }
    const found = tree.nearestKInto(point, NEIGHBOURS, index, near2)
    let count = 0
    let limit = Infinity
    for (let at = 0; at < found && (count < 2 || near2[at] <= limit); at++) {
      if (!isCandidate(keys, used, r, firsts[index[at]])) continue
      if (count === 0) limit = tieRing(near2[at], size, 'euclidean')
      const equal = members[index[at]]
      rows.set(equal, count)
      distance2.fill(near2[at], count, count + equal.length)
      count += equal.length
    }
    // More of them may tie than the neighbours looked at.
    const complete = found < NEIGHBOURS || near2[found - 1] > limit
    return count >= 2 && complete ? { count, rows, distance2 } : undefined
  }
}

interface Tree {
  readonly tree: KdTree
  readonly firsts: Int32Array
  readonly members: readonly Int32Array[]
  /** Room for the record that is looked for. */
  readonly point: Float64Array
}

function treeOfKeys(keys: readonly RankSwapKey[]): Tree {
  const groups = keys.reduce<RecordGroups>(
    (coarser, { released }) => refineGroups(coarser, released),
    oneGroup(keys[0].to.length),
  )
  const { firsts } = groups
  return {
    tree: kdTree(keys.map(({ to }) => Float64Array.from(firsts, (row) => to[row]))),
    firsts,
    members: rowsByGroup(groups),
    point: new Float64Array(keys.length),
  }
}

function isCandidate(keys: readonly RankSwapKey[], used: number, r: number, row: number): boolean {
  for (let j = 0; j < used; j++) {
    const { released, intervals } = keys[j]
    if (!(released[row] >= intervals.least[r] && released[row] <= intervals.most[r])) return false
  }
  return true
}
