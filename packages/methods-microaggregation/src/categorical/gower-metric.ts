import type { PointMetric } from '../points/point-metric.js'

/** Factor by which sums are raised, far more than their rounding. */
const SLACK = 1 + 1e-9

/**
 * Makes Gower's distance for points whose first coordinates are ordered or numeric and the others nominal: Σ_j
 * unit_j·|a_j − b_j| + the number of nominal coordinates that differ.
 *
 * A box holds its codes from the least to the greatest. A nominal coordinate of a point differs from all of them if it
 * is outside the box, and from none if it is the only one. Bounds sum in the order of the distances, so they are as
 * exact as those of `squaredEuclidean`. The second bound on the greatest distance is analogous: a metric coordinate of
 * a point is farther from p than from the centre by at most max(|low_j − p_j| − |low_j − c_j|, the same for high_j).
 *
 * @param units - Distance that a difference of 1 makes, for each ordered or numeric coordinate.
 * @param dimensions - Number of coordinates of a point, including nominal ones.
 * @returns The metric, with its centre at 0.
 */
export function gowerMetric(units: Float64Array, dimensions: number): PointMetric {
  const metric = units.length
  const centre = new Float64Array(dimensions)
  return {
    centre,
    width: (j, low, high) => (j < metric ? units[j] * (high - low) : high > low ? 1 : 0),
    norm(points, start, step) {
      let sum = 0
      for (let j = 0, at = start; j < metric; j++, at += step) sum += units[j] * Math.abs(points[at] - centre[j])
      return sum
    },
    distances(points, block, d, point, limit, out) {
      let s0 = 0
      let s1 = 0
      let s2 = 0
      let s3 = 0
      let at = block
      for (let j = 0; j < metric; j++, at += 4) {
        const x = point[j]
        const unit = units[j]
        s0 += unit * Math.abs(points[at] - x)
        s1 += unit * Math.abs(points[at + 1] - x)
        s2 += unit * Math.abs(points[at + 2] - x)
        s3 += unit * Math.abs(points[at + 3] - x)
      }
      for (let j = metric; j < d; j++, at += 4) {
        const x = point[j]
        if (points[at] !== x) s0 += 1
        if (points[at + 1] !== x) s1 += 1
        if (points[at + 2] !== x) s2 += 1
        if (points[at + 3] !== x) s3 += 1
      }
      out[0] = s0
      out[1] = s1
      out[2] = s2
      out[3] = s3
      return s0 <= limit || s1 <= limit || s2 <= limit || s3 <= limit
    },
    least(boxes, pair, d, point, _, out) {
      let s0 = 0
      let s1 = 0
      let at = pair
      for (let j = 0; j < metric; j++, at += 4) {
        const x = point[j]
        s0 += units[j] * Math.max(0, boxes[at] - x, x - boxes[at + 1])
        s1 += units[j] * Math.max(0, boxes[at + 2] - x, x - boxes[at + 3])
      }
      for (let j = metric; j < d; j++, at += 4) {
        const x = point[j]
        if (x < boxes[at] || x > boxes[at + 1]) s0 += 1
        if (x < boxes[at + 2] || x > boxes[at + 3]) s1 += 1
      }
      out[0] = s0
      out[1] = s1
    },
    most(boxes, pair, d, point, limit, out) {
      let differ0 = 0
      let differ1 = 0
      for (let j = metric, at = pair + 4 * metric; j < d; j++, at += 4) {
        const x = point[j]
        if (boxes[at] !== x || boxes[at + 1] !== x) differ0++
        if (boxes[at + 2] !== x || boxes[at + 3] !== x) differ1++
      }
      let b0 = SLACK * (out[0] + differ0)
      let b1 = SLACK * (out[1] + differ1)
      for (let j = 0, at = pair; j < metric; j++, at += 4) {
        const x = point[j]
        const c = centre[j]
        // Side of the box with the greatest |x − point| − |x − centre|.
        const side = x > c ? at : at + 1
        b0 += units[j] * (SLACK * Math.abs(boxes[side] - x) - Math.abs(boxes[side] - c))
        b1 += units[j] * (SLACK * Math.abs(boxes[side + 2] - x) - Math.abs(boxes[side + 2] - c))
      }
      out[0] = b0
      out[1] = b1
      if (b0 < limit && b1 < limit) return
      let s0 = 0
      let s1 = 0
      for (let j = 0, at = pair; j < metric; j++, at += 4) {
        const x = point[j]
        s0 += units[j] * Math.max(x - boxes[at], boxes[at + 1] - x)
        s1 += units[j] * Math.max(x - boxes[at + 2], boxes[at + 3] - x)
      }
      // Added one by one, as in the distances: s + 2 may be less than (s + 1) + 1.
      while (differ0-- > 0) s0 += 1
      while (differ1-- > 0) s1 += 1
      if (s0 < b0) out[0] = s0
      if (s1 < b1) out[1] = s1
    },
  }
}
