import type { KeySet } from './problem/key-sets.js'
import { suppressed, type SuppressionProblem } from './problem/problem.js'
import { matchedBy } from './problem/unsafe-rows.js'

/** Maximum number of comparisons of two records: a second or two. */
const MOST_COMPARISONS = 60_000_000

/**
 * Tries to give records lighter sets of keys to lose, or none, one after the other, while all conditions hold. The
 * records with the highest cost come first, each with the lightest sets first. It ends if none gains or the comparisons
 * are used up. A file whose changed records cannot be compared once within this limit stays unchanged.
 *
 * @param problem - Keys and conditions.
 * @param masks - A valid suppression.
 * @param sets - Sets of keys, the lightest first.
 * @returns A valid suppression that costs no more.
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

  const isShare = rule.missing === 'share'
  const partlyOrWhole = (isComplete: boolean): number => (isComplete && isShare ? 1 : partly)
  /**
   * Count of record i with its present keys for each other record, by condition. It is used for every set that a record
   * may lose.
   */
  const held = conditions.map(() => new Float64Array(n))
  /** Count of a record with the keys of `tried` for each other record, by condition. */
  const given = conditions.map(() => new Float64Array(n))
  const tried = new Int32Array(codes.length)
  const own = conditions.map(() => 0)

  const hold = (i: number): void => {
    conditions.forEach(({ keys }, c) => {
      const of = held[c]
      const isComplete = partlyOrWhole(keys.every((j) => now[j][i] >= 0))
      for (let r = 0; r < n; r++) {
        let same = true
        let matches = true
        for (const j of keys) {
          const x = now[j][r]
          const y = now[j][i]
          if (x === y) continue
          same = false
          if (x < 0 || y < 0) continue
          matches = false
          break
        }
        of[r] = same ? 1 : matches ? isComplete : 0
      }
    })
  }
  const fits = (i: number, bits: number): boolean => {
    codes.forEach((of, j) => (tried[j] = (bits >> j) & 1 ? -1 : of[i]))
    return conditions.every(({ keys, k }, c) => {
      left -= n
      const before = held[c]
      const after = given[c]
      const has = f[c]
      const isComplete = partlyOrWhole(keys.every((j) => tried[j] >= 0))
      let sum = 1
      for (let r = 0; r < n; r++) {
        if (r === i) continue
        let same = true
        let matches = true
        let isOtherComplete = true
        for (const j of keys) {
          const x = now[j][r]
          const y = tried[j]
          if (x < 0) isOtherComplete = false
          if (x === y) continue
          same = false
          if (x < 0 || y < 0) continue
          matches = false
          break
        }
        if (matches) sum += same ? 1 : partlyOrWhole(isOtherComplete)
        after[r] = same ? 1 : matches ? isComplete : 0
        const change = after[r] - before[r]
        if (change < 0 && has[r] + change < k - 1e-9) return false
      }
      own[c] = sum
      return sum >= k - 1e-9
    })
  }
  const take = (i: number, bits: number): void => {
    conditions.forEach((_, c) => {
      for (let r = 0; r < n; r++) if (r !== i) f[c][r] += given[c][r] - held[c][r]
      f[c][i] = own[c]
    })
    codes.forEach((_, j) => (now[j][i] = tried[j]))
    found[i] = bits
  }
  const weightOf = (bits: number): number => weights.reduce((sum, one, j) => ((bits >> j) & 1 ? sum + one : sum), 0)
  for (;;) {
    let gained = false
    const order = changed.filter((i) => found[i] !== 0)
    order.sort((a, b) => weightOf(found[b]) - weightOf(found[a]) || a - b)
    for (const i of order) {
      const weight = weightOf(found[i])
      if (left > 0) hold(i)
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
