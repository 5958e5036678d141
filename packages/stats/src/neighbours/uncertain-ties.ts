import { boxAt, NONE, type KdNodes } from './kd-build.js'
import { withGap, type DistanceMetric } from './kd-metric.js'
import { nodeWeights } from './node-weights.js'

// Indices of the results for a record and a box.
const LOW = 0
const HIGH = 1
const BOX_LOW = 2
const BOX_HIGH = 3
const BOX_MOST = 4

/** Properties of the records that the search needs, apart from their coordinates. */
export interface UncertainRecords {
  /** Weight of each record in the counts. */
  readonly weights: Int32Array
  /** Error of a gap, as a share of the sizes of the two coordinates. */
  readonly share: number
  /** Sizes of the coordinates, record after record; default the absolute values of the coordinates. */
  readonly sizes?: Float64Array | undefined
}

/** Point, its sizes, and the limits of the records that count. */
export interface UncertainPoint {
  readonly point: Float64Array
  /** Size of the point by coordinate, and the number added to the sum of both sizes. */
  readonly size: Float64Array
  readonly beyond: Float64Array
  /** Distance (squared for `euclidean`) beyond which records do not count. */
  readonly ring: number
  /** Limits least ≤ x ≤ most of the coordinates of records that count, if given. */
  readonly least?: Float64Array | undefined
  readonly most?: Float64Array | undefined
}

/** Records with the same least possible distance, among those that may be the nearest. */
export interface PossibleDistance {
  /** Their least possible distance. */
  readonly low: number
  /** Sum of their weights, and lowest of their indices. */
  readonly count: number
  readonly lowest: number
}

/** Records that may be the nearest. */
export interface PossiblyNearest {
  /** Sum of their weights. */
  readonly count: number
  /** Lowest of their indices, NONE if there are none. */
  readonly lowest: number
  /** Returns true if a record is one of them. */
  has(record: number): boolean
}

/** The same, with the distances that decide among the records of several files. */
export interface NearestByDistance extends PossiblyNearest {
  /** Smallest of the greatest possible distances, ∞ if there are none: 0 if a record has distance 0. */
  readonly limit: number
  /** Returns all of them by their least possible distance, ascending. */
  distances(): readonly PossibleDistance[]
}

/** Least and greatest possible value of a distance. */
export interface DistanceRange {
  readonly low: number
  readonly high: number
}

/**
 * Returns the range of possible distances of a record from a point, by the steps of the search.
 *
 * @param metric - Distance.
 * @param share - Error of a gap, as a share of the sizes of the two coordinates.
 * @param asked - Point.
 * @param record - Coordinates of the record.
 * @param sizes - Their sizes; default their absolute values.
 * @returns The range; squared for `euclidean`.
 */
export function distanceRange(
  metric: DistanceMetric,
  share: number,
  { point, size, beyond }: Pick<UncertainPoint, 'point' | 'size' | 'beyond'>,
  record: Float64Array,
  sizes?: Float64Array,
): DistanceRange {
  let low = 0
  let high = 0
  for (let j = 0; j < record.length; j++) {
    const gap = Math.abs(point[j] - record[j])
    if (gap === 0) continue
    const error = share * (size[j] + (sizes ? sizes[j] : Math.abs(record[j])) + beyond[j])
    low = withGap(metric, low, Math.max(0, gap - error))
    high = withGap(metric, high, gap + error)
  }
  return { low, high }
}

/**
 * Finds the records that may be the nearest of a point if every gap has an error: they are counted, not listed.
 *
 * A gap g of coordinates of sizes a and b lies in g ± share·(a + b); a gap of 0 is exact. So the distance of a record
 * lies between a least and a greatest one. The ties are the records whose least distance is not above the smallest of
 * the greatest ones. Two passes through the tree find that limit, and the records within it. The bounds of a box are
 * computed by the same steps as those of a record, and each step is monotone, rounding included. So a skipped box holds
 * no record that counts, and a box counted whole holds only such records. If one huge value leaves all other records in
 * one place apart from rounding, it takes as long as usual: O(log n) while d is small relative to log n.
 *
 * @param nodes - Tree.
 * @param coordinates - The same records, one after another by index.
 * @param metric - Distance.
 * @param records - Weight of each record, and the bound on its rounding.
 * @returns The search: it takes a point, and returns the records that may be its nearest.
 */
