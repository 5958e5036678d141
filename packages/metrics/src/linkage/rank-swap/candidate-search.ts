import {
  countBelow,
  countUpTo,
  kdTree,
  sortOrder,
  type KdTree,
  type PossiblyNearest,
  type RecordGroups,
} from '@sdc/stats'
import { oneGroup, refineGroups } from '@sdc/stats/internal'
import { KEY_ROUNDING, tieRing } from '../search/link-ties.js'
import { listedCandidates } from './listed-candidates.js'
import type { RankSwapKey } from './rank-swap-key.js'

export interface CandidateSearch {
  begin(record: number): void
  /** Adds the next column, and returns the number of candidates: 0, 1, or 2 for several. */
  addKey(): number
  /** Returns the rows that tie for the nearest, if there is a candidate. */
  nearest(): PossiblyNearest
}

/** Number of neighbours that are searched among the candidates: enough to find several, and a tie of two. */
const NEIGHBOURS = 2

/**
 * Finds the candidates of one record after another, column by column, and the nearest of them.
 *
 * If the interval of a column contains at most `many` records, or few candidates remain by all columns so far, they are
 * listed, and further columns filter the list. Otherwise the nearest are found in a tree of the columns, within the
 * intervals, and ties are counted there. Neither many candidates nor many equal records are ever listed. Cost: a list
 * takes at most `many`, a search of the tree O(log m) if there are many candidates, and otherwise a visit to the leaves
 * that the intervals cut.
 *
 * @param keys - In the order of use.
 * @param many - Largest number of listed records; it changes the time only.
 * @returns The search.
 */
export function candidateSearch(keys: readonly RankSwapKey[], many: number): CandidateSearch {
  const orders = keys.map(({ released }) => sortOrder(released))
  const sorted = keys.map(({ released }, j) => Float64Array.from(orders[j], (row) => released[row]))
  const list = listedCandidates(keys)
  const treeOf = candidateTrees(keys)
  const index = new Uint32Array(NEIGHBOURS)
  const distance2 = new Float64Array(NEIGHBOURS)
  const lows = new Int32Array(keys.length)
  const ends = new Int32Array(keys.length)
  let r = 0
  let used = 0
  let narrowest = 0
  let listed = false
  let exact = true

  /** Sets the interval of a key in the units of the tree; returns false if rounding moves an outside value inside. */
  const limit = (j: number): boolean => {
    const { to } = keys[j]
    const order = orders[j]
    const { least, most } = treeOf.limits
    const [low, end] = [lows[j], ends[j]]
    if (low >= end) return true
    least[j] = to[order[low]]
    most[j] = to[order[end - 1]]
    return !(low > 0 && to[order[low - 1]] === least[j]) && !(end < order.length && to[order[end]] === most[j])
  }

  return {
    begin(record) {
      r = record
      used = 0
      narrowest = 0
      listed = false
      exact = true
    },
    addKey() {
      const key = used++
      if (listed) return Math.min(2, list.filter(used))
      const { least, most } = keys[key].intervals
      lows[key] = countBelow(sorted[key], least[r])
      ends[key] = Math.max(lows[key], countUpTo(sorted[key], most[r]))
      if (ends[key] - lows[key] < ends[narrowest] - lows[narrowest]) narrowest = key
      exact = limit(key) && exact
      if (!exact || ends[narrowest] - lows[narrowest] <= many) {
        listed = true
        list.begin(r, orders[narrowest].subarray(lows[narrowest], ends[narrowest]))
        return Math.min(2, list.filter(used))
      }
      const tree = treeOf(used)
      const found = tree.search(r, NEIGHBOURS, index, distance2)
      const records = tree.count(index, found)
      if (found < NEIGHBOURS && records <= many) {
        listed = true
        list.begin(r, tree.rows(index, found))
        return Math.min(2, list.filter(used))
      }
      return Math.min(2, records)
    },
    nearest: () => (listed ? list.nearest() : treeOf(used).nearest(r, index[0], distance2)),
  }
}

