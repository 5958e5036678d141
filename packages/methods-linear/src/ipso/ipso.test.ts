import { numeric, type Column, type MaskingMethod } from '@sdc/core'
import fc from 'fast-check'
import { residualise } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { average, cov, covarianceError, meanError, zBound } from '@sdc/testing/moments'
import { ipsoAMethod } from './ipso-a.js'
import { ipsoBMethod } from './ipso-b.js'
import { ipsoCMethod } from './ipso-c.js'
import { stackloss, stacklossFitted, stacklossK } from '../shared/stackloss.fixture.js'
import { EXACT, files, mask, numbersOf, run, type TestFile } from '../shared/testing.fixture.js'

/** The largest difference in units of the standard deviations of `b`. */
function difference(a: readonly Float64Array[], b: readonly Float64Array[]): number {
  return Math.max(
    ...a.map((column, j) => {
      const sd = Math.sqrt(cov(b[j], b[j])) || 1
      return Math.max(...column.map((value, i) => Math.abs(value - b[j][i]) / sd))
    }),
  )
}

/** Fitted values of the regression on [1, S]: equal for two files exactly where their coefficients are. */
function refit(columns: readonly Float64Array[], given: readonly Column[]): Float64Array[] {
  const residuals = residualise(columns, numbersOf(given))
  return columns.map((column, j) => column.map((value, i) => value - residuals[j][i]))
}

/** Means of a statistic over runs, in standard errors from what is expected. */
async function zScores(
  method: MaskingMethod,
  file: TestFile,
  params: Readonly<Record<string, unknown>>,
  statistics: (masked: readonly Float64Array[]) => readonly number[],
  expected: readonly number[],
): Promise<number[]> {
  const runs: (readonly number[])[] = []
  for (let seed = 0; seed < 400; seed++) runs.push(statistics(await mask(method, file, params, seed)))
  return expected.map((value, k) => {
    const values = Float64Array.from(runs, (one) => one[k])
    return (average(values) - value) / Math.sqrt(cov(values, values) / values.length)
  })
}

const given = files().filter((file) => file.given.length > 0)

describe('linear/ipso-a', () => {
  it('releases the fitted values of lm()', async () => {
    const y = await mask(ipsoAMethod, stackloss)
    // R's own values are given to 1e-14 of their size.
    expect(difference(y, stacklossFitted)).toBeLessThan(1e-13)
    expect(meanError(y, stackloss.x)).toBeLessThan(EXACT)
  })

  it('has residuals with Σ̂ = K(n − 1)/n in expectation with mode random', async () => {
    const n = 21
    const products = (y: readonly Float64Array[]): number[] => {
      const noise = y.map((column, j) => column.map((value, i) => value - stacklossFitted[j][i]))
      return [cov(noise[0], noise[0]), cov(noise[0], noise[1]), cov(noise[1], noise[1]), average(noise[0])]
    }
    const sigma = [stacklossK[0][0], stacklossK[0][1], stacklossK[1][1]].map((value) => (value * (n - 1)) / n)
    const z = await zScores(ipsoAMethod, stackloss, { mode: 'random' }, products, [...sigma, 0])
    for (const one of z) expect(Math.abs(one)).toBeLessThan(zBound)
  })

  it('refuses a column that the given columns determine: fitted values would be the values themselves', async () => {
    const [s] = numbersOf(stackloss.given)
    const file = { x: [stackloss.x[0], s.map((value) => 2 * value - 1)], given: stackloss.given }
    for (const method of [ipsoAMethod, ipsoCMethod] as MaskingMethod[]) {
      await expect(run(method, file)).rejects.toMatchObject({ code: 'NOTHING_MOVES', place: { column: 'x1' } })
    }
  })

  it('warns about a column that is almost determined', async () => {
    const [s] = numbersOf(stackloss.given)
    const file = { x: [s.map((value, i) => value + 1e-4 * Math.sin(i))], given: stackloss.given }
    expect((await run(ipsoAMethod, file)).warnings?.join()).toMatch(/"x0" is almost determined/)
  })
})

