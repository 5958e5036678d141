import { describe, expect, it } from 'vitest'
import { countsOfFirst } from './agreement-patterns.js'
import { decisions, expectationMaximisation, patternChance, patternWeights } from './fellegi-sunter.js'

const m = Float64Array.of(0.95, 0.8, 0.7, 0.6)
const u = Float64Array.of(0.05, 0.2, 0.1, 0.3)

describe('Fellegi–Sunter', () => {
  it('EM recovers the probabilities that generated the counts', () => {
    const p = 0.02
    const counts = Float64Array.from(
      { length: 16 },
      (_, g) => 1e6 * (p * patternChance(g, m) + (1 - p) * patternChance(g, u)),
    )
    for (const t of [3, 4]) {
      const found = expectationMaximisation(countsOfFirst(counts, t), p)
      expect(found.settled).toBe(true)
      // It stops if no step is above 1e-8; a step is about a hundredth of the remaining distance.
      m.subarray(0, t).forEach((one, j) => expect(found.m[j]).toBeCloseTo(one, 5))
      u.subarray(0, t).forEach((one, j) => expect(found.u[j]).toBeCloseTo(one, 5))
    }
    expect(() => expectationMaximisation(countsOfFirst(counts, 2), p)).toThrow(/needs three columns, got 2/)
  })

  it('EM increases the likelihood of the counts, and keeps probabilities off 0 and 1', () => {
    const counts = Float64Array.of(900, 20, 10, 5, 10, 4, 3, 48)
    const likelihood = (a: Float64Array, b: Float64Array): number =>
      counts.reduce(
        (sum, count, g) => sum + count * Math.log(0.05 * patternChance(g, a) + 0.95 * patternChance(g, b)),
        0,
      )
    const found = expectationMaximisation(counts, 0.05)
    const at = likelihood(found.m, found.u)
    expect(at).toBeGreaterThan(likelihood(new Float64Array(3).fill(0.9), new Float64Array(3).fill(0.1)))
    for (const j of [0, 1, 2]) {
      for (const step of [-1e-3, 1e-3]) {
        const moved = (chances: Float64Array): Float64Array => chances.map((c, k) => (k === j ? c + step : c))
        expect(likelihood(moved(found.m), found.u)).toBeLessThan(at)
        expect(likelihood(found.m, moved(found.u))).toBeLessThan(at)
      }
    }
    const all = expectationMaximisation(Float64Array.of(100, 0, 0, 0, 0, 0, 0, 100), 0.5)
    expect([...all.m, ...all.u]).toEqual([1 - 1e-6, 1 - 1e-6, 1 - 1e-6, 1e-6, 1e-6, 1e-6])
  })

  it('weights are sums of logarithms to base 2 of ratios of probabilities', () => {
    const weights = patternWeights({ m, u }, 2)
    expect(weights).toHaveLength(4)
    expect(weights[3]).toBeCloseTo(Math.log2(19) + 2, 12)
    expect(weights[1]).toBeCloseTo(Math.log2(19) - 2, 12)
    expect(weights[0]).toBeCloseTo(Math.log2(0.05 / 0.95) - 2, 12)
  })

  it('decides with limits on both errors', () => {
    const chances = { m, u }
    for (const [falseLink, falseNonLink] of [
      [0.01, 0.05],
      [0, 0],
      [0.0003, 0.2],
      [1, 1],
    ]) {
      const decided = decisions(chances, falseLink, falseNonLink)
      const weights = patternWeights(chances, 4)
      const of = (kind: string): number[] => [...decided.keys()].filter((g) => decided[g] === kind)
      const sum = (patterns: number[], by: Float64Array): number =>
        patterns.reduce((total, g) => total + patternChance(g, by), 0)
      expect(sum(of('link'), u)).toBeLessThanOrEqual(falseLink + 1e-12)
      expect(sum(of('non-link'), m)).toBeLessThanOrEqual(falseNonLink + 1e-12)
      // The next pattern on either side would exceed the limit.
      const ranked = [...weights.keys()].sort((a, b) => weights[b] - weights[a])
      const next = ranked.find((g) => decided[g] !== 'link')
      if (next !== undefined) expect(sum([...of('link'), next], u)).toBeGreaterThan(falseLink)
      const last = ranked.reverse().find((g) => decided[g] !== 'non-link')
      if (last !== undefined && decided[last] === 'clerical')
        expect(sum([...of('non-link'), last], m)).toBeGreaterThan(falseNonLink)
      const edge = (kind: string, worst: (...list: number[]) => number): number =>
        worst(...of(kind).map((g) => weights[g]))
      expect(edge('link', Math.min)).toBeGreaterThan(edge('clerical', Math.max))
      expect(edge('clerical', Math.min)).toBeGreaterThan(edge('non-link', Math.max))
    }
    expect(new Set(decisions(chances, 1, 1))).toEqual(new Set(['link']))
    expect(new Set(decisions(chances, 0, 0))).toEqual(new Set(['clerical']))
  })
})
