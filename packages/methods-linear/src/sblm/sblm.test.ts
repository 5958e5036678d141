import { categorical, claimed, numeric, resolveParams, seededRng } from '@sdc/core'
import { residualise } from '@sdc/stats'
import fc from 'fast-check'
import { Matrix, inverse, solve } from 'ml-matrix'
import { describe, expect, it } from 'vitest'
import { average, cov, covarianceError, meanError } from '@sdc/testing/moments'
import { modelNoiseLaws } from '../shared/model-noise.js'
import { sblmMethod } from './sblm.js'
import { EXACT, files, mask, names, numbersOf, run, type TestFile } from '../shared/testing.fixture.js'

const rng = seededRng('skewed columns')
const normal = (n: number): Float64Array => new Float64Array(n).map(() => rng.normal())

/** Σ of columns a with columns b. */
const covs = (a: readonly Float64Array[], b: readonly Float64Array[]): Matrix =>
  new Matrix(a.map((one) => b.map((other) => cov(one, other))))

/** Skewed x0, x1 related to it, x2 nearly alone; s related to all. */
function skewed(n: number): TestFile {
  const s = normal(n)
  const x0 = s.map((value) => Math.exp(value / 2 + rng.normal()))
  const x1 = x0.map((value, i) => 1000 + 30 * value - 20 * s[i] + 25 * rng.normal())
  return { x: [x0, x1, normal(n)], given: [numeric(s)] }
}

