import { numeric, seededRng, type MaskingMethod } from '@sdc/core'
import { residualise } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { average, cov, zBound } from '@sdc/testing/moments'
import { gadpCiMethod } from './gadp-ci.js'
import { gadpMethod } from './gadp.js'
import { mask, names, numbersOf, run, type TestFile } from '../shared/testing.fixture.js'

const rng = seededRng('gadp')
const normal = (n: number): Float64Array => new Float64Array(n).map(() => rng.normal())

/** Three columns of scales 1e6, 1 and 1e-2 related to each other and to one given. */
const file: TestFile = (() => {
  const s = normal(30)
  const a = s.map((value) => 1e6 * Math.exp(0.4 * value + 0.3 * rng.normal()))
  const b = a.map((value, i) => value / 1e6 - s[i] + rng.normal())
  return { x: [a, b, b.map((value) => 1e-2 * (value + rng.normal()))], given: [numeric(s)] }
})()

type Entries = Record<string, Record<string, number>>

/** A matrix of numbers for every pair of columns, keyed by their names. */
function keyed(entry: (i: number, j: number) => number): Entries {
  const all = names(file.x.length)
  return Object.fromEntries(
    all.map((row, i) => [row, Object.fromEntries(all.map((column, j) => [column, entry(i, j)]))]),
  )
}

describe.each([
  ['linear/gadp-ci', gadpCiMethod, {}],
  ['linear/gadp, d = .6', gadpMethod, { similarity: 0.6 }],
  ['linear/gadp, diagonal', gadpMethod, { similarityByColumn: { x0: 0.5, x2: 0.6 } }],
] as readonly (readonly [string, MaskingMethod, Readonly<Record<string, unknown>>])[])('%s', (_, method, params) => {
  it('has the means and covariances of (S, X) in expectation', async () => {
    const all = [...file.x, ...numbersOf(file.given)]
    const statistics = (y: readonly Float64Array[]): number[] => {
      const columns = [...y, ...numbersOf(file.given)]
      const pairs = columns.flatMap((a, i) => columns.slice(0, Math.min(i + 1, y.length)).map((b) => cov(a, b)))
      return [...pairs, ...y.map(average)]
    }
    const expected = statistics(all.slice(0, file.x.length))
    const runs: number[][] = []
    for (let seed = 0; seed < 400; seed++) runs.push(statistics(await mask(method, file, params, seed)))
    expected.forEach((value, k) => {
      const values = Float64Array.from(runs, (one) => one[k])
      expect(Math.abs(average(values) - value) / Math.sqrt(cov(values, values) / runs.length)).toBeLessThan(zBound)
    })
  })

  it('keeps the identities among the columns', async () => {
    const [a, b] = file.x
    const total = a.map((value, i) => value - 1e6 * b[i])
    const [ya, yb, yTotal] = await mask(
      method,
      { x: [a, b, total], given: file.given },
      method === gadpCiMethod ? {} : { similarity: 0.6 },
    )
    // Terms of some 1e6, rounded.
    for (const [i, value] of yTotal.entries()) expect(Math.abs(value - (ya[i] - 1e6 * yb[i]))).toBeLessThan(1e-7)
  })
})