export function uncertainTies(
  nodes: KdNodes,
  coordinates: Float64Array,
  metric: DistanceMetric,
  { weights, share, sizes }: UncertainRecords,
): (asked: UncertainPoint) => NearestByDistance {
  const { d, ids, from, to, child, boxes, lowest } = nodes
  const totals = nodeWeights(nodes, weights)
  const ranges = sizes && sizeRanges(nodes, sizes)
  const stack = new Uint32Array(80)
  const bounds = new Float64Array(80)

  const found = new Float64Array(5)

  /**
   * Returns true if a record counts at all; found[LOW] and found[HIGH] are its least and greatest possible distance.
   */
  const measure = ({ point, size, beyond, ring, least, most }: UncertainPoint, id: number): boolean => {
    let sum = 0
    let low = 0
    let high = 0
    for (let j = 0, at = id * d; j < d; j++, at++) {
      const x = coordinates[at]
      if (least && most && !(x >= least[j] && x <= most[j])) return false
      const gap = Math.abs(point[j] - x)
      if (gap === 0) continue
      const error = share * (size[j] + (sizes ? sizes[at] : Math.abs(x)) + beyond[j])
      sum = withGap(metric, sum, gap)
      low = withGap(metric, low, Math.max(0, gap - error))
      high = withGap(metric, high, gap + error)
    }
    found[LOW] = low
    found[HIGH] = high
    return sum <= ring
  }

  /**
   * Returns true if a box may hold a record that counts. `found` then has lower bounds for the least and greatest
   * distances of its records, and an upper bound for the least ones: ∞ if some may be outside ring or range.
   */
  const enclose = ({ point, size, beyond, ring, least, most }: UncertainPoint, node: number): boolean => {
    let nearest = 0
    let farthest = 0
    let low = 0
    let high = 0
    let greatest = 0
    let whole = true
    const box = boxAt(d, node)
    for (let j = 0; j < d; j++) {
      const start = boxes[box + 4 * j]
      const end = boxes[box + 4 * j + 1]
      if (least && most) {
        if (!(end >= least[j] && start <= most[j])) return false
        if (!(start >= least[j] && end <= most[j])) whole = false
      }
      const x = point[j]
      const near = Math.max(0, start - x, x - end)
      const far = Math.max(Math.abs(start - x), Math.abs(end - x))
      const inner = ranges ? ranges.least[node * d + j] : Math.max(0, start, -end)
      const outer = ranges ? ranges.most[node * d + j] : Math.max(-start, end)
      const error = share * (size[j] + inner + beyond[j])
      nearest = withGap(metric, nearest, near)
      farthest = withGap(metric, farthest, far)
      low = withGap(metric, low, Math.max(0, near - share * (size[j] + outer + beyond[j])))
      // A gap of 0 has no error.
      if (near > 0) high = withGap(metric, high, near + error)
      greatest = withGap(metric, greatest, Math.max(0, far - error))
    }
    found[BOX_LOW] = low
    found[BOX_HIGH] = high
    found[BOX_MOST] = whole && farthest <= ring ? greatest : Infinity
    return nearest <= ring
  }

  /** Returns the smallest of the greatest distances. */
  const limitOf = (asked: UncertainPoint): number => {
    let limit = Infinity
    let depth = 1
    stack[0] = 0
    bounds[0] = 0
    while (depth > 0) {
      const node = stack[--depth]
      if (bounds[depth] >= limit) continue
      const pair = child[node]
      if (pair === 0) {
        for (let at = from[node]; at < to[node]; at++) {
          if (measure(asked, ids[at]) && found[HIGH] < limit) limit = found[HIGH]
        }
        continue
      }
      const first = enclose(asked, pair) ? found[BOX_HIGH] : Infinity
      const second = enclose(asked, pair + 1) ? found[BOX_HIGH] : Infinity
      const nearer = second < first ? 1 : 0
      // The last one is visited first.
      stack[depth] = pair + 1 - nearer
      bounds[depth++] = Math.max(first, second)
      stack[depth] = pair + nearer
      bounds[depth++] = Math.min(first, second)
    }
    return limit
  }

  /**
   * Visits the records that may be the nearest, one by one, or box by box if a box has only such records. With `alike`,
   * a box is visited whole only if its records have the same least possible distance.
   */
  const walk = (
    asked: UncertainPoint,
    limit: number,
    alike: boolean,
    has: (id: number) => boolean,
    take: (low: number, count: number, lowest: number) => void,
  ): void => {
    let depth = limit === Infinity ? 0 : 1
    stack[0] = 0
    while (depth > 0) {
      const node = stack[--depth]
      const pair = child[node]
      if (pair === 0) {
        for (let at = from[node]; at < to[node]; at++) {
          const id = ids[at]
          if (has(id)) take(found[LOW], weights[id], id)
        }
        continue
      }
      for (let one = pair; one < pair + 2; one++) {
        if (!enclose(asked, one) || found[BOX_LOW] > limit) continue
        const whole = limit > 0 && found[BOX_MOST] <= limit && (!alike || found[BOX_LOW] === found[BOX_MOST])
        if (whole) take(found[BOX_LOW], totals[one], lowest[one])
        else stack[depth++] = one
      }
    }
  }

  return (asked) => {
    const limit = limitOf(asked)
    // For a record at distance 0 no rounding makes another one its equal.
    const has = (id: number): boolean => measure(asked, id) && (limit === 0 ? found[HIGH] === 0 : found[LOW] <= limit)
    let count = 0
    let first = NONE
    walk(asked, limit, false, has, (_, own, index) => {
      count += own
      if (index < first) first = index
    })
    const distances = (): PossibleDistance[] => {
      const byLow = new Map<number, PossibleDistance>()
      walk(asked, limit, true, has, (low, own, index) => {
        const before = byLow.get(low)
        const lowest = before ? Math.min(before.lowest, index) : index
        byLow.set(low, { low, count: (before?.count ?? 0) + own, lowest })
      })
      return [...byLow.values()].sort((a, b) => a.low - b.low)
    }
    return { count, lowest: first, has, limit, distances }
  }
}

/** Returns the least and the greatest size of the records by node and coordinate. */
function sizeRanges(
  { d, ids, from, to, child }: KdNodes,
  sizes: Float64Array,
): { readonly least: Float64Array; readonly most: Float64Array } {
  const least = new Float64Array(child.length * d).fill(Infinity)
  const most = new Float64Array(child.length * d).fill(-Infinity)
  const take = (node: number, j: number, low: number, high: number): void => {
    if (low < least[node * d + j]) least[node * d + j] = low
    if (high > most[node * d + j]) most[node * d + j] = high
  }
  // Children have higher numbers than their parent.
  for (let node = child.length - 1; node >= 0; node--) {
    for (let j = 0; j < d; j++) {
      if (child[node] === 0)
        for (let at = from[node]; at < to[node]; at++) take(node, j, sizes[ids[at] * d + j], sizes[ids[at] * d + j])
      else
        for (let one = child[node]; one < child[node] + 2; one++) take(node, j, least[one * d + j], most[one * d + j])
    }
  }
  return { least, most }
}
