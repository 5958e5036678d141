import { referenceFile } from '@sdc/testing/reference'
import { describe, expect, it } from 'vitest'
import { approximateIndividualRisk, individualRisk } from './individual-risk.js'

type Row = readonly [f: number, p: number, r: number]

const quadrature = (): readonly Row[] => referenceFile('individual-risk/individual_risk.json') as Row[]

describe('individualRisk', () => {
  it('is the integral, by quadrature: f = 1 … 10⁶ with fractions, p = 10⁻⁶ … 1', () => {
    const rows = quadrature()
    expect(rows.length).toBeGreaterThan(500)
    expect([Math.min(...rows.map(([f]) => f)), Math.max(...rows.map(([f]) => f))]).toEqual([1, 1e6])
    expect([Math.min(...rows.map(([, p]) => p)), Math.max(...rows.map(([, p]) => p))]).toEqual([1e-6, 1])
    // Some 60 positive terms, or 20 that alternate: their roundings stay below 1e-13.
    for (const [f, p, r] of rows) expect(Math.abs(individualRisk(f, p) / r - 1), `${f} ${p}`).toBeLessThan(1e-13)
  })

  it.each([
    [1, 0.1, 0.2558428],
    [2, 0.5, 0.3068528],
    [3, 0.5, 0.1931472],
    [5, 0.9, 0.1830891],
    [176, 0.9, 0.0051165287],
    [3, 1e-6, 4.999995e-7],
  ])('r(%d, %d) = %d, as published', (f, p, r) => {
    expect(individualRisk(f, p) / r).toBeCloseTo(1, 6)
  })

  it('is the closed form for f = 1 and f = 2, and follows the recursion in f', () => {
    for (const p of [1e-6, 1e-3, 0.1, 0.3, 0.5, 0.51, 0.9]) {
      const c = p / (1 - p)
      expect(individualRisk(1, p) / (c * -Math.log(p))).toBeCloseTo(1, 13)
      // f·(q·r(f + 1) + p·r(f)) = p for every f, here across both forms: at f = 30 and at p = ½.
      for (const f of [1, 1.75, 2, 8.5, 28.5, 29, 29.25, 30, 99])
        expect((f * ((1 - p) * individualRisk(f + 1, p) + p * individualRisk(f, p))) / p).toBeCloseTo(1, 12)
    }
  })

  it('is 1/f if the sample is the population, and decreases in f and with p', () => {
    for (const f of [1, 1.5, 2, 3, 29.5, 31, 1e6]) {
      expect(individualRisk(f, 1)).toBe(1 / f)
      const falling = [1, 0.9, 0.5000001, 0.5, 0.2, 1e-3, 1e-6].map((p) => individualRisk(f, p))
      falling.slice(1).forEach((r, i) => expect(r).toBeLessThan(falling[i]))
      expect(individualRisk(f + 0.25, 0.3)).toBeLessThan(individualRisk(f, 0.3))
      for (const p of [0.9, 0.4, 1e-5]) expect(individualRisk(f, p)).toBeGreaterThan(p / f)
    }
  })

  it('takes the smallest p, and is NaN outside its ranges', () => {
    expect(individualRisk(1, 1e-300) / (1e-300 * 300 * Math.LN10)).toBeCloseTo(1, 12)
    expect(individualRisk(1e6, 1e-300)).toBeGreaterThan(0)
    for (const [f, p] of [
      [0, 0.5],
      [-1, 0.5],
      [1, 0],
      [1, 1.1],
      [Number.NaN, 0.5],
      [1, Number.NaN],
    ])
      for (const risk of [individualRisk, approximateIndividualRisk]) expect(risk(f, p)).toBeNaN()
  })
})

describe('approximateIndividualRisk', () => {
  it('is exact up to f = 2, and above it p/(f − q), which is no less than the exact one', () => {
    for (const p of [1e-6, 0.1, 0.5, 0.9, 1]) {
      for (const f of [1, 1.5, 2]) expect(approximateIndividualRisk(f, p)).toBe(individualRisk(f, p))
      for (const f of [2.5, 3, 10, 176, 1e5]) {
        const r = approximateIndividualRisk(f, p)
        expect(r).toBe(p / (f - (1 - p)))
        const over = r / individualRisk(f, p) - 1
        expect(over).toBeGreaterThanOrEqual(-1e-14)
        expect(over).toBeLessThanOrEqual(1 / (f * f))
      }
    }
  })
})
