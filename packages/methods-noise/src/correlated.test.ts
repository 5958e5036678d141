import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { correlatedMethod } from './correlated.js'
import {
  average,
  cov,
  covarianceError,
  mask,
  meanError,
  run,
  skewedColumns,
  wholeNumbers,
  zBound,
  type Columns,
} from './testing.fixture.js'

/** Preserved exactly up to rounding of sums over n values. */
const EXACT = 1e-9

describe('noise/correlated', () => {
  it('keeps means and has covariances (1 + d)·Σ in expectation, on scales 1e6 and 1e-2 at once', async () => {
    const n = 1e5
    const d = 0.3
    const columns = skewedColumns(n)
    const x = columns.map(([, values]) => values)
    const y = await mask(correlatedMethod, columns, { relativeVariance: d })
    for (let i = 0; i < x.length; i++) {
      const si = cov(x[i], x[i])
      expect(Math.abs(average(y[i]) - average(x[i])) / Math.sqrt((d * si) / n)).toBeLessThan(zBound)
      for (let j = 0; j <= i; j++) {
        const sij = cov(x[i], x[j])
        // S_ε,ij has variance d²(S_iS_j + S_ij²)/n; cov(x_i, ε_j) + cov(ε_i, x_j) given x 2d(S_iS_j + S_ij²)/n.
        const sd = Math.sqrt(((d * d + 2 * d) * (si * cov(x[j], x[j]) + sij * sij)) / n)
        expect(Math.abs(cov(y[i], y[j]) - (1 + d) * sij) / sd).toBeLessThan(zBound)
      }
    }
  })

  it('has exactly (1 + d) times the covariances with exact, constant and dependent columns among them', async () => {
    await fc.assert(
      fc.asyncProperty(
        wholeNumbers(2, 4),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        fc.nat(),
        async ([a, b], d, seed) => {
          const columns: Columns = [
            ['a', Float64Array.from(a)],
            ['b', Float64Array.from(b, (value) => value * 1e-6)],
            ['constant', new Float64Array(a.length).fill(3)],
            ['sum', Float64Array.from(a, (value, i) => value + b[i])],
          ]
          const x = columns.map(([, values]) => values)
          const y = await mask(correlatedMethod, columns, { exact: true, relativeVariance: d }, seed)
          expect(meanError(y, x)).toBeLessThan(EXACT)
          expect(covarianceError(y, x, (c) => (1 + d) * c)).toBeLessThan(EXACT)
        },
      ),
      { numRuns: 150 },
    )
  })

  it('needs 1 + 2p records with exact, two without, and none missing', async () => {
    await expect(mask(correlatedMethod, skewedColumns(7), { exact: true })).resolves.toHaveLength(3)
    await expect(mask(correlatedMethod, skewedColumns(6), { exact: true })).rejects.toMatchObject({
      code: 'TOO_FEW_RECORDS',
    })
    await expect(mask(correlatedMethod, skewedColumns(2))).resolves.toHaveLength(3)
    await expect(mask(correlatedMethod, skewedColumns(1))).rejects.toMatchObject({ code: 'TOO_FEW_RECORDS' })
    const missing: Columns = [['x', Float64Array.of(1, 2, Number.NaN)]]
    const error = { code: 'MISSING_VALUES', place: { column: 'x', row: 3 } }
    await expect(mask(correlatedMethod, missing)).rejects.toMatchObject(error)
    const infinite: Columns = [['x', Float64Array.of(1, 2, Infinity)]]
    await expect(mask(correlatedMethod, infinite)).rejects.toMatchObject({ code: 'NOT_NUMERIC' })
  })

  it('reports a constant column', async () => {
    const columns: Columns = [
      ['a', Float64Array.of(1, 2, 3)],
      ['same', Float64Array.of(4, 4, 4)],
    ]
    const { warnings } = await run(correlatedMethod, columns, {})
    expect(warnings).toHaveLength(1)
    expect(warnings?.[0]).toMatch(/"same" is constant/)
  })

  it('is repeatable with a seed and differs with another', async () => {
    const columns = skewedColumns(50)
    expect(await mask(correlatedMethod, columns, {}, 's')).toEqual(await mask(correlatedMethod, columns, {}, 's'))
    expect(await mask(correlatedMethod, columns, {}, 's')).not.toEqual(await mask(correlatedMethod, columns, {}, 't'))
  })

  describe('on Census, whose 13 columns are linearly dependent', () => {
    it('is exact, and PTOTVAL = PEARNVAL + POTHVAL holds for the masked values', async () => {
      const census = censusColumns()
      const columns: Columns = [...census]
      const names = columns.map(([name]) => name)
      const x = columns.map(([, values]) => values)
      for (const exact of [true, false]) {
        const y = await mask(correlatedMethod, columns, { exact, relativeVariance: 0.5 })
        const [total, earned, other] = ['PTOTVAL', 'PEARNVAL', 'POTHVAL'].map((name) => y[names.indexOf(name)])
        const gap = Math.max(...total.map((value, i) => Math.abs(value - earned[i] - other[i])))
        // The eigenvectors are good to about 1e-14, the noise is a few sd.
        expect(gap / Math.sqrt(cov(total, total))).toBeLessThan(1e-11)
        expect(Math.min(...y.map((column, j) => cov(column, column) / cov(x[j], x[j])))).toBeGreaterThan(1.2)
        if (!exact) continue
        expect(meanError(y, x)).toBeLessThan(EXACT)
        expect(covarianceError(y, x, (c) => 1.5 * c)).toBeLessThan(EXACT)
      }
    })
  })
})
