import { costOf, type SuppressionProblem } from './problem.js'

/** After so many comparisons of records the search ends with the best it has: it takes a second or two. */
export const MOST_COMPARISONS = 20_000_000

/** Sets of own cells are gone through one by one up to this many cells. */
const MOST_OWN = 6

/** What a search found. */
export interface SearchResult {
  readonly masks: Int32Array
  /** Whether the search ended: then nothing costs less. */
  readonly proved: boolean
}

/**
 * The cheapest suppression where a missing key matches every value, by branch and bound over cells.
 *
 * Making a cell missing never parts two records. At a node some cells are missing and some are kept; the unsafe record that
 * is dearest to make safe alone bounds the node: of its own free cells it loses a set, and of the nearest records those
 * cells that still differ. And where the weight left is too little for every unsafe record to lose a cell, some are made safe by
 * others alone. One of the cells that such a way may use is branched on: missing, or kept for good.
 *
 * @param problem - Few records and keys: every node compares all pairs.
 * @param start - A suppression that is valid.
 * @param most - After so many comparisons of two records the search ends.
 * @returns The cheapest one that was found.
 */
export function exactWildcard(
  problem: SuppressionProblem,
  start: Int32Array,
  most: number = MOST_COMPARISONS,
): SearchResult {
  const { codes, weights, conditions } = problem
  const n = start.length
  const free = Int32Array.from({ length: n }, (_, i) =>
    codes.reduce((bits, of, j) => (of[i] >= 0 ? bits | (1 << j) : bits), 0),
  )
  const lost = Int32Array.from(free, (bits) => ~bits & ((1 << codes.length) - 1))
  const differ = codes.map((of) => Array.from(of, (code) => Array.from(of, (other) => code !== other)))
  const apart = Array.from({ length: n }, (_, i) =>
    Int32Array.from({ length: n }, (_unused, r) =>
      codes.reduce((bits, _of, j) => (differ[j][i][r] ? bits | (1 << j) : bits), 0),
    ),
  )
  const weigh = weigher(weights)
  const lightest = Math.min(...weights)
  let best = start.slice()
  let bestCost = costOf(problem, start)
  let comparisons = 0
  // Costs are compared to a part in 10⁹: sums of weights in another order differ in their last bits.
  const below = (cost: number): boolean => cost < bestCost * (1 - 1e-9)
  const gaps = new Float64Array(n)
  const untouched = new Float64Array(n)
  const had = free.slice()

  /** What it costs at the least to make record i safe in condition c, and by which cell that begins. */
  const cheapest = (i: number, c: number): Way => {
    const { bits, k } = conditions[c]
    const own = free[i] & bits
    let need = k
    for (let r = 0; r < n; r++) if ((apart[i][r] & bits & ~lost[i] & ~lost[r]) === 0) need--
    let found: Way = { cost: Infinity, byOthers: Infinity, row: -1, key: -1 }
    if (countOf(own) > MOST_OWN) return nearest(i, c, need)
    for (let set = own; ; set = (set - 1) & own) {
      let count = 0
      comparisons += n
      for (let r = 0; r < n; r++) {
        const open = apart[i][r] & bits & ~lost[i] & ~lost[r]
        if (open === 0) continue
        const rest = open & ~set
        gaps[count++] = (rest & ~free[r]) === 0 ? weigh(rest) : Infinity
      }
      const others = gaps.subarray(0, count).sort()
      let cost = weigh(set)
      for (let at = 0; at < need; at++) cost += at < count ? others[at] : Infinity
      if (cost < found.cost) {
        const [row, key] = set === 0 ? partnerCell(i, c) : [i, lowest(set)]
        found = { cost, byOthers: Infinity, row, key }
      }
      if (set === 0) return { ...found, byOthers: cost }
    }
  }

  /** A cell of the nearest record that can still be made to match. */
  const partnerCell = (i: number, c: number): [row: number, key: number] => {
    let least = Infinity
    let cell: [number, number] = [-1, -1]
    for (let r = 0; r < n; r++) {
      const open = apart[i][r] & conditions[c].bits & ~lost[i] & ~lost[r]
      if (open === 0 || (open & ~free[r]) !== 0 || weigh(open) >= least) continue
      least = weigh(open)
      cell = [r, lowest(open)]
    }
    return cell
  }

  /** With many cells: every key in which a record differs from the last one that it needs is lost by one of the two. */
  const nearest = (i: number, c: number, need: number): Way => {
    let count = 0
    comparisons += n
    let cell: [number, number] = [-1, -1]
    let least = Infinity
    for (let r = 0; r < n; r++) {
      const open = apart[i][r] & conditions[c].bits & ~lost[i] & ~lost[r]
      if (open === 0) continue
      gaps[count] = (open & ~free[r] & ~free[i]) === 0 ? weigh(open) : Infinity
      if (gaps[count] < least) {
        least = gaps[count]
        const key = lowest(open)
        cell = (free[i] >> key) & 1 ? [i, key] : [r, key]
      }
      count++
    }
    const others = gaps.subarray(0, count).sort()
    const cost = need <= count ? others[need - 1] : Infinity
    return { cost, byOthers: cost, row: cell[0], key: cell[1] }
  }

  const search = (cost: number): void => {
    if (comparisons > most) return
    let worst: Way = { cost: 0, byOthers: 0, row: -1, key: -1 }
    let whole = 0
    for (let i = 0; i < n; i++) {
      let byOthers = 0
      for (let c = 0; c < conditions.length; c++) {
        const { bits, k } = conditions[c]
        let f = 0
        comparisons += n
        for (let r = 0; r < n; r++) if ((apart[i][r] & bits & ~lost[i] & ~lost[r]) === 0) f++
        if (f >= k) continue
        const one = cheapest(i, c)
        if (!below(cost + one.cost)) return
        if (one.cost > worst.cost) worst = one
        byOthers = Math.max(byOthers, one.byOthers)
      }
      if (byOthers > 0 && (lost[i] & had[i]) === 0) untouched[whole++] = byOthers
    }
    // Of the unsafe records that have lost nothing yet no more can lose a cell than the weight that is left allows.
    const kept = whole - Math.floor((bestCost - cost) / lightest + 1e-9)
    if (kept > 0 && !below(cost + untouched.subarray(0, whole).sort()[kept - 1])) return
    const { row, key } = worst
    if (row < 0) {
      // The bits of cells that were missing at the start are no suppression.
      best = Int32Array.from(lost, (bits, i) => codes.reduce((m, of, j) => (of[i] < 0 ? m & ~(1 << j) : m), bits))
      bestCost = cost
      return
    }
    const bit = 1 << key
    free[row] &= ~bit
    lost[row] |= bit
    search(cost + weights[key])
    lost[row] &= ~bit
    search(cost)
    free[row] |= bit
  }
  search(0)
  return { masks: best, proved: comparisons <= most }
}

/** How a record can be made safe. */
interface Way {
  /** What it costs at the least. */
  readonly cost: number
  /** The same where it loses no cell itself. */
  readonly byOthers: number
  /** A cell that the cheapest way begins with. */
  readonly row: number
  readonly key: number
}

/** The weight of a set of keys: from a table where there are few. */
function weigher(weights: Float64Array): (bits: number) => number {
  const sum = (bits: number): number => weights.reduce((all, weight, j) => ((bits >> j) & 1 ? all + weight : all), 0)
  if (weights.length > 12) return sum
  const table = Float64Array.from({ length: 1 << weights.length }, (_, bits) => sum(bits))
  return (bits) => table[bits]
}

function lowest(bits: number): number {
  return bits === 0 ? -1 : 31 - Math.clz32(bits & -bits)
}

function countOf(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count++
  return count
}
