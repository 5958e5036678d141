import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { exactPatterns } from './exact-patterns.js'
import { exactWildcard } from './exact-wildcard.js'
import { keySets } from './problem/key-sets.js'
import { holdsByPairs, leastByForce } from './oracle.fixture.js'
import { conditionOn, costOf, type SuppressionProblem } from './problem/problem.js'
import { suppress } from './suppress.js'

/** Rows of small whole numbers as keys; −1 is missing. */
function keysOf(rows: readonly (readonly number[])[]): Int32Array[] {
  return rows[0].map((_, j) => Int32Array.from(rows, (row) => row[j]))
}

function randomProblem(seed: number): SuppressionProblem {
  const rng = seededRng(seed)
  const pick = (count: number): number => Math.floor(rng.uniform() * count)
  const [n, q] = [
    [5, 2],
    [4, 3],
    [6, 2],
    [3, 4],
    [3, 3],
    [11, 1],
  ][seed % 6]
  const missing = (['wildcard', 'own-level', 'share'] as const)[pick(3)]
  const levels = 2 + pick(3)
  const rows = Array.from({ length: n }, () => Array.from({ length: q }, () => (pick(10) === 0 ? -1 : pick(levels))))
  const k = 2 + pick(Math.min(2, n - 1))
  const all = Array.from({ length: q }, (_, j) => j)
  const conditions =
    pick(3) > 0 || q === 1
      ? [conditionOn(all, k)]
      : [conditionOn(all.slice(1), k), conditionOn(all.slice(0, -1), Math.min(n, k + 1))]
  const weights = Float64Array.from({ length: q }, () => (seed % 4 === 0 ? 1 + pick(3) : 1))
  return { codes: keysOf(rows), weights, conditions, rule: { missing, share: [0, 0.3, 0.5, 1][pick(4)] } }
}

describe('suppress', () => {
  it('finds the optimum of 200 small files, for every rule of missing keys: brute force over all sets of cells', () => {
    const kinds = new Map<string, number>()
    for (let seed = 0; seed < 200; seed++) {
      const problem = randomProblem(seed)
      const least = leastByForce(problem)
      const exact = suppress(problem, { protect: 'file' })
      const what = `seed ${seed} ${problem.rule.missing}`
      expect([holdsByPairs(problem, exact.masks), exact.proved], what).toEqual([true, true])
      expect(costOf(problem, exact.masks), what).toBeCloseTo(least, 9)
      expect(exact.lowerBound, what).toBeCloseTo(least, 9)
      // Both searches find it from the most expensive start as well, so that a good bound does not help.
      const n = problem.codes[0].length
      const all = Int32Array.from({ length: n }, (_, i) =>
        problem.codes.reduce((bits, of, j) => (of[i] < 0 ? bits : bits | (1 << j)), 0),
      )
      const sets = keySets(problem.weights)
      const searches = [exactPatterns(problem, sets, new Float64Array(n), all)]
      if (problem.rule.missing === 'wildcard') searches.push(exactWildcard(problem, all))
      for (const search of searches) {
        expect([holdsByPairs(problem, search.masks), search.proved], what).toEqual([true, true])
        expect(costOf(problem, search.masks), what).toBeCloseTo(least, 9)
      }
      const heuristic = suppress(problem, { protect: 'file', exact: false })
      expect(holdsByPairs(problem, heuristic.masks), what).toBe(true)
      expect(costOf(problem, heuristic.masks), what).toBeGreaterThanOrEqual(least - 1e-9)
      if (problem.rule.missing !== 'wildcard') expect(heuristic.lowerBound, what).toBeLessThanOrEqual(least + 1e-9)
      if (least > 0) kinds.set(problem.rule.missing, (kinds.get(problem.rule.missing) ?? 0) + 1)
    }
    expect([...kinds.values()].every((count) => count > 20)).toBe(true)
    expect(kinds.size).toBe(3)
  })
})
