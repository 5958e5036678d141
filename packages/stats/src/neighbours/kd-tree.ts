import { freeArrays } from '../free-arrays.js'
import { buildNodes, buildNodesOf, coordinatesOf, type KdNodes } from './kd-build.js'
import type { DistanceMetric } from './kd-metric.js'
import { searchNearestWithin } from './kd-range.js'
import { kdScratch, searchNearest, searchNearestK, searchWithin } from './kd-search.js'
import { checkCoordinates } from './records.js'
import { uncertainTies, type NearestByDistance, type UncertainPoint, type UncertainRecords } from './uncertain-ties.js'

export interface Nearest {
  readonly index: number
  /** Squared Euclidean distance, summed in the order of the columns; for another metric the distance itself. */
  readonly distance2: number
}

export interface NearestMany {
  readonly index: Uint32Array
  readonly distance2: Float64Array
}

/**
 * Leaf l of a tree has the records records[starts[l]] … records[starts[l + 1] − 1]; leaves near each other are
 * neighbours.
 */
export interface KdLeaves {
  readonly records: Uint32Array
  readonly starts: Uint32Array
}

/**
 * Exact nearest records by the metric of the tree. Distances are squared for `euclidean` only. Ties go to the lowest
 * index. A point has one finite coordinate per column, else RangeError.
 */
export interface KdTree {
  readonly dimensions: number
  /** Number of records; 0 after `free`. */
  size(): number
  /** Returns the nearest record. Throws RangeError if there is no record. */
  nearest(point: Float64Array): Nearest
  /** Returns the k nearest, nearest first, ties by index; fewer if there are fewer. */
  nearestK(point: Float64Array, k: number): NearestMany
  /**
   * Does the same as nearestK into the caller's arrays of length k or more, without allocation; returns the number
   * written.
   */
  nearestKInto(point: Float64Array, k: number, index: Uint32Array, distance2: Float64Array): number
  /** Returns all records at the least distance, ascending; none if there is no record. */
  nearestTies(point: Float64Array): number[]
  /** Returns all records at this distance or less (squared for `euclidean`), ascending. */
  within(point: Float64Array, distance2: number): number[]
  /**
   * Returns the k nearest by `euclidean` among those with least ≤ x ≤ most in every coordinate; see
   * `searchNearestWithin`.
   */
  nearestKWithin(
    point: Float64Array,
    k: number,
    limits: { readonly least: Float64Array; readonly most: Float64Array },
    index: Uint32Array,
    distance2: Float64Array,
  ): number
  /** Finds the records that may be the nearest, given the errors of the coordinates. */
  uncertainTies(records: UncertainRecords): (asked: UncertainPoint) => NearestByDistance
  /** Returns the records in groups of neighbours. */
  leaves(): KdLeaves
  /** Removes all records, and frees the memory of the tree: see `freeArrays`. */
  free(): void
}

/**
 * Builds a kd-tree of the records of some columns, for a metric.
 *
 * @param columns - d columns of n finite values.
 * @param metric - Distance.
 * @returns The tree, with contiguous leaves and tight boxes.
 * @throws RangeError without columns, for columns of different length, and for a missing or infinite value
 *
 * Cost: O(n log n) to build, about 11dn bytes; a search takes O(log n) while d is small relative to log n, and computes
 * no more distances than brute force for any d.
 */
export function kdTree(columns: readonly Float64Array[], metric: DistanceMetric = 'euclidean'): KdTree {
  const d = columns.length
  const n = columns[0]?.length ?? 0
  const scratch = kdScratch()
  const oneIndex = new Uint32Array(1)
  const oneDistance = new Float64Array(1)
  let left = n
  checkCoordinates(columns)
  let nodes = buildNodesOf(columns)

  const checked = (point: Float64Array): Float64Array => {
    if (point.length !== d) throw new RangeError(`a point in ${d} columns has ${d} coordinates, not ${point.length}`)
    for (let j = 0; j < d; j++) if (!Number.isFinite(point[j])) throw new RangeError(`coordinate ${j} is ${point[j]}`)
    return point
  }
  const nearestKInto: KdTree['nearestKInto'] = (point, k, index, distance2) => {
    if (left === 0 || k < 1) return 0
    return k === 1 && metric === 'euclidean'
      ? searchNearest(nodes, scratch, checked(point), index, distance2)
      : searchNearestK(nodes, scratch, metric, checked(point), k, index, distance2)
  }

  return {
    dimensions: d,
    size: () => left,
    nearest(point) {
      if (nearestKInto(point, 1, oneIndex, oneDistance) === 0) throw new RangeError('there is no record to be nearest')
      return { index: oneIndex[0], distance2: oneDistance[0] }
    },
    nearestK(point, k) {
      const most = Math.min(k, left)
      const index = new Uint32Array(most)
      const distance2 = new Float64Array(most)
      nearestKInto(point, most, index, distance2)
      return { index, distance2 }
    },
    nearestKInto,
    nearestTies(point) {
      if (nearestKInto(point, 1, oneIndex, oneDistance) === 0) return []
      return searchWithin(nodes, scratch, metric, point, oneDistance[0])
    },
    within: (point, distance2) => (left === 0 ? [] : searchWithin(nodes, scratch, metric, checked(point), distance2)),
    nearestKWithin: (point, k, { least, most }, index, distance2) =>
      left === 0 || k < 1 ? 0 : searchNearestWithin(nodes, scratch, checked(point), least, most, k, index, distance2),
    uncertainTies: (records) => uncertainTies(nodes, coordinatesOf(nodes, n), metric, records),
    leaves: () => leavesOf(nodes, left),
    free() {
      const { points, ids, from, to, child, parent, boxes, lowest } = nodes
      nodes = buildNodes(new Float64Array(0), d, new Uint32Array(0))
      left = 0
      freeArrays(points, ids, from, to, child, parent, boxes, lowest)
    },
  }
}

function leavesOf({ ids, from, to, child }: KdNodes, left: number): KdLeaves {
  const leaves = [...child.keys()].filter((node) => child[node] === 0).sort((a, b) => from[a] - from[b])
  const records = new Uint32Array(left)
  const starts = new Uint32Array(leaves.length + 1)
  let count = 0
  leaves.forEach((leaf, l) => {
    for (let at = from[leaf]; at < to[leaf]; at++) records[count++] = ids[at]
    starts[l + 1] = count
  })
  return { records, starts }
}
