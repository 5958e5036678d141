import { boxAt, buildNodes, LANES, type KdNodes } from './kd-build.js'
import { asDistance, blockGaps, boxGreatest, pairLeast, type DistanceMetric } from './kd-metric.js'
import { chebyshevCounts } from './chebyshev-counts.js'
import { kdScratch, type KdScratch } from './kd-search.js'
import { kdSimd, SIMD_LEAF, simdPays } from './kd-simd.js'
import { equalRecords } from '../groups/record-groups.js'
import { nodeWeights } from './node-weights.js'
import { interleave, rowNumbers } from './records.js'
import { searchOrder } from './search-order.js'

export interface NearestTies {
  /** Least distance of every row of `from` to a row of `to`. */
  readonly distance: Float64Array
  /** Lowest row of `to` at that distance. */
  readonly index: Int32Array
  /** Number of ties. */
  readonly ties: Int32Array
}

/**
 * Finds the nearest rows of `to` for every row of `from`, exactly, and counts the rows at equal distance.
 *
 * Equal rows are one point of the search, on both sides. If all records in a box are at the least distance, they are
 * counted without a visit. If many different rows are equally near by the greatest gap, e.g. with one constant column
 * in `to`, they are counted by bits: see `chebyshevCounts`. Cost: O((n + m) log m) while d is small relative to log m,
 * and while ties come from equal rows or are few; O(nmd/32) if they are counted by bits.
 *
 * @param from - n × d.
 * @param to - m × d; equal computed distances are ties, so coordinates of few binary digits tie exactly as in theory.
 * @param metric - Distance.
 * @param tick - Called with the completed share of the different rows of `from`.
 * @returns The lowest of the nearest rows, their distance, and their number, for every row of `from`.
 * @throws RangeError if `to` has no row but `from` has, for columns of different length, and for a missing or
 *   infinite value
 */
export function nearestTies(
  from: readonly Float64Array[],
  to: readonly Float64Array[],
  metric: DistanceMetric,
  tick: (fraction: number) => void = () => undefined,
): NearestTies {
  return searchAll(from, to, metric, tick, true)
}

/**
 * Finds the least distances only, as {@link nearestTies} gives them, without the cost of ties.
 *
 * @param from - n × d.
 * @param to - m × d.
 * @param metric - Distance.
 * @param tick - Called with the completed share of the different rows of `from`.
 * @returns One distance for every row of `from`.
 * @throws The errors of {@link nearestTies}
 */
export function nearestDistances(
  from: readonly Float64Array[],
  to: readonly Float64Array[],
  metric: DistanceMetric,
  tick: (fraction: number) => void = () => undefined,
): Float64Array {
  return searchAll(from, to, metric, tick, false).distance
}

/** Does the work of {@link nearestTies}; without `counted`, ties and their lowest row may be incomplete. */
function searchAll(
  from: readonly Float64Array[],
  to: readonly Float64Array[],
  metric: DistanceMetric,
  tick: (fraction: number) => void,
  counted: boolean,
): NearestTies {
  if (from.length !== to.length) {
    throw new RangeError(`records of ${from.length} and ${to.length} columns have no distance`)
  }
  if (from.length === 0) throw new RangeError('a distance needs a column')
  const points = distinct(from)
  const records = distinct(to)
  const n = from[0].length
  const distance = new Float64Array(n)
  const index = new Int32Array(n)
  const ties = new Int32Array(n)
  if (n === 0) return { distance, index, ties }
  if (to[0].length === 0) throw new RangeError('there is no record to be nearest')
  const d = from.length
  const count = points.sizes.length
  const vectors = metric === 'euclidean' && simdPays(count, d)
  const tree = buildNodes(records.coordinates, d, rowNumbers(records.sizes.length), vectors ? SIMD_LEAF : undefined)
  const simd = vectors ? kdSimd(tree, records.sizes) : undefined
  const weights = nodeWeights(tree, records.sizes)
  const scratch = kdScratch()
  const order = searchOrder(tree, points.coordinates)
  const sums = new Float64Array(count)
  const lowest = new Int32Array(count)
  const tied = new Int32Array(count)
  const point = simd?.point ?? new Float64Array(d)
  // A tenth of the leaves that take as long as a count by bits.
  const patience = !counted ? 0 : metric === 'chebyshev' ? 16 + (d * to[0].length) / 20_000 : Infinity
  // Number of searches with vectors that met too many ties: if this is frequent, most searches avoid vectors.
  let crowded = 0
  let counts: ReturnType<typeof chebyshevCounts> | undefined
  for (let at = 0; at < count; at++) {
    if ((at & 1023) === 0) tick(at / count)
    const id = order[at]
    for (let j = 0; j < d; j++) point[j] = points.coordinates[id * d + j]
    if (simd && 8 * crowded <= at + 8) {
      const nearest = simd.nearest(counted)
      sums[id] = simd.distance2()
      lowest[id] = records.firsts[nearest]
      tied[id] = simd.ties()
      if (!counted || (tied[id] > 0 && sums[id] < Infinity)) continue
      crowded++
    }
    const found = searchTies(tree, weights, records.sizes, metric, scratch, point, patience)
    sums[id] = found.sum
    if (found.ties > 0) {
      lowest[id] = records.firsts[found.index]
      tied[id] = found.ties
    } else if (counted) {
      counts ??= chebyshevCounts(to)
      const within = counts(point, found.sum)
      lowest[id] = within.lowest
      tied[id] = within.count
    }
  }
  for (let i = 0; i < n; i++) {
    const id = points.ids[i]
    distance[i] = asDistance(metric, sums[id])
    index[i] = lowest[id]
    ties[i] = tied[id]
  }
  return { distance, index, ties }
}

