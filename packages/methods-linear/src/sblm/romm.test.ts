import { numeric, seededRng } from '@sdc/core'
import fc from 'fast-check'
import { combination, residualsOn, storedColumns, sumOf } from '@sdc/stats/internal'
import { Matrix } from 'ml-matrix'
import { describe, expect, it } from 'vitest'
import { cov, covarianceError, meanError } from '@sdc/testing/moments'
import { conditionalModel } from '../shared/conditional-model.js'
import { maskedColumns } from '../shared/linear-plan.js'
import { rommMethod, turned } from './romm.js'
import { EXACT, files, inputOf, mask, numbersOf, run, type TestFile } from '../shared/testing.fixture.js'
import { closeness } from './romm.fixture.js'

const rng = seededRng('romm')

function correlated(n: number): TestFile {
  const s = new Float64Array(n).map(() => rng.normal())
  const a = s.map((value) => value + rng.normal())
  return { x: [a, a.map((value) => Math.exp(value / 2) + rng.normal())], given: [numeric(s)] }
}

describe('linear/romm', () => {
  it('keeps means and covariances, with the given columns too, exactly: ties, scales, identities, categories', async () => {
    await fc.assert(
      fc.asyncProperty(
        files(),
        fc.constantFrom(0, 1e-300, 0.5, 0.99),
        fc.constantFrom('columns', 'full'),
        fc.nat(),
        async (file, correlation, basis, seed) => {
          const y = await mask(rommMethod, file, { similarity: correlation, basis }, seed)
          const s = numbersOf(file.given)
          expect(meanError(y, file.x)).toBeLessThan(EXACT)
          expect(covarianceError([...y, ...s], [...file.x, ...s])).toBeLessThan(EXACT)
          const gap = y[3].map((value, i) => value - (1e12 * y[1][i] - y[0][i]))
          // Rounding of terms some sd in size.
          expect(Math.sqrt(cov(gap, gap) / cov(y[3], y[3]))).toBeLessThan(1e-12)
        },
      ),
      { numRuns: 80 },
    )
  })

  it.each([0.1, 0.4, 0.8, 0.95])(
    'has the correlation ρ = %s with the original given S, on average',
    async (correlation) => {
      // A correlation of 200 residuals has a standard deviation below .07, 120 of them a mean within .0065: 5.33 of these
      // are .035; that E corr is ρ is right to O(1/n), .005.
      expect(Math.abs((await closeness(correlated(200), { similarity: correlation }, 60)) - correlation)).toBeLessThan(
        0.04,
      )
    },
  )

  it('rotates by the same orthogonal matrix for every column, which preserves distances between them', async () => {
    const file = correlated(30)
    const model = conditionalModel(inputOf(file, {}), 'test')
    const y = maskedColumns(model, turned(model, 0.5, model.factors, seededRng(4)), seededRng(4), 'test')
    const both = file.x[0].map((value, i) => 3 * value - 2 * file.x[1][i])
    const residuals = residualsOn([both], model.given)
    const fit = sumOf(storedColumns([both], 30), combination([[-1]], residuals))
    const loadings = new Matrix([[3, -2]]).mmul(model.loadings)
    const other = { ...model, columns: [both], fit, residuals, loadings }
    const alone = maskedColumns(other, turned(other, 0.5, model.factors, seededRng(4)), seededRng(4), 'test')
    for (const [i, value] of alone[0].entries()) expect(value).toBeCloseTo(3 * y[0][i] - 2 * y[1][i], 11)
  })

  it('returns the values unchanged with ρ = 1, and nearly so with ρ near 1', async () => {
    const file = correlated(20)
    for (const basis of ['columns', 'full']) {
      expect(await mask(rommMethod, file, { similarity: 1, basis })).toEqual(file.x)
      const near = await mask(rommMethod, file, { similarity: 1 - 1e-12, basis })
      // √(1/ρ² − 1) = 1.4e-6, times some sd.
      near.forEach((column, j) =>
        column.forEach((value, i) => expect(Math.abs(value - file.x[j][i])).toBeLessThan(1e-4)),
      )
    }
  })

  it('needs 2 + q + r records, and at most 500 with the full basis', async () => {
    await expect(run(rommMethod, correlated(5))).resolves.toBeDefined()
    await expect(run(rommMethod, correlated(4))).rejects.toMatchObject({ code: 'TOO_FEW_RECORDS' })
    await expect(run(rommMethod, correlated(501), { basis: 'full' })).rejects.toMatchObject({
      code: 'BAD_PARAMETER',
      place: { parameter: 'basis' },
    })
  })
})
