import { isSdcError } from '@sdc/core'
import { correlate, mean, pearson, residualise, spearman } from '@sdc/stats'
import { Matrix } from 'ml-matrix'
import { describe, expect, it } from 'vitest'
import { marginalQuantile } from './marginal.js'
import { perturbationMethod } from './perturbation.js'
import { columnsOf, copulaFile, runMethod } from './testing.fixture.js'

describe('copula perturbation', () => {
  const n = 30000
  const { x, s } = copulaFile(n, 'perturbation')

  it.each(['empirical', 'gamma'])('keeps the Spearman correlations with %s marginals', async (marginal) => {
    const positive = x.map((column) => column.map((value) => Math.max(value, 1e-3)))
    const y = columnsOf(await runMethod(perturbationMethod, positive, s, { marginal }))
    const before = correlate([...positive, ...s], 'spearman')
    const after = correlate([...y, ...s], 'spearman')
    // A rank correlation has a standard error of at most 1/√n.
    expect(Matrix.sub(after, before).abs().max()).toBeLessThan(4 / Math.sqrt(n))
  })

  it('draws from the distribution of each column', async () => {
    const y = columnsOf(await runMethod(perturbationMethod, x, s))
    x.forEach((column, j) => {
      const [a, b] = [column.toSorted(), y[j].toSorted()]
      expect(b[0]).toBeGreaterThanOrEqual(a[0])
      expect(b[n - 1]).toBeLessThanOrEqual(a[n - 1])
      // Quartiles of a sample lie within 5.33 standard errors, here in ranks: 5.33·√(n/4).
      for (const q of [0.25, 0.5, 0.75]) {
        const at = Math.round(q * n)
        const reach = Math.ceil(5.33 * Math.sqrt(n / 4))
        expect(b[at]).toBeGreaterThan(a[at - reach])
        expect(b[at]).toBeLessThan(a[at + reach])
      }
    })
  })

  it('is a draw of the regression on S for normal marginals of normal data', async () => {
    // Home: X = .8·S + .6·e. The linear model gives Y the same regression and residual variance.
    const size = 20000
    const { x: noise } = copulaFile(size, 'normal')
    const given = noise[2].map((value) => (value - 50) / 9)
    const other = copulaFile(size, 'other').x[2].map((value) => (value - 50) / 9)
    const confidential = given.map((value, i) => 100 + 8 * value + 6 * other[i])
    const [y] = columnsOf(await runMethod(perturbationMethod, [confidential], [given], { marginal: 'normal' }))
    expect(Math.abs(pearson(y, given) - 0.8)).toBeLessThan(4 / Math.sqrt(size))
    expect(Math.abs(mean(y) - 100)).toBeLessThan((5.33 * 10) / Math.sqrt(size))
    const [left, right] = residualise([y, confidential], [given])
    // n·r² is about χ² with one degree of freedom: 28.4 is exceeded once in 1e7.
    expect(size * pearson(left, right) ** 2).toBeLessThan(28.4)
  })

  it('keeps a run of equal values', async () => {
    const zeros = x[0].map((value, i) => (i % 3 === 0 ? 0 : value))
    const [y] = columnsOf(await runMethod(perturbationMethod, [zeros], []))
    const share = y.filter((value) => value === 0).length / n
    // Binomial: a standard error of √(2/9/n) = .0027.
    expect(Math.abs(share - 1 / 3)).toBeLessThan(5.33 * 0.0027)
  })

  it('works on columns that determine each other and are determined by S', async () => {
    const [a, b] = columnsOf(await runMethod(perturbationMethod, [s[0], s[0].map((v) => -v)], s))
    expect(spearman(a, s[0])).toBeCloseTo(1, 8)
    expect(spearman(a, b)).toBeCloseTo(-1, 8)
  })

  it('refuses laws of positive numbers for other values', async () => {
    const refused = await runMethod(perturbationMethod, [Float64Array.of(1, 2, 0, 4)], [], {
      marginal: 'weibull',
    }).catch((error: unknown) => (isSdcError(error) ? `${error.code} ${error.message}` : 'another error'))
    expect(refused).toMatch(/BAD_PARAMETER.*"x0".*value 0/)
    expect(() => marginalQuantile('gamma', Float64Array.of(2, 2), { method: 'm', column: 'c' })).toThrow(
      /only one value/,
    )
  })
})
