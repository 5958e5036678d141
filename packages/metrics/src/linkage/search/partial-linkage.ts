/**
 * Record linkage by the keys that both records have.
 *
 * The distance of a pair with the keys S in both is d²(a, b) = Σ_{j ∈ S} (a_j − b_j)² + Σ_{j ∉ S} v_j, with v_j the
 * mean squared difference of unrelated records. Other metrics take the sum or the largest of the differences, with
 * √v_j. Division by |S| instead would make pairs with one equal key the nearest: for a file with half of its records
 * incomplete it found a tenth of those that it should. A pair without a common key is not linked. Ties as in
 * {@link nearestLinks}: distances that may be equal within the rounding of the keys.
 */
import type { DistanceMetric } from '@sdc/stats'
import type { DistanceRange } from '@sdc/stats/internal'
import type { NearestLinks, RightRows } from './link.js'
import { KEY_ROUNDING } from './link-ties.js'
import { isNearest, nearestOf, type Finding } from './linkage-findings.js'

/** Largest number of compared differences of keys: a second or two. */
const MOST_DIFFERENCES = 4e8
/** Smallest number of attacked records. */
const LEAST_LOOKED_FOR = 100

/** Relative error of distances, in addition to the rounding of the keys. */
const RING = 2 ** -42

/**
 * Returns the largest number of attacked records: each is compared with all candidates.
 *
 * @param candidates - Number of candidates.
 * @param keys - Number of compared columns, summed over the searches.
 * @returns At least 100.
 */
export function mostPartial(candidates: number, keys: number): number {
  return Math.max(LEAST_LOOKED_FOR, Math.floor(MOST_DIFFERENCES / (candidates * keys)))
}

/** Candidates of a partial linkage, NaN for a missing value. */
export interface PartialCandidates {
  readonly keys: readonly Float64Array[]
  readonly metric: DistanceMetric
  /** v_j for each column: substitute for the squared difference if either record lacks it. */
  readonly apart: Float64Array
  /** Reference of the rounding of each column in addition to its own size. */
  readonly slack?: Float64Array | undefined
}

/**
 * Returns the candidates that may be nearest to a record.
 *
 * @param point - Its d columns, NaN if missing.
 * @param candidates - m of them.
 * @returns The finding; nothing is near if no candidate has one of its columns. Cost: O(md).
 */
export function partialFinding(point: Float64Array, candidates: PartialCandidates): Finding {
  const { keys, metric } = candidates
  const count = keys[0].length
  const distances = new Float64Array(count)
  const shared = new Int32Array(count)
  let size = 0
  for (const [j, key] of keys.entries()) {
    const own = point[j]
    const unknown = Math.sqrt(candidates.apart[j])
    if (own === own) size += Math.abs(own) + (candidates.slack?.[j] ?? 0)
    for (let t = 0; t < count; t++) {
      let gap = Math.abs(key[t] - own)
      if (gap === gap) shared[t]++
      else gap = unknown
      if (metric === 'euclidean') distances[t] += gap * gap
      else if (metric === 'cityblock') distances[t] += gap
      else if (gap > distances[t]) distances[t] = gap
    }
  }
  let least = Infinity
  for (let t = 0; t < count; t++) {
    if (shared[t] === 0) distances[t] = Infinity
    else if (metric === 'euclidean') distances[t] = Math.sqrt(distances[t])
    if (distances[t] < least) least = distances[t]
  }
  if (least === Infinity) return { limit: Infinity, near: [] }
  const ring = least === 0 ? 0 : least * (1 + 4 * RING) + 8 * KEY_ROUNDING * size
  const ranges: { row: number; low: number; high: number }[] = []
  for (let t = 0; t < count; t++)
    if (distances[t] <= ring) ranges.push({ row: t, ...partialRange(point, candidates, t) })
  const limit = ranges.reduce((most, { high }) => Math.min(most, high), Infinity)
  const near = ranges
    .filter(({ low }) => low <= limit)
    .sort((a, b) => a.low - b.low || a.row - b.row)
    .map(({ row, low }) => ({ low, count: 1, lowest: row }))
  return { limit, near }
}

/**
 * Returns the smallest and largest distance of a record and a candidate, given the rounding.
 *
 * @param point - The record's columns.
 * @param candidates - The candidates.
 * @param row - One of them.
 * @returns ∞ twice if they share no column.
 */
export function partialRange(
  point: Float64Array,
  { keys, metric, apart, slack }: PartialCandidates,
  row: number,
): DistanceRange {
  let [low, high, shared] = [0, 0, 0]
  for (const [j, key] of keys.entries()) {
    let gap = Math.abs(key[row] - point[j])
    const isShared = gap === gap
    if (isShared) shared++
    else gap = Math.sqrt(apart[j])
    const size = Math.abs(key[row]) + Math.abs(point[j]) + 2 * (slack?.[j] ?? 0)
    const error = gap === 0 || !isShared ? 0 : KEY_ROUNDING * size
    const [less, more] = [Math.max(0, gap - error), gap + error]
    if (metric === 'euclidean') [low, high] = [low + less * less, high + more * more]
    else if (metric === 'cityblock') [low, high] = [low + less, high + more]
    else [low, high] = [Math.max(low, less), Math.max(high, more)]
  }
  if (shared === 0) return { low: Infinity, high: Infinity }
  const of = (total: number): number => (metric === 'euclidean' ? Math.sqrt(total) : total)
  // The sums have roundings of their own.
  return { low: of(low) * (1 - RING), high: of(high) * (1 + RING) }
}

/**
 * Links records to the nearest by common columns.
 *
 * @param from - Columns of n attacked records, NaN if missing.
 * @param candidates - The same of m others.
 * @param truth - Right candidates for each record.
 * @param tick - Receives the completed share of the records.
 * @returns The links; a record without a common column with any candidate has none. Cost: O(nmd).
 */
export function partialLinks(
  from: readonly Float64Array[],
  candidates: PartialCandidates,
  { starts, rows }: RightRows,
  tick: (fraction: number) => void,
): NearestLinks {
  const n = starts.length - 1
  const links = { tied: new Int32Array(n).fill(1), right: new Int32Array(n), first: new Uint8Array(n) }
  const point = new Float64Array(from.length)
  for (let r = 0; r < n; r++) {
    if ((r & 127) === 0) tick(r / n)
    from.forEach((key, j) => (point[j] = key[r]))
    const found = partialFinding(point, candidates)
    if (found.near.length === 0) continue
    const { count, lowest } = nearestOf(found)
    links.tied[r] = count
    for (let at = starts[r]; at < starts[r + 1]; at++) {
      const range = partialRange(point, candidates, rows[at])
      if (range.low === Infinity || !isNearest(found, range)) continue
      links.right[r]++
      if (rows[at] === lowest) links.first[r] = 1
    }
  }
  return links
}
