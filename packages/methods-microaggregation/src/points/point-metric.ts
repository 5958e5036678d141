/** How far points are from each other, as a tree of points needs it. Sums are over the coordinates in their order. */
export interface PointMetric {
  /** How long a side of a box is in terms of the distance. */
  width(j: number, low: number, high: number): number
  /**
   * The distances of the four points of a block: out[0…3]. False, and `out` unfinished, once all four are certain to be
   * above the limit.
   */
  distances(
    points: Float64Array,
    block: number,
    d: number,
    point: Float64Array,
    limit: number,
    out: Float64Array,
  ): boolean
  /** The least distances that points in two boxes side by side can have: out[0] and out[1]. */
  least(boxes: Float64Array, pair: number, d: number, point: Float64Array, limit: number, out: Float64Array): void
  /** The greatest ones; meaningless for a box without points. */
  most(boxes: Float64Array, pair: number, d: number, point: Float64Array, out: Float64Array): void
}

/**
 * Σ_j (a_j − b_j)².
 *
 * A point's |x_j − p_j| is not below its box's least gap and not above its greatest, and rounding is monotone in every step:
 * so no computed distance is below the computed least or above the computed greatest one, and pruning needs no epsilon.
 */
export const squaredEuclidean: PointMetric = {
  width: (_, low, high) => high - low,
  distances(points, block, d, point, limit, out) {
    let s0 = 0
    let s1 = 0
    let s2 = 0
    let s3 = 0
    for (let j = 0, at = block; j < d; at += 4) {
      const x = point[j]
      const g0 = points[at] - x
      const g1 = points[at + 1] - x
      const g2 = points[at + 2] - x
      const g3 = points[at + 3] - x
      s0 += g0 * g0
      s1 += g1 * g1
      s2 += g2 * g2
      s3 += g3 * g3
      // Every fourth coordinate: often enough to save, seldom enough not to cost.
      if ((++j & 3) === 0 && s0 > limit && s1 > limit && s2 > limit && s3 > limit) return false
    }
    out[0] = s0
    out[1] = s1
    out[2] = s2
    out[3] = s3
    return true
  },
  least(boxes, pair, d, point, limit, out) {
    let s0 = 0
    let s1 = 0
    for (let j = 0, at = pair; j < d; at += 4) {
      const x = point[j]
      const a0 = boxes[at] - x
      const b0 = x - boxes[at + 1]
      const a1 = boxes[at + 2] - x
      const b1 = x - boxes[at + 3]
      // max(a, 0) is (a + |a|)/2, exact and without a branch; at most one of a gap's two terms is not 0.
      const g0 = 0.5 * (a0 + Math.abs(a0) + (b0 + Math.abs(b0)))
      const g1 = 0.5 * (a1 + Math.abs(a1) + (b1 + Math.abs(b1)))
      s0 += g0 * g0
      s1 += g1 * g1
      if ((++j & 3) === 0 && s0 > limit && s1 > limit) break
    }
    out[0] = s0
    out[1] = s1
  },
  most(boxes, pair, d, point, out) {
    let s0 = 0
    let s1 = 0
    for (let j = 0, at = pair; j < d; j++, at += 4) {
      const x = point[j]
      const a0 = x - boxes[at]
      const b0 = boxes[at + 1] - x
      const a1 = x - boxes[at + 2]
      const b1 = boxes[at + 3] - x
      const g0 = a0 > b0 ? a0 : b0
      const g1 = a1 > b1 ? a1 : b1
      s0 += g0 * g0
      s1 += g1 * g1
    }
    out[0] = s0
    out[1] = s1
  },
}
