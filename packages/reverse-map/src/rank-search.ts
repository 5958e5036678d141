import { sortOrder } from '@sdc/stats'

/** How far two records are apart in rank: in the column where they differ most, in all together, or Euclidean. */
export type RankDistance = 'max' | 'sum' | 'l2'

export interface NearestRanks {
  /** The least distance of every record of `from` to a record of `to`, in ranks. */
  readonly distance: Float64Array
  /** The nearest record of `to`, the first of equally near ones. */
  readonly index: Int32Array
  /** How many records of `to` are equally near. */
  readonly ties: Int32Array
  /** Whether `target[i]` is among them. */
  readonly hit: Uint8Array
}

/**
 * The nearest records by rank, exactly and with all ties.
 *
 * from: n × d ranks, to: m × d ranks, on one scale and without missing values; target: for every record of `from` the
 * record of `to` that is asked after, −1 for none.
 * `to` is sorted by the first column; from a record's place in it the search goes outwards in both directions until the
 * first column alone is further away than the best distance found. Every distance is at least that of its first column,
 * so nothing is missed. Distances are sums and maxima of differences of half-integers: exact but for the root of `l2`,
 * which is compared squared.
 * Cost: O(n·w·d) at worst, w the records within the least distance in the first column; most are left after a column or
 * two.
 */
export function nearestRanks(
  from: readonly Float64Array[],
  to: readonly Float64Array[],
  target: Int32Array,
  kind: RankDistance,
  tick: (fraction: number) => void = () => undefined,
): NearestRanks {
  const d = from.length
  const n = from[0].length
  const order = sortOrder(to[0])
  const m = order.length
  // Record after record in the order of the first column, so that the search walks through memory.
  const sorted = new Float64Array(m * d)
  for (let at = 0; at < m; at++) for (let k = 0; k < d; k++) sorted[at * d + k] = to[k][order[at]]
  const distance = new Float64Array(n).fill(Infinity)
  const index = new Int32Array(n).fill(-1)
  const ties = new Int32Array(n)
  const hit = new Uint8Array(n)
  const point = new Float64Array(d)
  for (let i = 0; i < n; i++) {
    if (i % 1000 === 0) tick(i / n)
    for (let k = 0; k < d; k++) point[k] = from[k][i]
    let right = lowerBound(sorted, d, m, point[0])
    let left = right - 1
    let best = Infinity
    for (;;) {
      const gapLeft = left < 0 ? Infinity : point[0] - sorted[left * d]
      const gapRight = right >= m ? Infinity : sorted[right * d] - point[0]
      const gap = Math.min(gapLeft, gapRight)
      if (gap === Infinity || (kind === 'l2' ? gap * gap : gap) > best) break
      const at = gapLeft <= gapRight ? left-- : right++
      const found = rankDistance(sorted, at * d, point, d, kind, best)
      if (found > best) continue
      const j = order[at]
      if (found < best) {
        best = found
        index[i] = j
        ties[i] = 0
        hit[i] = 0
      }
      ties[i]++
      if (j < index[i]) index[i] = j
      if (j === target[i]) hit[i] = 1
    }
    distance[i] = kind === 'l2' ? Math.sqrt(best) : best
  }
  return { distance, index, ties, hit }
}

/** The distance (squared for `l2`) of a record to the point; some greater number once it is certain to be above `best`. */
function rankDistance(
  records: Float64Array,
  at: number,
  point: Float64Array,
  d: number,
  kind: RankDistance,
  best: number,
): number {
  let distance = 0
  for (let k = 0; k < d; k++) {
    const gap = Math.abs(records[at + k] - point[k])
    if (kind === 'max') distance = gap > distance ? gap : distance
    else distance += kind === 'sum' ? gap : gap * gap
    if (distance > best) return distance
  }
  return distance
}

/** The first place whose first column is not below the value. */
function lowerBound(sorted: Float64Array, d: number, m: number, value: number): number {
  let low = 0
  let high = m
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle * d] < value) low = middle + 1
    else high = middle
  }
  return low
}