describe('linear/gadp', () => {
  it('equals linear/gadp-ci for d = 0', async () => {
    const [first, second] = [await mask(gadpMethod, file, { similarity: 0 }), await mask(gadpCiMethod, file)]
    first.forEach((column, j) =>
      column.forEach((value, i) => expect(Math.abs(value / second[j][i] - 1)).toBeLessThan(1e-9)),
    )
  })

  it('gives the result of β2 for Σ_YX = Σ_XX − K + β2·K', async () => {
    const residuals = residualise(file.x, numbersOf(file.given))
    const beta = [0.5, 0.4, 0.6]
    const covarianceWithOriginal = keyed(
      (i, j) => cov(file.x[i], file.x[j]) - (1 - beta[i]) * cov(residuals[i], residuals[j]),
    )
    const byColumn = Object.fromEntries(names(3).map((name, j) => [name, beta[j]]))
    const [a, b] = [
      await mask(gadpMethod, file, { covarianceWithOriginal }),
      await mask(gadpMethod, file, { similarityByColumn: byColumn }),
    ]
    // One β2 is computed through an inverse of K, whose correlations have a condition number below 1e3; eigenvectors of
    // the noise's covariances follow.
    a.forEach((column, j) => {
      const sd = Math.sqrt(cov(file.x[j], file.x[j]))
      column.forEach((value, i) => expect(Math.abs(value - b[j][i]) / sd).toBeLessThan(1e-9))
    })
  })

  it('has these covariances with the original in expectation, in singular data too', async () => {
    const [a, b] = file.x
    const singular: TestFile = { x: [a, b, a.map((value, i) => value + 1e6 * b[i])], given: [] }
    const { x } = singular
    const covarianceWithOriginal = keyed((i, j) => 0.7 * cov(x[i], x[j]))
    const runs = await Promise.all(
      Array.from({ length: 400 }, (_, seed) => mask(gadpMethod, singular, { covarianceWithOriginal }, seed)),
    )
    x.forEach((_, i) =>
      x.forEach((column) => {
        const values = Float64Array.from(runs, (y) => cov(y[i], column))
        const z = (average(values) - 0.7 * cov(x[i], column)) / Math.sqrt(cov(values, values) / runs.length)
        expect(Math.abs(z)).toBeLessThan(zBound)
      }),
    )
    const broken = keyed((i, j) => (i === 2 ? 0.5 : 0.7) * cov(x[i], x[j]))
    await expect(
      run(gadpMethod, singular, { covarianceWithOriginal: keyed((i, j) => (i === j ? 0.7 : 0) * cov(x[i], x[j])) }),
    ).rejects.toMatchObject({ code: 'BAD_PARAMETER', message: expect.stringMatching(/depend on each other/) })
    // Consistent, but total and parts would be released unequally: no noise keeps them one identity.
    await expect(run(gadpMethod, singular, { covarianceWithOriginal: broken })).rejects.toMatchObject({
      code: 'BAD_PARAMETER',
    })
  })

  it('refuses covariances with the original that the spread does not allow, and two definitions at once', async () => {
    const twice = keyed((i, j) => 2 * cov(file.x[i], file.x[j]))
    await expect(run(gadpMethod, file, { covarianceWithOriginal: twice })).rejects.toMatchObject({
      code: 'BAD_PARAMETER',
      place: { parameter: 'covarianceWithOriginal' },
      message: expect.stringMatching(/indefinite.*eigenvalue -/),
      fix: expect.stringMatching(/^Choose covariances between/),
    })
    const both = { covarianceWithOriginal: keyed(() => 0), similarityByColumn: { x0: 0.5 } }
    await expect(run(gadpMethod, file, both)).rejects.toMatchObject({
      message: expect.stringMatching(/both \S+ and a form of similarity set/),
    })
  })

  it('masks both of two columns of variance 1e12 and 1e-4', async () => {
    const x = [normal(50).map((value) => 1e6 * value), normal(50).map((value) => 1e-2 * value)]
    const y = await mask(gadpCiMethod, { x, given: [] })
    y.forEach((column, j) => {
      const change = column.map((value, i) => value - x[j][i])
      // Two independent columns: variance 2; 50 records give it to .4.
      expect(cov(change, change) / cov(x[j], x[j])).toBeGreaterThan(0.5)
    })
  })

  it('needs 2 + q records', async () => {
    const first = (n: number): TestFile => ({
      x: file.x.map((column) => column.slice(0, n)),
      given: numbersOf(file.given).map((column) => numeric(column.slice(0, n))),
    })
    await expect(run(gadpCiMethod, first(3))).resolves.toBeDefined()
    for (const n of [1, 2]) {
      await expect(run(gadpCiMethod, first(n))).rejects.toMatchObject({ code: 'TOO_FEW_RECORDS' })
    }
    const same = { x: [new Float64Array(5).fill(3)], given: [] }
    await expect(run(gadpCiMethod, same)).rejects.toMatchObject({ code: 'CONSTANT_COLUMN', place: { column: 'x0' } })
  })
})
