import { matchingTotals } from '@sdc/stats/internal'
import type { KeySet } from './key-sets.js'
import type { SuppressionProblem } from './problem.js'

/** Sets of keys without which each unsafe row is safe, for any losses of other records. */
export interface OwnSets {
  /** Place of the lightest set among the tried `sets`; −1 if none is enough. */
  readonly best: Int32Array
  /** By row, first and end place of its sets in `of`. */
  readonly starts: Int32Array
  /** Places of sets, row after row, the lightest first. */
  readonly of: Int32Array
}

/** Rule for counting rows that match a row which loses keys. */
export interface OwnCount {
  /** Count of each row for the others. */
  readonly values: Float64Array
  /** Number added to the count of the tested row (itself, if it does not count in full). */
  readonly itself: number
  readonly match: 'wildcard' | 'reachable'
  /** Rows that are counted, if not all: the sets are then sufficient, and need not be the lightest. */
  readonly among?: Int32Array | undefined
}

/**
 * Returns the own sets of the unsafe rows: sets M for which enough rows match in S \ M in every condition S.
 *
 * M is a hitting set of the row's minimal unsafe combinations: it leaves none of them whole. With `all` the result has
 * every set that contains no smaller one, otherwise only those of the least weight.
 *
 * @param problem - Keys and conditions.
 * @param unsafe - The unsafe rows.
 * @param sets - The sets to try, the lightest first.
 * @param count - Counts of the rows.
 * @param all - True to search heavier sets than the lightest, too.
 * @param tick - Receives the completed share.
 * @returns The sets of every unsafe row.
 *
 * Cost: one pass over the file for each set of keys that is left in some condition, while a row has no set. Source:
 * minimal unsafe combinations, Willenborg & de Waal 2001.
 */
export function ownSets(
  { codes, conditions }: SuppressionProblem,
  unsafe: Int32Array,
  sets: readonly KeySet[],
  count: OwnCount,
  all: boolean,
  tick: (fraction: number) => void = () => {},
): OwnSets {
  const u = unsafe.length
  const best = new Int32Array(u).fill(-1)
  // Sets of each row as a list from its last one back.
  const last = new Int32Array(u).fill(-1)
  const entries: { readonly set: number; readonly before: number }[] = []
  let active = Int32Array.from({ length: u }, (_, at) => at)
  const enoughIn = memoised((left: number, k: number): Uint8Array => {
    const keys = codes.filter((_, j) => (left >> j) & 1)
    const rows = active.map((at) => unsafe[at])
    const totals = matchingTotals(keys, count.values, rows, count.match, count.among)
    const enough = new Uint8Array(u)
    // Sums of shares of records are rounded: ten times .1 is slightly less than 1.
    active.forEach((at, a) => (enough[at] = totals[a] + count.itself >= k - 1e-9 ? 1 : 0))
    return enough
  })
  const holdsOne = (at: number, bits: number): boolean => {
    for (let e = last[at]; e >= 0; e = entries[e].before) if ((sets[entries[e].set].bits & ~bits) === 0) return true
    return false
  }
  for (let s = 0; s < sets.length; s++) {
    if (!all && s > 0 && sets[s].weight > sets[s - 1].weight) active = active.filter((at) => best[at] < 0)
    if (active.length === 0) break
    tick(s / sets.length)
    const { bits } = sets[s]
    const passed = conditions.map((one) => enoughIn(one.bits & ~bits, one.k))
    for (const at of active) {
      if (!passed.every((enough) => enough[at] === 1) || holdsOne(at, bits)) continue
      if (best[at] < 0) best[at] = s
      entries.push({ set: s, before: last[at] })
      last[at] = entries.length - 1
    }
  }
  const starts = new Int32Array(u + 1)
  const of = new Int32Array(entries.length)
  for (let at = 0, to = 0; at < u; at++) {
    const from = to
    for (let e = last[at]; e >= 0; e = entries[e].before) of[to++] = entries[e].set
    of.subarray(from, to).reverse()
    starts[at + 1] = to
  }
  return { best, starts, of }
}

/** A function of two whole numbers that computes each value once. */
function memoised<R>(compute: (a: number, b: number) => R): (a: number, b: number) => R {
  const known = new Map<string, R>()
  return (a, b) => {
    const key = `${a} ${b}`
    const had = known.get(key)
    if (had !== undefined) return had
    const made = compute(a, b)
    known.set(key, made)
    return made
  }
}
