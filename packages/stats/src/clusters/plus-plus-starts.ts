import { squaredDistance } from './k-means.js'

/**
 * Draws records far from one another to start k-means from (k-means++).
 *
 * The first is any record. Each further one is drawn with probability proportional to its squared distance to the
 * nearest one drawn. With such centres the expected Σ of squares is within 8(ln c + 2) times the minimum.
 *
 * @param points - n × d, record after record, finite.
 * @param d - Number of columns.
 * @param c - Number of records to draw.
 * @param uniform - Source of uniform numbers in [0, 1).
 * @returns Their coordinates, one after another; fewer than c if there are fewer different records.
 *
 * Cost: O(ncd).
 * Source: Arthur & Vassilvitskii 2007.
 */
export function plusPlusStarts(points: Float64Array, d: number, c: number, uniform: () => number): Float64Array {
  const n = points.length / d
  const starts = new Float64Array(c * d)
  const gaps = new Float64Array(n).fill(Number.POSITIVE_INFINITY)
  let next = Math.floor(uniform() * n)
  for (let k = 0; k < c && next >= 0 && next < n; k++) {
    starts.set(points.subarray(next * d, (next + 1) * d), k * d)
    let total = 0
    for (let i = 0; i < n; i++) {
      const gap = squaredDistance(points, i * d, starts, k * d, d)
      if (gap < gaps[i]) gaps[i] = gap
      total += gaps[i]
    }
    if (!(total > 0)) return starts.slice(0, (k + 1) * d)
    next = drawn(gaps, uniform() * total)
  }
  return n === 0 ? new Float64Array(0) : starts
}

/** Returns the index where the running sum of the weights passes `at`; never one of weight 0. */
function drawn(weights: Float64Array, at: number): number {
  let sum = 0
  let last = -1
  for (let i = 0; i < weights.length; i++) {
    if (weights[i] === 0) continue
    last = i
    sum += weights[i]
    if (sum > at) return i
  }
  return last
}