/** Returns the different rows, in the order of their first occurrence, record after record. */
function distinct(columns: readonly Float64Array[]): ReturnType<typeof equalRecords> & { coordinates: Float64Array } {
  const groups = equalRecords(columns)
  return { ...groups, coordinates: interleave(columns.map((column) => takenFrom(column, groups.firsts))) }
}

function takenFrom(column: Float64Array, rows: Int32Array): Float64Array {
  const values = new Float64Array(rows.length)
  for (let i = 0; i < rows.length; i++) values[i] = column[rows[i]]
  return values
}

/**
 * Finds the least distance of a point (squared for `euclidean`), the lowest record at it and the number of rows there.
 * A box is skipped if its bound is above the best distance so far, and counted whole if its bound and its greatest
 * distance equal it. After more than `patience` leaves whose bound is the best distance, and no better one, the search
 * for ties stops and reports none.
 */
function searchTies(
  tree: KdNodes,
  weights: Int32Array,
  sizes: Int32Array,
  metric: DistanceMetric,
  { nodes, bounds, four }: KdScratch,
  point: Float64Array,
  patience: number,
): { readonly sum: number; readonly index: number; readonly ties: number } {
  const { d, points, ids, from, to, child, boxes, lowest } = tree
  let best = Infinity
  let index = ids.length
  let ties = 0
  let leaves = 0
  let uncounted = false
  let depth = 1
  nodes[0] = 0
  bounds[0] = 0
  while (depth > 0) {
    let node = nodes[--depth]
    let bound = bounds[depth]
    for (;;) {
      if (bound > best || (uncounted && bound === best)) break
      if (bound === best && node !== 0 && boxGreatest(metric, boxes, boxAt(d, node), d, point) === best) {
        ties += weights[node]
        index = Math.min(index, lowest[node])
        break
      }
      if (child[node] === 0) {
        if (bound === best && ++leaves > patience) {
          uncounted = true
          break
        }
        for (let at = from[node]; at < to[node]; at += LANES) {
          if (!blockGaps(metric, points, at * d, d, point, best, four)) continue
          const lanes = Math.min(LANES, to[node] - at)
          for (let lane = 0; lane < lanes; lane++) {
            if (four[lane] > best) continue
            const id = ids[at + lane]
            if (four[lane] < best) {
              best = four[lane]
              index = id
              ties = 0
              leaves = 0
            }
            ties += sizes[id]
            index = Math.min(index, id)
          }
        }
        break
      }
      const pair = child[node]
      pairLeast(metric, boxes, boxAt(d, pair), d, point, best, four)
      const near = four[1] < four[0] ? 1 : 0
      nodes[depth] = pair + 1 - near
      bounds[depth] = four[1 - near]
      if (uncounted ? bounds[depth] < best : bounds[depth] <= best) depth++
      node = pair + near
      bound = four[near]
    }
  }
  return { sum: best, index, ties: uncounted ? 0 : ties }
}
