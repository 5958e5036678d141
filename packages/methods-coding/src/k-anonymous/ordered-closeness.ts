import type { Tests } from './class-test.js'

/**
 * Closeness where values are apart by the steps between them: Σ_i |Σ_(j ≤ i) (q_j − p_j)|/(m − 1) ≤ t over the m values
 * that occur.
 *
 * @param p - The share of every value in the file, in their order.
 * @param t - The greatest distance allowed, tolerance included.
 * @returns The test, and the one that stays true under merging.
 *
 * Cost: O(values of the class · log) a class, whatever m is.
 */
export function orderedCloseness(p: Float64Array, t: number): Tests {
  const rank = new Int32Array(p.length)
  let m = 0
  for (let v = 0; v < p.length; v++) rank[v] = p[v] > 0 ? m++ : -1
  if (m < 2) return { holds: () => true, necessary: () => true }
  // P_i, the sums of P below i, and the sums of i·p below i.
  const cumulated = new Float64Array(m)
  const sums = new Float64Array(m + 1)
  const moments = new Float64Array(m + 1)
  p.forEach((share, v) => {
    const i = rank[v]
    if (i < 0) return
    cumulated[i] = (i > 0 ? cumulated[i - 1] : 0) + share
    sums[i + 1] = sums[i] + cumulated[i]
    moments[i + 1] = moments[i] + i * share
  })
  const below = (i: number): number => (i > 0 ? cumulated[i - 1] : 0)
  /** Σ |Q − P_i| for i from `first` to `end` − 1: P passes Q once. */
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
  /** Σ p_i·|i − at| for i from `first` to `end` − 1, all on one side. */
  const apart = (at: number, first: number, end: number): number =>
    Math.abs(moments[end] - moments[first] - at * (below(end) - below(first)))
  let sortedRanks = new Int32Array(16)
  let sortedCounts = new Int32Array(16)
  const sort = (values: Int32Array, counts: Int32Array, from: number, to: number): number => {
    const n = to - from
    if (n > sortedRanks.length) {
      sortedRanks = new Int32Array(2 * n)
      sortedCounts = new Int32Array(2 * n)
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
      // Behind the last value of the class Q is 1; behind the last of all both are.
      return (sum + between(1, first, m - 1)) / (m - 1) <= t
    },
    necessary: ({ values, counts }, from, to) => {
      const n = sort(values, counts, from, to)
      let sum = apart(sortedRanks[0], 0, sortedRanks[0])
      for (let i = 1; i < n; i++) {
        const [low, high] = [sortedRanks[i - 1], sortedRanks[i]]
        const middle = (low + high) >>> 1
        sum += apart(low, low + 1, middle + 1) + apart(high, middle + 1, high)
      }
      sum += apart(sortedRanks[n - 1], sortedRanks[n - 1] + 1, m)
      return sum / (m - 1) <= t
    },
  }
}

/** Up to so many are sorted by insertion, since to call a sort takes longer. */
const FEW = 24
