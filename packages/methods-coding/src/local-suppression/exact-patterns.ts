import { MOST_COMPARISONS, type SearchResult } from './exact-wildcard.js'
import type { KeySet } from './problem/key-sets.js'
import { costOf, type SuppressionProblem } from './problem/problem.js'

/**
 * Finds the cheapest suppression by branch and bound over records, for any rule of missing keys. Each record in turn
 * loses each set of keys.
 *
 * A record with a decided set must be able to reach k. Decided records count by their keys, the others as much as they
 * can. Undecided records cost at least `floor`. Equal records take their sets in one order.
 *
 * @param problem - Few records and keys.
 * @param sets - All sets of keys, the lightest first.
 * @param floor - Least cost of each record, whatever the others lose.
 * @param start - A valid suppression.
 * @param most - Maximum number of comparisons of two records.
 * @returns The cheapest suppression found.
 */
export function exactPatterns(
  problem: SuppressionProblem,
  sets: readonly KeySet[],
  floor: Float64Array,
  start: Int32Array,
  most: number = MOST_COMPARISONS,
): SearchResult {
  const { codes, conditions, rule } = problem
  const n = start.length
  const other = { wildcard: 1, 'own-level': 0, never: 0, share: rule.share }[rule.missing]
  const order = Array.from(start, (_, i) => i).sort((a, b) => compare(codes, a, b) || a - b)
  const now = codes.map((of) => of.slice())
  const masks = new Int32Array(n)
  let best = start.slice()
  let bestCost = costOf(problem, start)
  let comparisons = 0
  const rest = new Float64Array(n + 1)
  for (let at = n - 1; at >= 0; at--) rest[at] = rest[at + 1] + floor[order[at]]
  const below = (cost: number): boolean => cost < bestCost * (1 - 1e-9)

  /** Largest count of record r (with a decided or an open set) for record i, whose set is decided. */
  const counts = (i: number, r: number, keys: readonly number[], decided: boolean): number => {
    if (i === r) return 1
    let same = true
    let complete = true
    let reachable = true
    for (const j of keys) {
      const [a, b] = [now[j][i], now[j][r]]
      if (a !== b) same = false
      if (b < 0) complete = false
      if (a >= 0 && b >= 0 && a !== b) {
        if (decided) return 0
        reachable = false
      }
      if (a >= 0 && b < 0) reachable = false
    }
    if (decided) {
      if (same) return 1
      if (rule.missing === 'own-level' || rule.missing === 'never') return 0
      return complete ? 1 : other
    }
    // It can become equal to i if it has no other value than i; otherwise it can at least become blank.
    if (reachable) return 1
    if (rule.missing === 'own-level' || rule.missing === 'never') return 0
    return other
  }
  const possible = (i: number, decided: number): boolean =>
    conditions.every(({ keys, k }) => {
      let f = 0
      comparisons += n
      for (let at = 0; at < n; at++) f += counts(i, order[at], keys, at < decided)
      return f >= k - 1e-9
    })
  const place = (at: number, cost: number, from: number): void => {
    if (comparisons > most) return
    if (at === n) {
      best = masks.slice()
      bestCost = cost
      return
    }
    const i = order[at]
    const kept = codes.reduce((bits, of, j) => (of[i] < 0 ? bits | (1 << j) : bits), 0)
    const twin = at + 1 < n && compare(codes, i, order[at + 1]) === 0
    for (let s = from; s < sets.length; s++) {
      const { bits, weight } = sets[s]
      if ((bits & kept) !== 0) continue
      if (!below(cost + weight + rest[at + 1])) break
      masks[i] = bits
      codes.forEach((of, j) => (now[j][i] = (bits >> j) & 1 ? -1 : of[i]))
      let fine = true
      for (let before = 0; before <= at && fine; before++) fine = possible(order[before], at + 1)
      if (fine) place(at + 1, cost + weight, twin ? s : 0)
    }
    masks[i] = 0
    codes.forEach((of, j) => (now[j][i] = of[i]))
  }
  place(0, 0, 0)
  return { masks: best, proved: comparisons <= most }
}

function compare(codes: readonly Int32Array[], a: number, b: number): number {
  for (const of of codes) if (of[a] !== of[b]) return of[a] - of[b]
  return 0
}
