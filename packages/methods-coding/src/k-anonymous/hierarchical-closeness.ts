import type { HierarchyLevel } from '@sdc/toolkit'
import type { Histogram, Tests } from './class-test.js'

/**
 * Closeness where values are apart by the height of the lowest class above both: Σ over classes N of the hierarchy's levels
 * h = 1 … H of h/H · min(what those below N have too much of, what they have too little of) ≤ t.
 *
 * Of a class of the hierarchy without a value of the records all below have too little, so that only those above their
 * values count.
 *
 * @param p - The share of every value in the file, in the order of the hierarchy's rows.
 * @param levels - The levels of the hierarchy, the values first.
 * @param t - The greatest distance allowed, tolerance included.
 * @returns The test, and the one that stays true under merging.
 *
 * Cost: O(values of the class · H) a class.
 */
export function hierarchicalCloseness(p: Float64Array, levels: readonly HierarchyLevel[], t: number): Tests {
  const height = levels.length - 1
  const shares = levels.map(({ classOf, sizes }) => {
    const sums = new Float64Array(sizes.length)
    p.forEach((share, value) => (sums[classOf[value]] += share))
    return sums
  })
  const own = levels.map(({ sizes }) => new Float64Array(sizes.length))
  const surplus = levels.map(({ sizes }) => new Float64Array(sizes.length))
  /** One value of each class of a level that has any. */
  let found = new Int32Array(16)
  const clear = (count: number, at: number): void => {
    for (let i = 0; i < count; i++) {
      const node = levels[at].classOf[found[i]]
      own[at][node] = surplus[at][node] = 0
    }
  }
  const begin = ({ values, counts }: Histogram, from: number, to: number, total: number): number => {
    if (to - from > found.length) found = new Int32Array(2 * (to - from))
    for (let e = from; e < to; e++) {
      found[e - from] = values[e]
      own[0][levels[0].classOf[values[e]]] += counts[e] / total
    }
    return to - from
  }
  /** Brings what is known of level h − 1 up to level h, and returns how many classes there have records. */
  const lift = (count: number, h: number): number => {
    const [lower, upper] = [levels[h - 1].classOf, levels[h].classOf]
    let kept = 0
    for (let i = 0; i < count; i++) {
      const value = found[i]
      const node = lower[value]
      const above = upper[value]
      if (own[h][above] === 0) found[kept++] = value
      own[h][above] += own[h - 1][node]
      surplus[h][above] += Math.max(0, own[h - 1][node] - shares[h - 1][node])
      own[h - 1][node] = surplus[h - 1][node] = 0
    }
    return kept
  }
  return {
    holds: (histogram, from, to, total) => {
      let count = begin(histogram, from, to, total)
      let sum = 0
      for (let h = 1; h <= height; h++) {
        count = lift(count, h)
        for (let i = 0; i < count; i++) {
          const node = levels[h].classOf[found[i]]
          // Too much and too little below a class differ by what the class itself has too much of.
          const much = surplus[h][node]
          const little = much - (own[h][node] - shares[h][node])
          sum += (h / height) * Math.max(0, Math.min(much, little))
        }
      }
      clear(count, height)
      return sum <= t
    },
    necessary: (histogram, from, to, total) => {
      let count = begin(histogram, from, to, total)
      let sum = 0
      let before = 0
      for (let i = 0; i < count; i++) before += shares[0][levels[0].classOf[found[i]]]
      for (let h = 1; h <= height; h++) {
        count = lift(count, h)
        let present = 0
        for (let i = 0; i < count; i++) present += shares[h][levels[h].classOf[found[i]]]
        // The values whose nearest present one is this high.
        sum += (h / height) * (present - before)
        before = present
      }
      clear(count, height)
      return sum <= t
    },
  }
}
