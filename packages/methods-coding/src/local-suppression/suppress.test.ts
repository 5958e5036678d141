import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { holdsByPairs } from './oracle.fixture.js'
import { conditionOn, costOf, type SuppressionProblem } from './problem/problem.js'
import { suppress } from './suppress.js'

/** Rows of small whole numbers as keys; −1 is missing. */
function keysOf(rows: readonly (readonly number[])[]): Int32Array[] {
  return rows[0].map((_, j) => Int32Array.from(rows, (row) => row[j]))
}

describe('suppress', () => {
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
          // Cells that were missing before are not suppressed cells.
          found.masks.forEach((bits, i) =>
            rows[i].forEach((code, j) => expect(code < 0 && (bits >> j) & 1).toBeFalsy()),
          )
          // Safe records stay unchanged if blanking others cannot make them unsafe.
          if (missing === 'wildcard') {
            const unsafe = new Set(found.unsafe)
            found.masks.forEach((bits, i) => expect(bits === 0 || unsafe.has(i)).toBe(true))
          }
        }
        // Help by others never costs more; a cover with a gap would be replaced by all keys of the unsafe records.
        expect(costs.get('file'), `seed ${seed}`).toBeLessThanOrEqual(costs.get('record') ?? 0)
      }
      expect(unsafeInAll).toBeGreaterThan(500)
    },
  )

  it('protect: record gives each unsafe record its lightest own set, for any order of records', () => {
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

  it('bounds the cost of own sets from below: brute force over the choices of 60 small files', () => {
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
      // Each unsafe record loses nothing, or a set that makes it safe by itself and contains no smaller one.
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
