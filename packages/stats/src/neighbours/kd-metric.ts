import { LANES } from './kd-build.js'
import { blockDistances, pairBounds } from './kd-distance.js'

/** Distance made from the gaps of the coordinates: √Σ gap², max gap, or Σ gap. */
export type DistanceMetric = 'euclidean' | 'chebyshev' | 'cityblock'

/**
 * Extends the distance of d gaps by one more; for `euclidean` its square. It never decreases, and it grows with every
 * gap, in floating-point arithmetic too. So a bound that sums least gaps in the order of the coordinates is never above
 * a distance, and one that sums greatest gaps is never below.
 */
export function withGap(metric: DistanceMetric, sum: number, gap: number): number {
  return metric === 'chebyshev' ? Math.max(sum, gap) : metric === 'cityblock' ? sum + gap : sum + gap * gap
}

/** Returns a sum of `withGap` as a distance. */
export function asDistance(metric: DistanceMetric, sum: number): number {
  return metric === 'euclidean' ? Math.sqrt(sum) : sum
}

/**
 * Does the same as `blockDistances`, for any metric. The body of `withGap` is written out for each metric: testing the
 * metric at every coordinate takes as long as the distances.
 */
export function blockGaps(
  metric: DistanceMetric,
  points: Float64Array,
  block: number,
  d: number,
  point: Float64Array,
  limit: number,
  out: Float64Array,
): boolean {
  if (metric === 'euclidean') return blockDistances(points, block, d, point, limit, out)
  return metric === 'chebyshev'
    ? blockGreatestGaps(points, block, d, point, limit, out)
    : blockSummedGaps(points, block, d, point, limit, out)
}

function blockGreatestGaps(
  points: Float64Array,
  block: number,
  d: number,
  point: Float64Array,
  limit: number,
  out: Float64Array,
): boolean {
  let s0 = 0
  let s1 = 0
  let s2 = 0
  let s3 = 0
  for (let j = 0, at = block; j < d; j++, at += LANES) {
    const x = point[j]
    s0 = Math.max(s0, Math.abs(points[at] - x))
    s1 = Math.max(s1, Math.abs(points[at + 1] - x))
    s2 = Math.max(s2, Math.abs(points[at + 2] - x))
    s3 = Math.max(s3, Math.abs(points[at + 3] - x))
    if ((j & 3) === 3 && s0 > limit && s1 > limit && s2 > limit && s3 > limit) return false
  }
  out[0] = s0
  out[1] = s1
  out[2] = s2
  out[3] = s3
  return true
}

function blockSummedGaps(
  points: Float64Array,
  block: number,
  d: number,
  point: Float64Array,
  limit: number,
  out: Float64Array,
): boolean {
  let s0 = 0
  let s1 = 0
  let s2 = 0
  let s3 = 0
  for (let j = 0, at = block; j < d; j++, at += LANES) {
    const x = point[j]
    s0 += Math.abs(points[at] - x)
    s1 += Math.abs(points[at + 1] - x)
    s2 += Math.abs(points[at + 2] - x)
    s3 += Math.abs(points[at + 3] - x)
    if ((j & 3) === 3 && s0 > limit && s1 > limit && s2 > limit && s3 > limit) return false
  }
  out[0] = s0
  out[1] = s1
  out[2] = s2
  out[3] = s3
  return true
}

/** Does the same as `pairBounds`, for any metric. */
export function pairLeast(
  metric: DistanceMetric,
  boxes: Float64Array,
  pair: number,
  d: number,
  point: Float64Array,
  limit: number,
  out: Float64Array,
): void {
  if (metric === 'euclidean') return pairBounds(boxes, pair, d, point, limit, out)
  const greatest = metric === 'chebyshev'
  let s0 = 0
  let s1 = 0
  for (let j = 0, at = pair; j < d; j++, at += 4) {
    const x = point[j]
    const g0 = Math.max(0, boxes[at] - x, x - boxes[at + 1])
    const g1 = Math.max(0, boxes[at + 2] - x, x - boxes[at + 3])
    s0 = greatest ? Math.max(s0, g0) : s0 + g0
    s1 = greatest ? Math.max(s1, g1) : s1 + g1
    if ((j & 3) === 3 && s0 > limit && s1 > limit) break
  }
  out[0] = s0
  out[1] = s1
}

/** Returns the greatest possible distance of a record in a box. */
export function boxGreatest(
  metric: DistanceMetric,
  boxes: Float64Array,
  box: number,
  d: number,
  point: Float64Array,
): number {
  let sum = 0
  for (let j = 0, at = box; j < d; j++, at += 4) {
    sum = withGap(metric, sum, Math.max(Math.abs(boxes[at] - point[j]), Math.abs(boxes[at + 1] - point[j])))
  }
  return sum
}
