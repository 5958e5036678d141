/**
 * Computes the squared distances from a point to the LANES records of a block, coordinate by coordinate: out[0…3].
 *
 * Returns false, with `out` unfinished, once all four are certain to be above the limit. Four independent sums use the
 * processor fully: a single sum would wait for its own last addition.
 */
export function blockDistances(
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
    // Every fourth coordinate: often enough to save time, and seldom enough not to cost any.
    if ((++j & 3) === 0 && s0 > limit && s1 > limit && s2 > limit && s3 > limit) return false
  }
  out[0] = s0
  out[1] = s1
  out[2] = s2
  out[3] = s3
  return true
}

/**
 * Computes the squared distances from a point to the boxes of two siblings: out[0] and out[1]; unfinished, but above
 * the limit, once both are certain to be.
 *
 * Σ gap_j² in the order of the coordinates, as in the distances. A record's |x_j − point_j| is not below its box's
 * gap_j, and rounding is monotone in every step, so no record's computed distance is below the computed bound: pruning
 * needs no epsilon. max(a, 0) is (a + |a|)/2, exact and without a branch; at most one of a gap's two terms is not 0.
 */
export function pairBounds(
  boxes: Float64Array,
  pair: number,
  d: number,
  point: Float64Array,
  limit: number,
  out: Float64Array,
): void {
  let s0 = 0
  let s1 = 0
  for (let j = 0, at = pair; j < d; at += 4) {
    const x = point[j]
    const a0 = boxes[at] - x
    const b0 = x - boxes[at + 1]
    const a1 = boxes[at + 2] - x
    const b1 = x - boxes[at + 3]
    const g0 = 0.5 * (a0 + Math.abs(a0) + (b0 + Math.abs(b0)))
    const g1 = 0.5 * (a1 + Math.abs(a1) + (b1 + Math.abs(b1)))
    s0 += g0 * g0
    s1 += g1 * g1
    if ((++j & 3) === 0 && s0 > limit && s1 > limit) break
  }
  out[0] = s0
  out[1] = s1
}
