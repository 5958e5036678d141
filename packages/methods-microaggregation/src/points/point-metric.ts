import { blockDistances, pairBounds } from '@sdc/stats/internal'

/** Distance between points, as needed for a tree of points. Sums are over the coordinates in their order. */
export interface PointMetric {
  /** Origin of `norm`: in the middle of the points, otherwise the bounds are poor. */
  readonly centre: Float64Array
  /** Length of a side of a box in terms of the distance. */
  width(j: number, low: number, high: number): number
  /**
   * Computes the distances of the four points of a block: out[0…3]. Returns false, with `out` perhaps unfinished, only
   * if all four are above the limit.
   */
  distances(
    points: Float64Array,
    block: number,
    d: number,
    point: Float64Array,
    limit: number,
    out: Float64Array,
  ): boolean
  /** Computes the least possible distances of points in two adjacent boxes: out[0] and out[1]. */
  least(boxes: Float64Array, pair: number, d: number, point: Float64Array, limit: number, out: Float64Array): void
  /**
   * Computes the greatest possible distances; meaningless for a box without points. On entry `out` has the greatest
   * `norm` of the points in each. Bounds below the limit need not be the tightest.
   */
  most(boxes: Float64Array, pair: number, d: number, point: Float64Array, limit: number, out: Float64Array): void
  /** Distance of a point from the centre, in terms of the distance. */
  norm(points: Float64Array, start: number, step: number, d: number): number
}

/** Factor by which sums of squares are raised, far more than their rounding and that of the distances. */
const SLACK = 1 + 1e-9

/**
 * Makes the metric Σ_j (a_j − b_j)².
 *
 * For a point in a box, |x_j − p_j| is not below the least gap of the box and not above its greatest, and rounding is
 * monotone in every step. So every computed distance lies between the computed bounds, and pruning needs no epsilon.
 *
 * The greatest distance has a second bound. |x − p|² = |x|² + |p|² − 2x·p is at most ρ² + |p|² − 2 Σ_j min(low_j p_j,
 * high_j p_j), all relative to the centre, with ρ the distance of the farthest point of the box. If points fill a ball
 * about the centre, this bound is about half as far as the far corner of the box. If p is the centre, it is exact.
 *
 * @param dimensions - Number of coordinates of a point.
 * @returns The metric, with its centre at 0.
 */
export function squaredEuclidean(dimensions: number): PointMetric {
  const centre = new Float64Array(dimensions)
  return {
    centre,
    width: (_, low, high) => high - low,
    distances: blockDistances,
    least: pairBounds,
    norm(points, start, step, d) {
      let square = 0
      for (let j = 0, at = start; j < d; j++, at += step) {
        const gap = points[at] - centre[j]
        square += gap * gap
      }
      return square
    },
    most(boxes, pair, d, point, limit, out) {
      let square = 0
      let l0 = 0
      let l1 = 0
      for (let j = 0, at = pair; j < d; j++, at += 4) {
        const c = centre[j]
        const gap = point[j] - c
        square += gap * gap
        // Side of the box with the least x·p.
        const side = gap > 0 ? at : at + 1
        l0 += gap * (boxes[side] - c)
        l1 += gap * (boxes[side + 2] - c)
      }
      const b0 = (out[0] + square) * SLACK - 2 * l0
      const b1 = (out[1] + square) * SLACK - 2 * l1
      out[0] = b0
      out[1] = b1
      if (b0 < limit && b1 < limit) return
      let s0 = 0
      let s1 = 0
      for (let j = 0, at = pair; j < d; j++, at += 4) {
        const x = point[j]
        const g0 = Math.max(x - boxes[at], boxes[at + 1] - x)
        const g1 = Math.max(x - boxes[at + 2], boxes[at + 3] - x)
        s0 += g0 * g0
        s1 += g1 * g1
      }
      if (s0 < b0) out[0] = s0
      if (s1 < b1) out[1] = s1
    },
  }
}
