import { sortOrder } from '@sdc/stats'

/** Visits per record left after which the list is sorted anew: at 100,000 × 5, k = 5, that happens some 20 times. */
const VISITS = 1

/** Rounding makes a computed distance wrong by some 2⁻⁵³ of itself: a bound raised by this much holds for certain. */
const SLACK = 1 + 1e-9

/** Finds the record farthest from a point that moves little from one search to the next. */
export interface FarthestFromCentroid {
  /** The farthest record that is not gone, ties to the lowest index. At least one must be left. */
  find(point: Float64Array, left: number): number
}

/**
 * Keeps the records sorted by their distance from an anchor a, where the point was at some time. For a point c the
 * triangle inequality gives |x − c| ≤ |x − a| + |c − a|, so a search goes down the list until no record can be farther
 * than the farthest found. When searches have become long, c becomes the anchor.
 * Cost: a handful of distances per search and O(n) for each sorting; O(n) per search where most distances tie.
 */
export function farthestFromCentroid(columns: readonly Float64Array[], gone: Uint8Array): FarthestFromCentroid {
  const d = columns.length
  const anchor = new Float64Array(d)
  // Farthest first: records, and their distances from the anchor.
  let listed = new Uint32Array(0)
  let radii = new Float64Array(0)
  let head = 0
  let budget = -1

  const distance2 = (record: number, point: Float64Array): number => {
    let total = 0
    for (let j = 0; j < d; j++) {
      const gap = columns[j][record] - point[j]
      total += gap * gap
    }
    return total
  }
  const anchorAt = (point: Float64Array, left: number): void => {
    anchor.set(point)
    const records = new Uint32Array(left)
    const negative = new Float64Array(left)
    for (let i = 0, at = 0; i < gone.length; i++) {
      if (gone[i] === 1) continue
      records[at] = i
      negative[at++] = -Math.sqrt(distance2(i, point))
    }
    const order = sortOrder(negative)
    listed = order.map((at) => records[at])
    radii = Float64Array.from(order, (at) => -negative[at])
    head = 0
    budget = VISITS * left
  }

  return {
    find(point, left) {
      if (budget < 0) anchorAt(point, left)
      let moved = 0
      for (let j = 0; j < d; j++) moved += (point[j] - anchor[j]) * (point[j] - anchor[j])
      moved = Math.sqrt(moved)
      while (gone[listed[head]] === 1) head++
      let best = -1
      let bestRecord = 0
      let least = 0
      let at = head
      for (; at < listed.length && radii[at] >= least; at++) {
        const record = listed[at]
        if (gone[record] === 1) continue
        const distance = distance2(record, point)
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
