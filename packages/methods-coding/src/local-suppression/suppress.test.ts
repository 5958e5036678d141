import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { exactPatterns } from './exact-patterns.js'
import { exactWildcard } from './exact-wildcard.js'
import { keySets } from './key-sets.js'
import { holdsByPairs, leastByForce } from './oracle.fixture.js'
import { conditionOn, costOf, type SuppressionProblem } from './problem.js'
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
  it('finds the optimum of 200 small files, whatever a missing key matches: brute force over all sets of cells', () => {
    const kinds = new Map<string, number>()
    for (let seed = 0; seed < 200; seed++) {
      const problem = randomProblem(seed)
      const least = leastByForce(problem)
      const exact = suppress(problem, { protect: 'file' })
      const what = `seed ${seed} ${problem.rule.missing}`
      expect([holdsByPairs(problem, exact.masks), exact.proved], what).toEqual([true, true])
      expect(costOf(problem, exact.masks), what).toBeCloseTo(least, 9)
      expect(exact.lowerBound, what).toBeCloseTo(least, 9)
      // Both searches find it from the dearest start as well, where no bound is helped by a good one.
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

  it.each(['wildcard', 'own-level', 'share'] as const)(
    'reaches the conditions on larger files with missing keys and several conditions: %s',
    (missing) => {
      let unsafeInAll = 0
      for (let seed = 0; seed < 25; seed++) {
        const rng = seededRng(1000 + seed)
        const pick = (count: number): number => Math.floor(rng.uniform() * rng.uniform() * count)
        const rows = Array.from({ length: 80 }, () =>
          [4, 6, 9, 3].map((levels) => (seed % 3 === 0 && rng.uniform() < 0.04 ? -1 : pick(levels))),
        )
        const conditions =
          seed % 2 === 0
            ? [conditionOn([0, 1, 2, 3], 3)]
            : [conditionOn([0, 1, 2], 2), conditionOn([1, 3], 5), conditionOn([2, 3], 4)]
        const weights = seed % 5 === 0 ? Float64Array.of(1, 2, 1.5, 4) : new Float64Array(4).fill(1)
        const problem = { codes: keysOf(rows), weights, conditions, rule: { missing, share: [0.5, 0, 0.3][seed % 3] } }
        const costs = new Map<string, number>()
        for (const protect of ['record', 'file'] as const) {
          const found = suppress(problem, { protect })
          expect(holdsByPairs(problem, found.masks), `seed ${seed} ${protect}`).toBe(true)
          expect(found.lowerBound).toBeLessThanOrEqual(costOf(problem, found.masks) + 1e-9)
          unsafeInAll += found.unsafe.length
          costs.set(protect, costOf(problem, found.masks))
          // Cells that were missing are no suppressed cells.
          found.masks.forEach((bits, i) =>
            rows[i].forEach((code, j) => expect(code < 0 && (bits >> j) & 1).toBeFalsy()),
          )
          // What is safe stays as it is, where blanking others cannot make it unsafe.
          if (missing === 'wildcard') {
            const unsafe = new Set(found.unsafe)
            found.masks.forEach((bits, i) => expect(bits === 0 || unsafe.has(i)).toBe(true))
          }
        }
        // Where others may help no more is needed; a cover with a hole would be replaced by all keys of the unsafe.
        expect(costs.get('file'), `seed ${seed}`).toBeLessThanOrEqual(costs.get('record') ?? 0)
      }
      expect(unsafeInAll).toBeGreaterThan(500)
    },
  )

  it('with protect: record gives each unsafe record its lightest own set, whatever the order of records', () => {
    const rng = seededRng(5)
    const rows = Array.from({ length: 300 }, () =>
      [5, 7, 3].map((levels) => Math.floor(rng.uniform() * rng.uniform() * levels)),
    )
    const all = conditionOn([0, 1, 2], 4)
    const weights = Float64Array.of(1, 1.25, 3)
    const problem = {
      codes: keysOf(rows),
      weights,
      conditions: [all],
      rule: { missing: 'wildcard', share: 0.5 } as const,
    }
    const matching = (row: readonly number[], bits: number): number =>
      rows.filter((other) => other.every((code, j) => (bits >> j) & 1 || code === row[j])).length
    const weightOf = (bits: number): number => weights.reduce((sum, one, j) => sum + ((bits >> j) & 1) * one, 0)
    const lightest = rows.map((row) =>
      Math.min(...Array.from({ length: 8 }, (_, bits) => (matching(row, bits) >= 4 ? weightOf(bits) : Infinity))),
    )
    const { masks, lowerBound } = suppress(problem, { protect: 'record' })
    expect(Array.from(masks, weightOf)).toEqual(lightest)
    expect(lowerBound).toBeCloseTo(
      lightest.reduce((sum, one) => sum + one, 0),
      9,
    )
    const turned = suppress({ ...problem, codes: keysOf([...rows].reverse()) }, { protect: 'record' })
    expect([...turned.masks].reverse()).toEqual([...masks])
  })

  it('bounds what own sets can do from below: brute force over the choices of 60 small files', () => {
    let gaps = 0
    for (let seed = 0; seed < 60; seed++) {
      const rng = seededRng(2000 + seed)
      const rows = Array.from({ length: 7 }, () => [3, 3].map((levels) => Math.floor(rng.uniform() * levels)))
      const problem: SuppressionProblem = {
        codes: keysOf(rows),
        weights: Float64Array.of(1, 2),
        conditions: [conditionOn([0, 1], 2 + (seed % 2))],
        rule: { missing: 'wildcard', share: 0.5 },
      }
      const { masks, lowerBound, unsafe } = suppress(problem, { protect: 'file', exact: false })
      // Each unsafe record loses nothing or a set that makes it safe by itself with no smaller one in it.
      const k = problem.conditions[0].k
      const safe = (i: number, bits: number): boolean =>
        rows.filter((other) => other.every((code, j) => (bits >> j) & 1 || code === rows[i][j])).length >= k
      const own = Array.from(unsafe, (i) =>
        [0, 1, 2, 3].filter((bits) => bits === 0 || (safe(i, bits) && (bits < 3 || (!safe(i, 1) && !safe(i, 2))))),
      )
      let least = Infinity
      const choose = (at: number, chosen: Int32Array): void => {
        if (at === unsafe.length) {
          if (holdsByPairs(problem, chosen)) least = Math.min(least, costOf(problem, chosen))
          return
        }
        for (const bits of own[at])
          choose(
            at + 1,
            chosen.map((one, i) => (i === unsafe[at] ? bits : one)),
          )
      }
      choose(0, new Int32Array(7))
      expect(lowerBound, `seed ${seed}`).toBeLessThanOrEqual(least + 1e-9)
      expect(costOf(problem, masks), `seed ${seed}`).toBeGreaterThanOrEqual(least - 1e-9)
      if (lowerBound > 1) gaps++
    }
    expect(gaps).toBeGreaterThan(20)
  })
})
