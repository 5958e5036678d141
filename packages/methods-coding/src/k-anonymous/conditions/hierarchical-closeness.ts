import type { HierarchyLevel } from '@sdc/toolkit/internal'
import { greatest, type Histogram, type Tests } from '../classes/class-test.js'

/**
 * Closeness with distance h/H between two values, where h is the height of the lowest class of the hierarchy above
 * both. The condition is Σ over classes N of the levels h = 1 … H of h/H · min(excess below N, deficit below N) ≤ t.
 *
 * This is the mean over the levels 0 … H − 1 of the equal distance between the recoded values. In a tree whose edges
 * are all 1/(2H) long, the records that cross an edge are the excess or deficit of the classes below it. A class of the
 * hierarchy without a record has a deficit, so that only classes with records count.
 *
 * @param p - The share of every value in the file, in the order of the hierarchy's rows.
 * @param levels - The levels of the hierarchy, the values first.
 * @param t - The greatest distance allowed, tolerance included.
 * @returns The tests.
 *
 * Cost: O(values of the class · H) a class.
 */
export function hierarchicalCloseness(p: Float64Array, levels: readonly HierarchyLevel[], t: number): Tests {
  const shares = levels.map(({ classOf, sizes }) => {
    const sums = new Float64Array(sizes.length)
    p.forEach((share, value) => (sums[classOf[value]] += share))
    return sums
  })
  const height = levels.length - 1
  const records = levels.map(({ sizes }) => new Float64Array(sizes.length))
  // Number of records of each value of the present class, level by level, and the value's share of the file.
  let counts = new Float64Array(16)
  let parts = new Float64Array(16)
  const read = (histogram: Histogram, from: number, to: number): number => {
    if ((to - from) * height > counts.length) {
      counts = new Float64Array(2 * (to - from) * height)
      parts = new Float64Array(counts.length)
    }
    let used = 0
    for (let h = 0; h < height; h++) {
      const { classOf } = levels[h]
      const own = records[h]
      for (let e = from; e < to; e++) own[classOf[histogram.values[e]]] += histogram.counts[e]
      for (let e = from; e < to; e++) {
        const node = classOf[histogram.values[e]]
        if (own[node] === 0) continue
        counts[used] = own[node]
        parts[used++] = shares[h][node]
        own[node] = 0
      }
    }
    return used
  }
  /** Sum over levels of the excess of n records with counts of at most these. */
  const distance = (used: number, n: number): number => {
    let inPlace = 0
    for (let i = 0; i < used; i++) inPlace += Math.min(counts[i] / n, parts[i])
    return 1 - inPlace / height
  }
  return {
    holds: (histogram, from, to, total) => distance(read(histogram, from, to), total) <= t,
    keeps: (histogram, from, to, total) => {
      const used = read(histogram, from, to)
      return greatest(total, (n) => distance(used, n) <= t)
    },
  }
}
