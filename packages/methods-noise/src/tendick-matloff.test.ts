import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRng } from '@sdc/core'
import { censusColumns } from '@sdc/testing/public-files'
import { correlatedNoise } from './correlated.js'
import { tendickMatloffMethod } from './tendick-matloff.js'
import {
  average,
  cov,
  covarianceError,
  mask,
  meanError,
  skewedColumns,
  wholeNumbers,
  zBound,
  type Columns,
} from './testing.fixture.js'

/** Preserved exactly up to rounding of sums over n values. */
const EXACT = 1e-9

describe('noise/tendick-matloff', () => {
  it('keeps means and the covariance matrix in expectation', async () => {
    const n = 1e5
    const d = 0.3
    const columns = skewedColumns(n)
    const x = columns.map(([, values]) => values)
    const y = await mask(tendickMatloffMethod, columns, { relativeVariance: d })
    for (let i = 0; i < x.length; i++) {
      const si = cov(x[i], x[i])
      expect(Math.abs(average(y[i]) - average(x[i])) / Math.sqrt((d * si) / (1 + d) / n)).toBeLessThan(zBound)
      for (let j = 0; j <= i; j++) {
        const sij = cov(x[i], x[j])
        // As for correlated noise, times c² = 1/(1 + d).
        const sd = Math.sqrt(((d * d + 2 * d) * (si * cov(x[j], x[j]) + sij * sij)) / n) / (1 + d)
        expect(Math.abs(cov(y[i], y[j]) - sij) / sd).toBeLessThan(zBound)
      }
    }
  })

  it('keeps means and covariances exactly with exact, for any correction', async () => {
    await fc.assert(
      fc.asyncProperty(
        wholeNumbers(3),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        fc.constantFrom('sample', 'population'),
        fc.nat(),
        async (cells, d, correction, seed) => {
          const scaled = cells.map((cell, j) => Float64Array.from(cell, (value) => value * 10 ** (6 - 4 * j)))
          const columns: Columns = scaled.map((values, j) => [`v${j}`, values])
          const x = columns.map(([, values]) => values)
          const y = await mask(tendickMatloffMethod, columns, { exact: true, relativeVariance: d, correction }, seed)
          expect(meanError(y, x)).toBeLessThan(EXACT)
          expect(covarianceError(y, x, (c) => c)).toBeLessThan(EXACT)
        },
      ),
      { numRuns: 150 },
    )
  })

  it('can be undone with knowledge of c, apart from the noise', async () => {
    const columns = skewedColumns(100)
    const x = columns.map(([, values]) => values)
    const y = await mask(tendickMatloffMethod, columns, { relativeVariance: 0.2 })
    const noise = correlatedNoise(x, 0.2, false, seededRng(1))
    const centre = average(x[0])
    const c = 1 / Math.sqrt(1.2)
    // Undoing rounds a few times on the scale of the largest value.
    y[0].forEach((value, i) => expect((value - centre) / c + centre).toBeCloseTo(x[0][i] + noise[0][i], 6))
  })

  it('needs 1 + 2p records with exact, two without, and none missing', async () => {
    const tooFew = { code: 'TOO_FEW_RECORDS' }
    await expect(mask(tendickMatloffMethod, skewedColumns(6), { exact: true })).rejects.toMatchObject(tooFew)
    await expect(mask(tendickMatloffMethod, skewedColumns(1))).rejects.toMatchObject(tooFew)
    const missing: Columns = [['x', Float64Array.of(1, Number.NaN, 2)]]
    await expect(mask(tendickMatloffMethod, missing)).rejects.toMatchObject({ code: 'MISSING_VALUES' })
  })

  it('is repeatable with a seed and differs with another', async () => {
    const columns = skewedColumns(50)
    expect(await mask(tendickMatloffMethod, columns, {}, 's')).toEqual(
      await mask(tendickMatloffMethod, columns, {}, 's'),
    )
    expect(await mask(tendickMatloffMethod, columns, {}, 's')).not.toEqual(
      await mask(tendickMatloffMethod, columns, {}, 't'),
    )
  })

  describe('on Census, whose 13 columns are linearly dependent', () => {
    it('is exact', async () => {
      const columns: Columns = [...censusColumns()]
      const x = columns.map(([, values]) => values)
      const y = await mask(tendickMatloffMethod, columns, { exact: true, relativeVariance: 0.5 })
      expect(meanError(y, x)).toBeLessThan(EXACT)
      expect(covarianceError(y, x, (c) => c)).toBeLessThan(EXACT)
      y.forEach((column, j) => expect(column).not.toEqual(x[j]))
    })
  })
})
