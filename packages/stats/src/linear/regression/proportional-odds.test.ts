import { seededRng } from '@sdc/core'
import { censusColumns } from '@sdc/testing/public-files'
import { referenceFile } from '@sdc/testing/reference'
import { describe, expect, it } from 'vitest'
import { rank } from '../../order/rank.js'
import { logisticRegression } from './logistic-regression.js'
import { proportionalOdds } from './proportional-odds.js'

interface RegressionCase {
  readonly id: string
  readonly output: Readonly<Record<string, readonly number[]>>
}
const { cases } = referenceFile('regressions/proportional-odds.json') as { cases: readonly RegressionCase[] }
const output = (id: string) => cases.find((one) => one.id === id)?.output ?? expect.fail(id)
const numbers = (values: ArrayLike<number>): { count: number; values: Float64Array } => ({
  count: 1,
  values: Float64Array.from(values),
})

describe('proportional-odds regression', () => {
  // polr stops by a relative change of the deviance: its estimates have about 6 digits, its deviance 11.
  it('has the values of R for tasted cheeses', () => {
    const { counts, thresholds, coefficients, deviance } = output('cheese')
    const cells = counts.flatMap((count, at) => Array.from({ length: count }, () => at))
    const codes = Int32Array.from(cells, (at) => Math.floor(at / 9) - 1)
    const fit = proportionalOdds(
      { rows: cells.length, blocks: [{ count: 3, codes }] },
      Int32Array.from(cells, (at) => at % 9),
    )
    thresholds.forEach((value, k) => expect(fit.thresholds[k]).toBeCloseTo(value, 5))
    coefficients.forEach((value, j) => expect(fit.coefficients[j + 1]).toBeCloseTo(value, 5))
    expect(fit.deviance).toBeCloseTo(deviance[0], 8)
    expect(fit.separated).toBe(false)
  })

  it('has the values of R for numbers and a category of census', () => {
    const census = censusColumns()
    const of = (name: string): Float64Array => census.get(name) ?? expect.fail(name)
    const n = of('INTVAL').length
    const fifths = Int32Array.from(rank(of('INTVAL'), 'first'), (r) => Math.ceil((5 * r) / n) - 1)
    const inUnits = (name: string) => numbers(of(name).map((value) => value / 1e4))
    const area = { count: 3, codes: Int32Array.from(fifths, (_, i) => (i % 4) - 1) }
    const fit = proportionalOdds({ rows: n, blocks: [inUnits('AGI'), inUnits('FEDTAX'), area] }, fifths)
    const { thresholds, coefficients, deviance } = output('census')
    thresholds.forEach((value, k) => expect(fit.thresholds[k]).toBeCloseTo(value, 5))
    coefficients.forEach((value, j) => expect(fit.coefficients[j + 1]).toBeCloseTo(value, 5))
    expect(fit.deviance).toBeCloseTo(deviance[0], 7)
  })

  it('is a logistic regression for two categories', () => {
    const rng = seededRng(3)
    const x = Float64Array.from({ length: 300 }, () => rng.normal())
    const y = Int32Array.from(x, (value) => (rng.uniform() < 1 / (1 + Math.exp(1 - value)) ? 1 : 0))
    const design = { rows: 300, blocks: [numbers(x), numbers(x.map((value) => 2 - value))] }
    const fit = proportionalOdds(design, y)
    const logistic = logisticRegression(design, Uint8Array.from(y))
    expect(fit.thresholds[0]).toBeCloseTo(-logistic.coefficients[0], 8)
    expect(fit.coefficients[1]).toBeCloseTo(logistic.coefficients[1], 8)
    // A column that depends on another adds nothing.
    expect(fit.coefficients[2]).toBe(0)
  })

  it('reports separated categories; with a ridge penalty there is a maximum', () => {
    const x = Float64Array.from({ length: 30 }, (_, i) => i / 10)
    const y = Int32Array.from(x, (_, i) => Math.floor(i / 10))
    const design = { rows: 30, blocks: [numbers(x)] }
    expect(proportionalOdds(design, y).separated).toBe(true)
    const fit = proportionalOdds(design, y, { ridge: 1 })
    expect(fit.separated).toBe(false)
    expect(fit.coefficients[1]).toBeGreaterThan(1)
    expect(fit.coefficients[1]).toBeLessThan(20)
    // The score of the slope is 0 there: λβ = Σ(F(l) − S(u))x.
    const below = (a: number): number => 1 / (1 + Math.exp(-a))
    const eta = x.map((value) => fit.coefficients[1] * value)
    const score = x.reduce((sum, value, i) => {
      const upper = y[i] === 2 ? 0 : 1 - below(fit.thresholds[y[i]] - eta[i])
      const lower = y[i] === 0 ? 0 : below(fit.thresholds[y[i] - 1] - eta[i])
      return sum + (lower - upper) * value
    }, 0)
    expect(score).toBeCloseTo(fit.coefficients[1], 8)
  })

  it('refuses a category without records', () => {
    expect(() => proportionalOdds({ rows: 2, blocks: [] }, Int32Array.of(0, 2))).toThrow(RangeError)
  })
})
