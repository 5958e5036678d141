import { completePairs } from './complete-pairs.js'
import { sortOrder, tieRuns } from '../order/sort-order.js'

/**
 * Computes Kendall's τ_b of the complete pairs: (C − D)/√((n₀ − n_a)(n₀ − n_b)), with C concordant and D discordant
 * pairs, n₀ = m(m − 1)/2, and n_a, n_b the pairs tied in a and in b. Within [−1, 1]; NaN for a constant or fewer than
 * two pairs.
 *
 * After sorting by (a, b), D is the number of exchanges that sorting by b takes. Cost: O(n log n); exact up to 1e8
 * rows. Source: Knight 1966.
 */
export function kendall(a: Float64Array, b: Float64Array): number {
  const pairs = completePairs(a, b)
  const n = pairs.a.length
  const byB = tieRuns(pairs.b)
  const levels = new Uint32Array(n)
  for (let run = 0; run + 1 < byB.starts.length; run++) {
    for (let at = byB.starts[run]; at < byB.starts[run + 1]; at++) levels[byB.order[at]] = run
  }
  // A stable sort by a, applied after a sort by b, sorts by (a, b).
  const order = sortOrder(Float64Array.from(byB.order, (i) => pairs.a[i])).map((at) => byB.order[at])
  const all = pairCount(n)
  const tiedA = tiedPairs(tieRuns(pairs.a).starts)
  const tiedB = tiedPairs(byB.starts)
  let tiedBoth = 0
  for (let from = 0; from < n;) {
    let to = from + 1
    while (to < n && levels[order[to]] === levels[order[from]] && pairs.a[order[to]] === pairs.a[order[from]]) to++
    tiedBoth += pairCount(to - from)
    from = to
  }
  const discordant = exchanges(order.map((i) => levels[i]))
  const difference = all - tiedA - tiedB + tiedBoth - 2 * discordant
  const spread = Math.sqrt(all - tiedA) * Math.sqrt(all - tiedB)
  return spread > 0 ? Math.max(-1, Math.min(1, difference / spread)) : Number.NaN
}

function pairCount(n: number): number {
  return (n * (n - 1)) / 2
}

function tiedPairs(starts: Uint32Array): number {
  let pairs = 0
  for (let run = 0; run + 1 < starts.length; run++) pairs += pairCount(starts[run + 1] - starts[run])
  return pairs
}

/** Counts the pairs in descending order by a merge sort from the bottom up; reorders its argument. */
function exchanges(values: Uint32Array): number {
  const n = values.length
  let source = values
  let target: Uint32Array = new Uint32Array(n)
  let count = 0
  for (let width = 1; width < n; width *= 2) {
    for (let from = 0; from < n; from += 2 * width) {
      const middle = Math.min(from + width, n)
      const to = Math.min(from + 2 * width, n)
      let left = from
      let right = middle
      for (let at = from; at < to; at++) {
        if (right >= to || (left < middle && source[left] <= source[right])) target[at] = source[left++]
        else {
          count += middle - left
          target[at] = source[right++]
        }
      }
    }
    ;[source, target] = [target, source]
  }
  return count
}
