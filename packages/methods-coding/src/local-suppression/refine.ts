import type { KeySet } from './key-sets.js'
import { suppressed, type SuppressionProblem } from './problem.js'
import { matchedBy } from './unsafe-rows.js'

/** So many comparisons of two records are spent at the most: a second or two. */
const MOST_COMPARISONS = 60_000_000

/**
 * Tries to give records lighter sets of keys to lose, or none, one after the other, while all conditions hold: the dearest
 * first, each with the lightest sets first, until none gains or the comparisons are spent. A file so large that one look at
 * each changed record would take more is left as it is.
 *
 * @param problem - Keys and conditions.
 * @param masks - A suppression that is valid.
 * @param sets - Sets of keys, the lightest first.
 * @returns A suppression that is valid and costs no more.
 */
export function refine(problem: SuppressionProblem, masks: Int32Array, sets: readonly KeySet[]): Int32Array {
  const { codes, conditions, weights, rule } = problem
  const n = masks.length
  const changed = Array.from(masks.keys()).filter((i) => masks[i] !== 0)
  if (changed.length * n > MOST_COMPARISONS) return masks
  const found = masks.slice()
  const now = suppressed(codes, found)
  const f = matchedBy(now, new Float64Array(n).fill(1), conditions, rule)
  const partly = rule.missing === 'wildcard' ? 1 : rule.missing === 'share' ? rule.share : 0
  let left = MOST_COMPARISONS

  /** What a record with the keys `b` counts for one with the keys `a`, by their rows in two lists of keys. */
  const counts = (
    a: readonly Int32Array[],
    i: number,
    b: readonly Int32Array[],
    r: number,
    keys: readonly number[],
  ): number => {
    let same = true
    let complete = true
    for (const j of keys) {
      const [x, y] = [a[j][i], b[j][r]]
      if (x !== y) same = false
      if (x !== y && x >= 0 && y >= 0) return 0
      if (y < 0) complete = false
    }
    if (same) return 1
    return complete && rule.missing === 'share' ? 1 : partly
  }
  const tried = codes.map(() => new Int32Array(1))
  const own = conditions.map(() => 0)
  const fits = (i: number, bits: number): boolean => {
    codes.forEach((of, j) => (tried[j][0] = (bits >> j) & 1 ? -1 : of[i]))
    return conditions.every(({ keys, k }, c) => {
      left -= n
      own[c] = 1
      for (let r = 0; r < n; r++) {
        if (r === i) continue
        own[c] += counts(tried, 0, now, r, keys)
        const change = counts(now, r, tried, 0, keys) - counts(now, r, now, i, keys)
        if (change < 0 && f[c][r] + change < k - 1e-9) return false
      }
      return own[c] >= k - 1e-9
    })
  }
  const take = (i: number, bits: number): void => {
    conditions.forEach(({ keys }, c) => {
      for (let r = 0; r < n; r++) if (r !== i) f[c][r] += counts(now, r, tried, 0, keys) - counts(now, r, now, i, keys)
      f[c][i] = own[c]
    })
    codes.forEach((_, j) => (now[j][i] = tried[j][0]))
    found[i] = bits
  }
  const weightOf = (bits: number): number => weights.reduce((sum, one, j) => ((bits >> j) & 1 ? sum + one : sum), 0)
  for (;;) {
    let gained = false
    const order = changed.filter((i) => found[i] !== 0)
    order.sort((a, b) => weightOf(found[b]) - weightOf(found[a]) || a - b)
    for (const i of order) {
      const weight = weightOf(found[i])
      for (const { bits, weight: lighter } of sets) {
        if (left <= 0 || lighter >= weight * (1 - 1e-9)) break
        if (codes.some((of, j) => (bits >> j) & 1 && of[i] < 0) || !fits(i, bits)) continue
        take(i, bits)
        gained = true
        break
      }
    }
    if (!gained || left <= 0) break
  }
  return found
}
