import { costOf, type SuppressionProblem } from './problem/problem.js'

/** Number of records that match a record in some keys, counted pair by pair from the definition. */
export function countsByPairs(
  { codes, rule }: Pick<SuppressionProblem, 'codes' | 'rule'>,
  masks: Int32Array,
  keys: readonly number[],
): number[] {
  const value = (i: number, j: number): number => ((masks[i] >> j) & 1 ? -1 : codes[j][i])
  const rows = Array.from(masks, (_, i) => keys.map((j) => value(i, j)))
  const counts = (a: readonly number[], b: readonly number[]): number => {
    const same = a.every((one, j) => one === b[j])
    const lacks = a.includes(-1) || b.includes(-1)
    const compatible = a.every((one, j) => one === b[j] || one < 0 || b[j] < 0)
    if (rule.missing === 'never') return same && !lacks ? 1 : 0
    if (same) return 1
    if (rule.missing === 'own-level' || !compatible) return 0
    return rule.missing === 'wildcard' || !b.includes(-1) ? 1 : rule.share
  }
  return rows.map((a, i) => rows.reduce((sum, b, r) => sum + (i === r ? 1 : counts(a, b)), 0))
}

/** Returns true if every record matches enough others in every condition, by the definition. */
export function holdsByPairs(problem: SuppressionProblem, masks: Int32Array): boolean {
  return problem.conditions.every(({ keys, k }) => countsByPairs(problem, masks, keys).every((f) => f >= k - 1e-9))
}

/** Least cost of all suppressions, by trying each set of cells. */
export function leastByForce(problem: SuppressionProblem): number {
  const n = problem.codes[0].length
  const q = problem.codes.length
  let least = Infinity
  for (let cells = 0; cells < 2 ** (n * q); cells++) {
    const masks = Int32Array.from({ length: n }, (_, i) => (cells >> (i * q)) & ((1 << q) - 1))
    const cost = costOf(problem, masks)
    if (cost < least - 1e-12 && holdsByPairs(problem, masks)) least = cost
  }
  return least
}
