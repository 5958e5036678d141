import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { methodProblems, paramRange, describeParams } from '@sdc/core'
import { censusColumns } from '@sdc/testing/public-files'
import { additiveMethod } from './additive.js'
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

/** Fourth moment of each law with variance 1, from its density. */
const kurtosis = { normal: 3, uniform: 9 / 5, laplace: 6 } as const

/** Preserved exactly up to rounding of sums over n values. */
const EXACT = 1e-9

describe('noise/additive', () => {
  it('has a sound card and parameters', () => {
    expect(methodProblems(additiveMethod)).toEqual([])
    const ranges = new Map(describeParams(additiveMethod.params).map((card) => [card.name, paramRange(card)]))
    const shares = "a number > 0 and <= 100 (share of the column's variance), default 0.25"
    expect(ranges.get('relativeVariance')).toBe(shares)
    expect(ranges.get('percentOfSd')).toBe("a number > 0 and <= 1000 (percent of the column's standard deviation)")
  })

  describe.each(['normal', 'uniform', 'laplace'] as const)('%s noise at n = 1e5', (distribution) => {
    const n = 1e5
    const k = 0.25
    const columns = skewedColumns(n)
    const x = columns.map(([, values]) => values)

    it('keeps means and off-diagonal covariances and has variances (1 + k) in expectation', async () => {
      const y = await mask(additiveMethod, columns, { relativeVariance: k, distribution })
      for (let i = 0; i < x.length; i++) {
        const si = cov(x[i], x[i])
        expect(Math.abs(average(y[i]) - average(x[i])) / Math.sqrt((k * si) / n)).toBeLessThan(zBound)
        // Var of (S_ε − k·S + 2·cov(x, ε)) given x: (κ − 1)k²S²/n + 4kS²/n.
        const sd = si * Math.sqrt(((kurtosis[distribution] - 1) * k * k + 4 * k) / n)
        expect(Math.abs(cov(y[i], y[i]) - (1 + k) * si) / sd).toBeLessThan(zBound)
        for (let j = 0; j < i; j++) {
          // cov(ε_i, ε_j) + cov(x_i, ε_j) + cov(ε_i, x_j), independent given x: (k² + 2k)S_iS_j/n.
          const sdOff = Math.sqrt(((k * k + 2 * k) * si * cov(x[j], x[j])) / n)
          expect(Math.abs(cov(y[i], y[j]) - cov(x[i], x[j])) / sdOff).toBeLessThan(zBound)
        }
      }
    })

    it('has noise of the documented law: fourth moment, and bound of the uniform', async () => {
      const y = await mask(additiveMethod, columns, { relativeVariance: k, distribution })
      const scale = Math.sqrt(k * cov(x[0], x[0]))
      const e = x[0].map((value, i) => (y[0][i] - value) / scale)
      const fourth = average(e.map((value) => value ** 4))
      // Var ε⁴ = E ε⁸ − (E ε⁴)²; E ε⁸ = 105, 3⁴/9 = 9, 8!/2⁴ = 2520.
      const eighth = { normal: 105, uniform: 9, laplace: 2520 }[distribution]
      const sd = Math.sqrt((eighth - kurtosis[distribution] ** 2) / n)
      expect(Math.abs(fourth - kurtosis[distribution]) / sd).toBeLessThan(zBound)
      // Subtracting x loses the last bits of e: 1e-9 on its scale.
      if (distribution === 'uniform') expect(Math.max(...e.map(Math.abs))).toBeLessThanOrEqual(Math.sqrt(3) + 1e-9)
    })
  })

  it('uses percentOfSd instead of relativeVariance if given', async () => {
    const columns = skewedColumns(500)
    const byPercent = await mask(additiveMethod, columns, { percentOfSd: 50, relativeVariance: 7 })
    expect(byPercent).toEqual(await mask(additiveMethod, columns, { relativeVariance: 0.25 }))
  })

  it('keeps means and covariances and has exactly (1 + k) times the variances with exact', async () => {
    await fc.assert(
      fc.asyncProperty(
        wholeNumbers(3),
        fc.double({ min: 0.01, max: 2, noNaN: true }),
        fc.constantFrom('normal', 'uniform', 'laplace'),
        fc.nat(),
        async (cells, k, distribution, seed) => {
          const columns: Columns = cells.map((cell, j) => [`v${j}`, Float64Array.from(cell, (value) => value / 10)])
          const x = columns.map(([, values]) => values)
          const y = await mask(additiveMethod, columns, { exact: true, relativeVariance: k, distribution }, seed)
          expect(meanError(y, x)).toBeLessThan(EXACT)
          expect(covarianceError(y, x, (c, i, j) => (i === j ? (1 + k) * c : c))).toBeLessThan(EXACT)
        },
      ),
      { numRuns: 150 },
    )
  })

  it('needs 1 + 2p records with exact', async () => {
    const enough = skewedColumns(7)
    await expect(mask(additiveMethod, enough, { exact: true })).resolves.toHaveLength(3)
    await expect(mask(additiveMethod, skewedColumns(6), { exact: true })).rejects.toMatchObject({
      code: 'TOO_FEW_RECORDS',
    })
  })

  it('gives a column the same noise for any other columns', async () => {
    const columns = skewedColumns(200)
    const together = await mask(additiveMethod, columns)
    for (const [j, column] of columns.entries()) expect(await mask(additiveMethod, [column])).toEqual([together[j]])
  })

  it('is repeatable with a seed and differs with another', async () => {
    const columns = skewedColumns(50)
    expect(await mask(additiveMethod, columns, {}, 's')).toEqual(await mask(additiveMethod, columns, {}, 's'))
    expect(await mask(additiveMethod, columns, {}, 's')).not.toEqual(await mask(additiveMethod, columns, {}, 't'))
  })

  it('keeps missing values missing and gives the others the noise they would have had', async () => {
    const x = Float64Array.from({ length: 100 }, (_, i) => (i % 3 === 1 ? Number.NaN : i))
    const { files, warnings } = await run(additiveMethod, [['x', x]], {})
    expect(warnings).toEqual(['column "x": 33 missing values stay missing'])
    const [y] = await mask(additiveMethod, [['x', x]])
    expect(files[0].columns.get('x')).toEqual({ kind: 'numeric', values: y })
    expect(Array.from(y, Number.isNaN)).toEqual(Array.from(x, Number.isNaN))
    const error = { code: 'MISSING_VALUES', place: { column: 'x', row: 2 } }
    await expect(mask(additiveMethod, [['x', x]], { exact: true })).rejects.toMatchObject(error)
  })

  it('leaves a column without values unchanged, reports a constant group, and refuses a single value', async () => {
    const none = new Float64Array(5).fill(Number.NaN)
    expect(await mask(additiveMethod, [['none', none]])).toEqual([none])
    const { warnings } = await run(additiveMethod, [['same', new Float64Array(4).fill(7)]], {})
    expect(warnings?.[0]).toMatch(/"same" is constant/)
    const one = Float64Array.of(Number.NaN, 3)
    await expect(mask(additiveMethod, [['one', one]])).rejects.toMatchObject({ code: 'TOO_FEW_RECORDS' })
  })

  it('never makes an infinity, and refuses one', async () => {
    const huge = Float64Array.from({ length: 1000 }, (_, i) => (i % 2 ? 1e145 : -1e145))
    for (const distribution of ['normal', 'uniform', 'laplace']) {
      const [y] = await mask(additiveMethod, [['x', huge]], { distribution, relativeVariance: 100 })
      expect(y.every(Number.isFinite)).toBe(true)
    }
    for (const bad of [Infinity, -Infinity, 1e200]) {
      const error = { code: 'NOT_NUMERIC', place: { column: 'x', row: 3 } }
      await expect(mask(additiveMethod, [['x', Float64Array.of(1, 2, bad)]])).rejects.toMatchObject(error)
    }
  })

  describe('on Census, whose 13 columns are linearly dependent', () => {
    it('is exact for dependent columns too', async () => {
      const columns: Columns = [...censusColumns()]
      const x = columns.map(([, values]) => values)
      const y = await mask(additiveMethod, columns, { exact: true })
      expect(meanError(y, x)).toBeLessThan(EXACT)
      expect(covarianceError(y, x, (c, i, j) => (i === j ? 1.25 * c : c))).toBeLessThan(EXACT)
    })
  })
})

describe('exact noise in few records', () => {
  it('causes a warning: it is hardly random', async () => {
    const warnings = async (n: number): Promise<readonly string[]> =>
      (await run(additiveMethod, skewedColumns(n), { exact: true })).warnings ?? []
    const p = skewedColumns(9).length
    expect((await warnings(1 + 2 * p)).join()).toMatch(/hardly random/)
    expect(await warnings(50)).toEqual([])
  })
})
