import { costOf, type SuppressionProblem } from './problem/problem.js'

/** Maximum number of comparisons of records, a second or two; then the search ends with its best result. */
export const MOST_COMPARISONS = 20_000_000

/** Sets of own cells are tried one by one up to this number of cells. */
const MOST_OWN = 6

/** Result of a search. */
export interface SearchResult {
  readonly masks: Int32Array
  /** True if the search was complete: then no suppression costs less. */
  readonly proved: boolean
}

/**
 * Finds the cheapest suppression by branch and bound over cells if a missing key matches every value.
 *
 * A missing cell never separates two records. At a node some cells are missing and some are kept. The bound is the cost
 * of the unsafe record that is most expensive to make safe alone. This record loses a set of its own free cells, and
 * the nearest records lose the cells that still differ. If the remaining weight is too small for every unsafe record to
 * lose a cell, some are made safe by others alone. The search branches on one of the cells that can make a record safe:
 * missing, or kept.
 *
 * @param problem - Few records and keys: every node compares all pairs.
 * @param start - A valid suppression.
 * @param most - Maximum number of comparisons of two records.
 * @returns The cheapest suppression found.
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
  // Costs are compared with a tolerance of one part in 10⁹: sums of weights in another order differ in their last bits.
  const below = (cost: number): boolean => cost < bestCost * (1 - 1e-9)
  const gaps = new Float64Array(n)
  const untouched = new Float64Array(n)
  const had = free.slice()

  /** Least cost of making record i safe in condition c, and the first cell of this way. */
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

  /**
   * With many cells: for every key in which a record differs from the last record that it needs, one of the two loses
   * the cell.
   */
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
    // The remaining weight limits the number of unsafe records without a loss that can still lose a cell.
    const kept = whole - Math.floor((bestCost - cost) / lightest + 1e-9)
    if (kept > 0 && !below(cost + untouched.subarray(0, whole).sort()[kept - 1])) return
    const { row, key } = worst
    if (row < 0) {
      // Bits of cells that were missing at the start are not suppressed cells.
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

/** A way of making a record safe. */
interface Way {
  /** Its least cost. */
  readonly cost: number
  /** Least cost if the record loses no cell itself. */
  readonly byOthers: number
  /** First cell of the cheapest way. */
  readonly row: number
  readonly key: number
}

/** Returns the weight of a set of keys; from a table if there are few keys. */
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