describe('linear/ipso-b', () => {
  it('has the same regression on S exactly, in both variants', async () => {
    await fc.assert(
      fc.asyncProperty(given, fc.constantFrom('raw-normal', 'burridge'), fc.nat(), async (file, variant, seed) => {
        const y = await mask(ipsoBMethod, file, { variant }, seed)
        expect(meanError(y, file.x)).toBeLessThan(EXACT)
        // Relative to the sd of x: raw units of 1 in a column of scale 1e-4 are 1e4 sd, and round at 1e4·ε.
        const sds = file.x.map((column) => Math.sqrt(cov(column, column)))
        refit(y, file.given).forEach((fit, j) => {
          const original = refit(file.x, file.given)[j]
          for (const [i, value] of fit.entries()) expect(Math.abs(value - original[i]) / sds[j]).toBeLessThan(EXACT)
        })
      }),
      { numRuns: 60 },
    )
  })

  it('has noise of variance 1 in raw units, or the residual covariances, in expectation', async () => {
    const s = numbersOf(stackloss.given)
    const products = (y: readonly Float64Array[]): number[] => {
      const [a, b] = residualise(y, s)
      return [cov(a, a), cov(a, b), cov(b, b)]
    }
    // The n = 21 squares lose 1 + q = 3 dimensions, and Σ̂ has the divisor n.
    const raw = [1, 0, 1].map((value) => (value * 18) / 20)
    const [k00, k01, k11] = [stacklossK[0][0], stacklossK[0][1], stacklossK[1][1]]
    const burridge = [k00, k01, k11].map((value) => (value * (20 / 21) * 18) / 20)
    for (const [variant, expected] of [
      ['raw-normal', raw],
      ['burridge', burridge],
    ] as const) {
      const z = await zScores(ipsoBMethod, stackloss, { variant }, products, expected)
      for (const one of z) expect(Math.abs(one)).toBeLessThan(zBound)
    }
  })

  it('gives a column the same noise in raw units for any other columns', async () => {
    const [together] = await mask(ipsoBMethod, stackloss)
    const [alone] = await mask(ipsoBMethod, { x: [stackloss.x[0]], given: stackloss.given })
    expect(alone).toEqual(together)
  })
})

describe('linear/ipso-c', () => {
  it('has the regression on S and the residual covariances exactly, and so all moments', async () => {
    const [y, s] = [await mask(ipsoCMethod, stackloss), numbersOf(stackloss.given)]
    expect(difference(refit(y, stackloss.given), stacklossFitted)).toBeLessThan(1e-12)
    const residuals = residualise(y, s)
    residuals.forEach((a, i) => residuals.forEach((b, j) => expect(cov(a, b)).toBeCloseTo(stacklossK[i][j], 11)))
    await fc.assert(
      fc.asyncProperty(given, fc.nat(), async (file, seed) => {
        const masked = await mask(ipsoCMethod, file, {}, seed)
        const numbers = numbersOf(file.given)
        expect(meanError(masked, file.x)).toBeLessThan(EXACT)
        expect(covarianceError([...masked, ...numbers], [...file.x, ...numbers])).toBeLessThan(EXACT)
        expect(difference(masked, file.x)).toBeGreaterThan(0.01)
      }),
      { numRuns: 60 },
    )
  })

  it('needs 2 + q + r records', async () => {
    const first = (n: number): TestFile => ({
      x: stackloss.x.map((column) => column.slice(0, n)),
      given: numbersOf(stackloss.given).map((column) => numeric(column.slice(0, n))),
    })
    await expect(run(ipsoCMethod, first(6))).resolves.toBeDefined()
    await expect(run(ipsoCMethod, first(5))).rejects.toMatchObject({
      code: 'TOO_FEW_RECORDS',
      message: expect.stringMatching(/at least 6 records; there are 5/),
    })
  })
})
