import { greatest, type Histogram, type Tests } from '../classes/class-test.js'

/**
 * Closeness with the number of steps between values as their distance: Σ_i |Σ_(j ≤ i) (q_j − p_j)|/(m − 1) ≤ t over the
 * m values that occur.
 *
 * @param p - The share of every value in the file, in their order.
 * @param t - The greatest distance allowed, tolerance included.
 * @returns The tests.
 *
 * Cost: O(values of the class · log) a class, for any m.
 */
export function orderedCloseness(p: Float64Array, t: number): Tests {
  const rank = new Int32Array(p.length)
  let m = 0
  for (let v = 0; v < p.length; v++) rank[v] = p[v] > 0 ? m++ : -1
  if (m < 2) return { holds: () => true, keeps: (_, __, ___, total) => total }
  // P_i, and the sums of P below i.
  const cumulated = new Float64Array(m)
  const sums = new Float64Array(m + 1)
  p.forEach((share, v) => {
    const i = rank[v]
    if (i < 0) return
    cumulated[i] = (i > 0 ? cumulated[i - 1] : 0) + share
    sums[i + 1] = sums[i] + cumulated[i]
  })
  /** Σ |Q − P_i| for i from `first` to `end` − 1: P crosses Q once. */
  const between = (q: number, first: number, end: number): number => {
    let low = first
    let high = end
    while (low < high) {
      const middle = (low + high) >>> 1
      if (cumulated[middle] <= q) low = middle + 1
      else high = middle
    }
    return (low - first) * q - (sums[low] - sums[first]) + (sums[end] - sums[low]) - (end - low) * q
  }
  let sortedRanks = new Int32Array(16)
  let sortedCounts = new Float64Array(16)
  const sort = (values: Int32Array, counts: Histogram['counts'], from: number, to: number): number => {
    const n = to - from
    if (n > sortedRanks.length) {
      sortedRanks = new Int32Array(2 * n)
      sortedCounts = new Float64Array(2 * n)
    }
    if (n > FEW) {
      const order = Int32Array.from({ length: n }, (_, e) => from + e).sort((a, b) => rank[values[a]] - rank[values[b]])
      order.forEach((e, i) => {
        sortedRanks[i] = rank[values[e]]
        sortedCounts[i] = counts[e]
      })
      return n
    }
    for (let e = from; e < to; e++) {
      const own = rank[values[e]]
      let i = e - from
      for (; i > 0 && sortedRanks[i - 1] > own; i--) {
        sortedRanks[i] = sortedRanks[i - 1]
        sortedCounts[i] = sortedCounts[i - 1]
      }
      sortedRanks[i] = own
      sortedCounts[i] = counts[e]
    }
    return n
  }
  return {
    holds: ({ values, counts }, from, to, total) => {
      const n = sort(values, counts, from, to)
      let sum = 0
      let count = 0
      let first = 0
      for (let i = 0; i < n; i++) {
        sum += between(count / total, first, sortedRanks[i])
        count += sortedCounts[i]
        first = sortedRanks[i]
      }
      // After the last value of the class Q is 1; after the last of all values both are.
      return (sum + between(1, first, m - 1)) / (m - 1) <= t
    },
    keeps: ({ values, counts }, from, to, total) => {
      if (m > DENSE) return total
      const n = sort(values, counts, from, to)
      // C_i: number of records of the class up to value i.
      const upTo = new Int32Array(m)
      for (let i = 0; i < n; i++) upTo[sortedRanks[i]] = sortedCounts[i]
      for (let i = 1; i < m; i++) upTo[i] += upTo[i - 1]
      // Among N records at least N − (n − C_i) and at most C_i are up to value i: the distance of N·P_i from this
      // range.
      return greatest(total, (kept) => {
        let sum = 0
        for (let i = 0; i < m - 1; i++) {
          const share = kept * cumulated[i]
          sum += Math.max(0, kept - (total - upTo[i]) - share, share - upTo[i])
        }
        return sum / kept / (m - 1) <= t
      })
    },
  }
}

/** With more values than this, no bound is computed. */
const DENSE = 256

/** Up to this number, insertion sort is used, because a call of sort takes longer. */
const FEW = 24
