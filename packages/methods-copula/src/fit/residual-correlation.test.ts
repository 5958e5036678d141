import { referenceFile } from '@sdc/testing/reference'
import { describe, expect, it } from 'vitest'
import { freeScore } from './fit-to-given.js'
import { midScores, type MidScores } from '../scores/mid-scores.js'
import { rankedColumn } from '../scores/ranked-column.js'
import { expectedSpearman, rankView, residualCorrelation } from './residual-correlation.js'

interface Case {
  readonly a: readonly number[]
  readonly b: readonly number[]
  readonly r: number
  readonly spearman: number
}

const read = (): readonly Case[] => referenceFile('tied-ranks/tied_ranks.json')

/** A column of 1000 values whose runs end at these shares. */
const column = (cuts: readonly number[]): MidScores =>
  midScores(
    rankedColumn(Float64Array.from({ length: 1000 }, (_, i) => cuts.filter((c) => i / 1000 >= c).length)),
    'own',
  )

const curve = (a: MidScores, b: MidScores): ((c: number) => number) => {
  const view = (scores: MidScores): ReturnType<typeof rankView> => rankView(freeScore(scores))
  return expectedSpearman(view(a), view(b))
}

describe("Spearman's correlation of normal variables with ties", () => {
  it('equals that of another program, and can be inverted', () => {
    const cases = read()
    expect(cases.length).toBe(48)
    for (const { a, b, r, spearman } of cases) {
      const own = curve(column(a), column(b))
      // Up to .9 the series is all there is; beyond, what it leaves out is known at 1 only.
      expect(Math.abs(own(r) - spearman)).toBeLessThan(Math.abs(r) <= 0.9 ? 1e-9 : 3e-4)
      const back = residualCorrelation(own, spearman)
      expect(Math.abs(own(back) - spearman)).toBeLessThan(1e-6)
    }
  })

  it('is 2/π·arcsin r for halves, and 6/π·arcsin(r/2) without ties', () => {
    const halves = curve(column([0.5]), column([0.5]))
    const untied = midScores(rankedColumn(Float64Array.from({ length: 5000 }, (_, i) => i)), 'own')
    const free = curve(untied, untied)
    for (const r of [-0.99, -0.7, 0, 0.2, 0.8, 0.999]) {
      expect(halves(r)).toBeCloseTo((2 / Math.PI) * Math.asin(r), 4)
      // 512 blocks stand for all values.
      expect(free(r)).toBeCloseTo((6 / Math.PI) * Math.asin(r / 2), 4)
    }
  })

  it('increases with r, and is 1 and the smallest possible value at its ends', () => {
    const a = column([0.6, 0.61, 0.7])
    const own = curve(a, a)
    let last = -1
    for (let r = -1; r <= 1; r += 1 / 128) {
      expect(own(r)).toBeGreaterThanOrEqual(last - 1e-12)
      last = own(r)
    }
    expect(own(1)).toBeCloseTo(1, 12)
    // 60 % zeros in both: turned round, 20 % are zero in both, and the others in one.
    const zeros = column([0.6])
    expect(curve(zeros, zeros)(-1)).toBeCloseTo((0.2 - 0.36) / 0.24, 12)
    expect(residualCorrelation(curve(zeros, zeros), -0.9)).toBe(-1)
  })

  it('treats interpolated values as interpolated quantiles do', () => {
    const ranked = rankedColumn(Float64Array.of(0, 0, 0, 5))
    expect([...midScores(ranked, 'own').cuts]).toEqual([0.75])
    // Places 0 to 2 of 3 are zeros, the way to 5 the rest.
    expect([...midScores(ranked, 'interpolated').cuts]).toEqual([2 / 3])
    expect(midScores(ranked, 'none').tied).toBe(false)
    expect(midScores(ranked, 'none').cuts.length).toBe(511)
  })

  it('merges small runs and keeps large ones', () => {
    const n = 100_000
    const values = Float64Array.from({ length: n }, (_, i) => (i < 0.3 * n ? 0 : i))
    const { cuts, variance } = midScores(rankedColumn(values), 'own')
    expect(cuts[0]).toBe(0.3)
    expect(cuts.length).toBeLessThan(512)
    // (1 − Σ share³)/12, of many small shares and one large one.
    expect(variance).toBeCloseTo((1 - 0.027) / 12, 6)
  })
})