describe('linear/sblm', () => {
  it('claims independence for β2 = 0 only, in any of its forms', () => {
    const { independentGiven: claim } = sblmMethod.traits.claims
    const claims = (given: Readonly<Record<string, unknown>>): boolean =>
      claimed(claim, resolveParams(sblmMethod.params, given))
    expect(claims({})).toBe(true)
    expect(claims({ similarity: 0.1 })).toBe(false)
    expect(claims({ similarityByColumn: { x0: 0.9 } })).toBe(false)
    expect(claims({ similarityMatrix: { x0: { x0: 0.9 } } })).toBe(false)
  })

  it('keeps means and covariances, with the given columns too, exactly: ties, scales, identities, categories', async () => {
    await fc.assert(
      fc.asyncProperty(
        files(),
        fc.constantFrom(0, 0.3, 0.9, 0.999),
        fc.constantFrom(...modelNoiseLaws),
        fc.nat(),
        async (file, similarity, noise, seed) => {
          const y = await mask(sblmMethod, file, { similarity, noise }, seed)
          const s = numbersOf(file.given)
          expect(meanError(y, file.x)).toBeLessThan(EXACT)
          expect(covarianceError([...y, ...s], [...file.x, ...s])).toBeLessThan(EXACT)
          const gap = y[3].map((value, i) => value - (1e12 * y[1][i] - y[0][i]))
          // Rounding of terms some sd in size.
          expect(Math.sqrt(cov(gap, gap) / cov(y[3], y[3]))).toBeLessThan(1e-12)
          expect(Math.abs(average(gap))).toBeLessThan(
            1e-12 * Math.sqrt(cov(y[3], y[3])) + 1e-14 * Math.abs(average(y[3])),
          )
        },
      ),
      { numRuns: 100 },
    )
  })

  it('has Cov(Y, X) = B·Σ_SX + β2·K: for d·I the covariance is Σ_XX − (1 − d)·K', async () => {
    const file = skewed(60)
    const s = numbersOf(file.given)
    const fit = covs(file.x, s).mmul(solve(covs(s, s), covs(s, file.x)))
    const k = Matrix.sub(covs(file.x, file.x), fit)
    const byColumn = { x0: 0.7, x1: 0.6 }
    for (const [params, beta] of [
      [{ similarity: 0.4 }, Matrix.eye(3).mul(0.4)],
      [{ similarity: 0.5, similarityByColumn: byColumn }, Matrix.diag([0.7, 0.6, 0.5])],
    ] as const) {
      const y = await mask(sblmMethod, file, params)
      const expected = Matrix.add(fit, beta.mmul(k))
      covs(y, file.x)
        .to2DArray()
        .forEach((row, i) =>
          row.forEach((value, j) => {
            const scale = Math.sqrt(cov(file.x[i], file.x[i]) * cov(file.x[j], file.x[j]))
            expect(Math.abs(value - expected.get(i, j)) / scale).toBeLessThan(EXACT)
          }),
        )
    }
  })

  it('has the correlation d with the original without given columns', async () => {
    const { x } = skewed(40)
    for (const similarity of [0, 0.5, 0.9]) {
      const y = await mask(sblmMethod, { x, given: [] }, { similarity })
      y.forEach((column, j) => {
        const r = cov(column, x[j]) / Math.sqrt(cov(column, column) * cov(x[j], x[j]))
        expect(Math.abs(r - similarity)).toBeLessThan(EXACT)
      })
    }
  })

  it('adds no information on X to S for β2 = 0: R² of X on (S, Y) is that on S', async () => {
    const file = skewed(30)
    const y = await mask(sblmMethod, file)
    const s = numbersOf(file.given)
    const without = residualise(file.x, s)
    const withMasked = residualise(file.x, [...s, ...y])
    without.forEach((residual, j) =>
      expect(cov(withMasked[j], withMasked[j]) / cov(residual, residual)).toBeCloseTo(1, 9),
    )
    const near = residualise(file.x, [...s, ...(await mask(sblmMethod, file, { similarity: 0.9 }))])
    // 1 − .9²: the paper's widths of √(1 − d²).
    near.forEach((residual, j) => expect(cov(residual, residual) / cov(without[j], without[j])).toBeCloseTo(0.19, 9))
  })

  it('accepts a whole matrix by names, equivalent to a diagonal and a scalar', async () => {
    const file = skewed(50)
    const rows = (beta: Matrix): Record<string, Record<string, number>> =>
      Object.fromEntries(
        names(3)
          .reverse()
          .map((row) => [
            row,
            Object.fromEntries(names(3).map((column) => [column, beta.get(Number(row[1]), Number(column[1]))])),
          ]),
      )
    // 0.8 of a rotation-like contraction that K allows: β2 = ½·I + a small part between x0 and x2.
    const beta = new Matrix([
      [0.5, 0, 0.1],
      [0, 0.5, 0],
      [0, 0, 0.4],
    ])
    const y = await mask(sblmMethod, file, { similarityMatrix: rows(beta) })
    const s = numbersOf(file.given)
    expect(covarianceError([...y, ...s], [...file.x, ...s])).toBeLessThan(EXACT)
    const k = covs(residualise(file.x, s), residualise(file.x, s))
    const kept = covs(residualise(y, s), residualise(file.x, s)).mmul(inverse(k))
    // β2 as the regression of Y on X given S; K's condition number times rounding.
    kept
      .to2DArray()
      .forEach((row, i) =>
        row.forEach((value, j) =>
          expect(Math.abs(value - beta.get(i, j)) * Math.sqrt(k.get(j, j) / k.get(i, i))).toBeLessThan(1e-9),
        ),
      )

    const diagonal = await mask(sblmMethod, file, { similarityMatrix: rows(Matrix.diag([0.2, 0.3, 0.4])) })
    const same = await mask(sblmMethod, file, { similarityByColumn: { x2: 0.4, x0: 0.2, x1: 0.3 } })
    expect(same).toEqual(diagonal)
  })

  it('refuses a β2 that no noise can compensate, and names that are not masked', async () => {
    const n = 50
    const x0 = normal(n)
    const x: Float64Array[] = [x0, x0.map((value) => value + 0.01 * rng.normal())]
    // The two columns are nearly equal: releasing one unchanged and the other fully masked cannot keep their correlation.
    const apart = run(sblmMethod, { x, given: [] }, { similarityByColumn: { x0: 0.9 } })
    await expect(apart).rejects.toMatchObject({
      code: 'BAD_PARAMETER',
      place: { parameter: 'similarityByColumn' },
      message: expect.stringMatching(/eigenvalue -/),
    })
    const more = run(sblmMethod, { x, given: [] }, { similarityMatrix: { x0: { x0: 2, x1: 0 }, x1: { x0: 0, x1: 0 } } })
    await expect(more).rejects.toMatchObject({ code: 'BAD_PARAMETER', place: { parameter: 'similarityMatrix' } })
    for (const [wrong, message] of [
      [{ similarityByColumn: { other: 0.5 } }, /names "other", which is not masked/],
      [{ similarityMatrix: { x0: { x0: 0, x1: 0 } } }, /has no "x1"/],
      [{ similarityMatrix: { x0: { x0: 0 }, x1: { x0: 0, x1: 0 } } }, /has no "x1" in the row of "x0"/],
      [{ similarityMatrix: { x0: {}, x1: {}, s: {} } }, /names "s"/],
      [{ similarityByColumn: {}, similarityMatrix: {} }, /both/],
      [{ similarityMatrix: { x0: { x0: 1e200, x1: 0 }, x1: { x0: 0, x1: 0 } } }, /too large/],
    ] as const) {
      await expect(run(sblmMethod, { x, given: [] }, wrong)).rejects.toMatchObject({
        code: 'BAD_PARAMETER',
        message: expect.stringMatching(message),
      })
    }
  })

  it('returns the values unchanged with d = 1, which the engine refuses', async () => {
    const file = skewed(12)
    expect(await mask(sblmMethod, file, { similarity: 1 })).toEqual(file.x)
  })

  it('needs 1 + q + 2r records, or 2 + q + r with given-only and β2 = 0, and reports it', async () => {
    // p = 3, q = 1: 8 and 6.
    await expect(run(sblmMethod, skewed(8))).resolves.toBeDefined()
    await expect(run(sblmMethod, skewed(7))).rejects.toMatchObject({
      code: 'TOO_FEW_RECORDS',
      message: expect.stringMatching(/at least 8 records; there are 7/),
      fix: expect.stringMatching(/fewRecords to given-only, which needs 6/),
    })
    const file = skewed(6)
    const { warnings } = await run(sblmMethod, file, { fewRecords: 'given-only' })
    expect(warnings?.join()).toMatch(/6 records are too few.*by chance.*hardly random/)
    const y = await mask(sblmMethod, file, { fewRecords: 'given-only' })
    const s = numbersOf(file.given)
    expect(covarianceError([...y, ...s], [...file.x, ...s])).toBeLessThan(EXACT)
    for (const n of [1, 2, 3, 4, 5]) {
      const error = { code: 'TOO_FEW_RECORDS' }
      await expect(run(sblmMethod, skewed(n), { fewRecords: 'given-only' })).rejects.toMatchObject(error)
    }
    await expect(run(sblmMethod, skewed(7), { fewRecords: 'given-only', similarity: 0.5 })).rejects.toMatchObject({
      fix: expect.stringMatching(/set similarity to 0 and fewRecords/),
    })
    const many = skewed(60)
    expect((await run(sblmMethod, many, { fewRecords: 'given-only' })).warnings?.join()).not.toMatch(/too few/)
  })

  it('needs no more records for columns that depend on others', async () => {
    const { x, given } = skewed(8)
    const file = { x: [...x, x[0].map((value, i) => value - 2 * x[1][i])], given: [...given, given[0]] }
    expect((await run(sblmMethod, file)).report?.get('rank')).toBe(3)
  })

  it('keeps the laws of the noise apart', async () => {
    const file = skewed(500)
    const laws = await Promise.all(modelNoiseLaws.map((noise) => mask(sblmMethod, file, { noise })))
    expect(new Set(laws.map(([first]) => first.join())).size).toBe(modelNoiseLaws.length)
  })

  it('keeps skewness in part with bootstrapped residuals, none with normal noise', async () => {
    const file: TestFile = { x: [Float64Array.from(normal(5000), (value) => Math.exp(value))], given: [] }
    const skewness = (a: Float64Array): number => {
      const [centre, sd] = [average(a), Math.sqrt(cov(a, a))]
      return average(a.map((value) => ((value - centre) / sd) ** 3))
    }
    const [[bootstrapped], [plain]] = [
      await mask(sblmMethod, file, { noise: 'bootstrap' }),
      await mask(sblmMethod, file),
    ]
    // The normal sample's is 0 with a standard error of √(6/5000) = .035; the log-normal's own is above 3 in this file.
    expect(Math.abs(skewness(plain))).toBeLessThan(5.33 * 0.035)
    expect(skewness(bootstrapped)).toBeGreaterThan(2)
  })

  it('reports the indicators of categorical given columns, and keeps every mean within their categories', async () => {
    const n = 60
    const { x } = skewed(n)
    const letters = categorical(
      Array.from({ length: n }, (_, i) => 'abc'[(i * i) % 3]),
      ['a', 'b', 'c'],
    )
    const file: TestFile = { x, given: [letters] }
    expect((await run(sblmMethod, file)).warnings?.join()).toMatch(/"s0" is represented by/)
    const y = await mask(sblmMethod, file)
    for (const code of [0, 1]) {
      const within = (a: Float64Array): Float64Array => a.filter((_, i) => letters.codes[i] === code)
      y.forEach((column, j) => {
        const gap = average(within(column)) - average(within(x[j]))
        expect(Math.abs(gap) / Math.sqrt(cov(x[j], x[j]))).toBeLessThan(EXACT)
      })
    }
  })

  it('works with a shift by 1e9', async () => {
    const { x, given } = skewed(100)
    const shifted = x.map((column) => column.map((value) => 1e3 * value + 1e9))
    const y = await mask(sblmMethod, { x: shifted, given })
    // Values near 1e9 are multiples of 1.2e-7, in a spread of at least 1e3: 1e-10 for the mean of rounding errors.
    expect(meanError(y, shifted)).toBeLessThan(EXACT)
    expect(covarianceError(y, shifted)).toBeLessThan(EXACT)
  })
})
