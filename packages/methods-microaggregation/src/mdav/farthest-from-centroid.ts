import { sortOrder } from '@sdc/stats'
import { NO_RECORD } from '../points/distinct-points.js'
import { coordinateAt, LANES, type PointTree } from '../points/point-tree.js'

/** Visits per point left after which the list is sorted anew: at 100,000 × 5, k = 5, that happens some 20 times. */
const VISITS = 1

/** Rounding makes a computed distance wrong by some 2⁻⁵³ of itself: a bound raised by this much holds for certain. */
const SLACK = 1 + 1e-9

/** Finds the record farthest from a point that moves little from one search to the next. */
export interface FarthestFromCentroid {
  /** The farthest record that is left, ties to the lowest index. At least one must be. */
  find(point: Float64Array): number
}

/**
 * Keeps the points sorted by their distance from an anchor a, where the centroid was at some time. For a centroid c the
 * triangle inequality gives |x − c| ≤ |x − a| + |c − a|, so a search goes down the list until no point can be farther
 * than the farthest found. When searches have become long, c becomes the anchor.
 * Cost: a handful of distances per search and O(u) for each sorting of u points; O(u) per search where most distances tie.
 */
export function farthestFromCentroid(tree: PointTree): FarthestFromCentroid {
  const { d, positions, points, first } = tree
  const anchor = new Float64Array(d)
  // Farthest first: points, and their distances from the anchor.
  let listed = new Uint32Array(0)
  let radii = new Float64Array(0)
  let head = 0
  let budget = -1

  const distance2 = (id: number, centroid: Float64Array): number => {
    let total = 0
    for (let j = 0, at = coordinateAt(d, positions[id]); j < d; j++, at += LANES) {
      const gap = points[at] - centroid[j]
      total += gap * gap
    }
    return total
  }
  const anchorAt = (centroid: Float64Array): void => {
    anchor.set(centroid)
    let left = 0
    for (let id = 0; id < positions.length; id++) if (first[id] !== NO_RECORD) left++
    const ids = new Uint32Array(left)
    const negative = new Float64Array(left)
    for (let id = 0, at = 0; id < positions.length; id++) {
      if (first[id] === NO_RECORD) continue
      ids[at] = id
      negative[at++] = -Math.sqrt(distance2(id, centroid))
    }
    const order = sortOrder(negative)
    listed = order.map((at) => ids[at])
    radii = Float64Array.from(order, (at) => -negative[at])
    head = 0
    budget = VISITS * left
  }

  return {
    find(centroid) {
      if (budget < 0) anchorAt(centroid)
      let moved = 0
      for (let j = 0; j < d; j++) moved += (centroid[j] - anchor[j]) * (centroid[j] - anchor[j])
      moved = Math.sqrt(moved)
      while (first[listed[head]] === NO_RECORD) head++
      let best = -1
      let bestRecord = 0
      let least = 0
      let at = head
      for (; at < listed.length && radii[at] >= least; at++) {
        const record = first[listed[at]]
        if (record === NO_RECORD) continue
        const distance = distance2(listed[at], centroid)
        if (distance < best || (distance === best && record > bestRecord)) continue
        if (distance > best) least = Math.sqrt(distance) / SLACK - moved
        best = distance
        bestRecord = record
      }
      budget -= at - head
      return bestRecord
    },
  }
}