interface CandidateTree {
  /** Finds the groups of equal records that are nearest to a known record within the limits, at most k. */
  search(r: number, k: number, index: Uint32Array, distance2: Float64Array): number
  /** Counts and lists the records of the first `found` groups. */
  count(groups: Uint32Array, found: number): number
  rows(groups: Uint32Array, found: number): Int32Array
  /** Returns the rows that tie for the nearest: those of `group`, and others by the two smallest distances. */
  nearest(r: number, group: number, distance2: Float64Array): PossiblyNearest
}

interface CandidateTrees {
  (used: number): CandidateTree
  /** Intervals of the attacked record, in the units of the keys. */
  readonly limits: { readonly least: Float64Array; readonly most: Float64Array }
}

/** Makes the trees of the first 1, 2, … keys on demand. */
function candidateTrees(keys: readonly RankSwapKey[]): CandidateTrees {
  const limits = { least: new Float64Array(keys.length), most: new Float64Array(keys.length) }
  const trees: (CandidateTree | undefined)[] = keys.map(() => undefined)
  const groups: RecordGroups[] = [oneGroup(keys[0].to.length)]
  const groupsOf = (used: number): RecordGroups =>
    (groups[used] ??= refineGroups(groupsOf(used - 1), keys[used - 1].released))
  const of = (used: number): CandidateTree =>
    (trees[used - 1] ??= treeOfKeys(keys.slice(0, used), groupsOf(used), limits))
  return Object.assign(of, { limits })
}

/** Builds a tree in which equal released records are one point. */
function treeOfKeys(
  keys: readonly RankSwapKey[],
  { ids, sizes, firsts }: RecordGroups,
  limits: CandidateTrees['limits'],
): CandidateTree {
  const d = keys.length
  const tree = kdTree(keys.map(({ to }) => Float64Array.from(firsts, (row) => to[row])))
  const members = membersOf(ids, sizes)
  const [least, most] = [limits.least.subarray(0, d), limits.most.subarray(0, d)]
  const point = new Float64Array(d)
  const size = new Float64Array(d)
  const beyond = Float64Array.from(keys, ({ slack = 0 }) => 2 * slack)
  // Few records need it.
  let uncertain: ReturnType<KdTree['uncertainTies']> | undefined
  const count = (groups: Uint32Array, found: number): number => {
    let records = 0
    for (let at = 0; at < found; at++) records += sizes[groups[at]]
    return records
  }

  return {
    search(r, k, index, distance2) {
      for (let j = 0; j < d; j++) point[j] = keys[j].from[r]
      return tree.nearestKWithin(point, k, { least, most }, index, distance2)
    },
    count,
    rows(groups, found) {
      const rows = new Int32Array(count(groups, found))
      let at = 0
      for (const group of groups.subarray(0, found)) {
        rows.set(members.rows.subarray(members.starts[group], members.starts[group + 1]), at)
        at += sizes[group]
      }
      return rows
    },
    nearest(r, group, distance2) {
      let total = 0
      for (let j = 0; j < d; j++) {
        point[j] = keys[j].from[r]
        size[j] = Math.abs(point[j])
        total += size[j] + (keys[j].slack ?? 0)
      }
      const ring = distance2[0] === 0 ? 0 : tieRing(distance2[0], total, 'euclidean')
      if (distance2[1] > ring) return { count: sizes[group], lowest: firsts[group], has: (row) => ids[row] === group }
      uncertain ??= tree.uncertainTies({ weights: sizes, share: KEY_ROUNDING })
      const found = uncertain({ point, size, beyond, ring, least, most })
      return { count: found.count, lowest: firsts[found.lowest], has: (row) => found.has(ids[row]) }
    },
  }
}

/** Returns the rows of every group, one group after another. Cost: O(n). */
function membersOf(ids: Int32Array, sizes: Int32Array): { readonly starts: Int32Array; readonly rows: Int32Array } {
  const starts = new Int32Array(sizes.length + 1)
  for (let group = 0; group < sizes.length; group++) starts[group + 1] = starts[group] + sizes[group]
  const next = starts.slice()
  const rows = new Int32Array(ids.length)
  for (let row = 0; row < ids.length; row++) rows[next[ids[row]]++] = row
  return { starts, rows }
}
