import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRng } from '@sdc/core'
import { multiplicativeMethod, multiplyByNoise } from './multiplicative.js'
import { multiplierLaws, multiplierSource, type MultiplierLaw } from './multipliers.js'
import { average, cov, mask, meanError, run, skewedColumns, zBound } from './testing.fixture.js'

interface Law {
  readonly law: MultiplierLaw
  readonly a: number
  readonly s: number
  /** Variance and fourth central moment. */
  readonly m2: number
  readonly m4: number
}

/** φ(t)/(Φ(t) − ½) from tables: t = 2.5, and t = 1 for the other branch of the sampler. */
const truncated = (a: number, s: number, t: number, phi: number, cdf: number): Law => {
  const ratio = (2 * phi) / (2 * cdf - 1)
  return { law: 'truncated-normal', a, s, m2: s ** 2 * (1 - t * ratio), m4: s ** 4 * (3 - (t ** 3 + 3 * t) * ratio) }
}
const w = 1 + 0.3 ** 2
const laws: readonly Law[] = [
  { law: 'uniform', a: 0.1, s: 0.04, m2: 0.1 ** 2 / 3, m4: 0.1 ** 4 / 5 },
  truncated(0.1, 0.04, 2.5, 0.01752830049356854, 0.9937903346742238),
  truncated(0.1, 0.1, 1, 0.24197072451914337, 0.8413447460685429),
  { law: 'log-normal', a: 0.1, s: 0.3, m2: 0.3 ** 2, m4: (w ** 4 + 2 * w ** 3 + 3 * w ** 2 - 3) * 0.3 ** 4 },
  { law: 'two-peak', a: 0.1, s: 0.04, m2: 0.01 + 0.0016, m4: 0.01 ** 2 + 6 * 0.01 * 0.0016 + 3 * 0.0016 ** 2 },
]

describe('multiplierSource', () => {
  it.each(laws)('$law with a = $a, s = $s has mean 1 and its variance', ({ law, a, s, m2, m4 }) => {
    const n = 1e6
    const draw = multiplierSource(law, a, s, seededRng('multipliers'))
    const deviations = Float64Array.from({ length: n }, () => draw() - 1)
    expect(Math.abs(average(deviations)) / Math.sqrt(m2 / n)).toBeLessThan(zBound)
    const squares = average(deviations.map((value) => value * value))
    expect(Math.abs(squares - m2) / Math.sqrt((m4 - m2 * m2) / n)).toBeLessThan(zBound)
  })

  it('has two peaks and little between them', () => {
    const draw = multiplierSource('two-peak', 0.1, 0.02, seededRng(3))
    const n = 1e5
    let high = 0
    let middle = 0
    for (let i = 0; i < n; i++) {
      const u = draw()
      if (u > 1) high++
      if (Math.abs(u - 1) < 0.02) middle++
    }
    expect(Math.abs(high - n / 2) / Math.sqrt(n / 4)).toBeLessThan(zBound)
    // Within .02 of 1 is between 4 and 6 sds from a peak: Φ(−4) = 3.167e-5.
    expect(middle).toBeLessThan(n * 3.167e-5 + zBound * Math.sqrt(n * 3.167e-5) + 1)
  })
})

describe('noise/multiplicative', () => {
  it('has the mean and the variance of its formula at n = 1e5', async () => {
    const n = 1e5
    const a = 0.3
    const v = a ** 2 / 3
    const columns = skewedColumns(n)
    const y = await mask(multiplicativeMethod, columns, { halfWidth: a })
    columns.forEach(([, x], j) => {
      const squares = average(x.map((value) => value * value))
      expect(Math.abs(average(y[j]) - average(x)) / Math.sqrt((v * squares) / n)).toBeLessThan(zBound)
      // y − x̄ = e + x·δ with e = x − x̄: Var of its square given x is 4e²x²v + x⁴(m4 − v²), δ being symmetric.
      const centre = average(x)
      const ofSquare = x.map((value) => 4 * ((value - centre) * value) ** 2 * v + value ** 4 * (a ** 4 / 5 - v * v))
      const sd = Math.sqrt(average(ofSquare) / n)
      expect(Math.abs(cov(y[j], y[j]) - cov(x, x) - v * squares) / sd).toBeLessThan(zBound)
    })
  })

  it('changes no value by more than a·|x|, keeps zeros and signs with bounded factors', async () => {
    const value = fc.oneof(fc.constant(0), fc.double({ min: -1e12, max: 1e12, noNaN: true }))
    const halfWidths = fc.double({ min: 0.001, max: 0.99, noNaN: true })
    await fc.assert(
      fc.asyncProperty(
        fc.array(value, { minLength: 1 }),
        halfWidths,
        fc.constantFrom('uniform', 'truncated-normal'),
        fc.nat(),
        async (cells, halfWidth, distribution, seed) => {
          const x = Float64Array.from(cells)
          const [y] = await mask(multiplicativeMethod, [['x', x]], { distribution, halfWidth }, seed)
          y.forEach((value, i) => {
            // One rounding of the factor and one of the product.
            const bound = (halfWidth + 4e-16) * Math.abs(x[i]) + Number.MIN_VALUE
            expect(Math.abs(value - x[i])).toBeLessThanOrEqual(bound)
            if (Math.abs(x[i]) > 1e-300 || x[i] === 0) expect(Math.sign(value)).toBe(Math.sign(x[i]))
          })
        },
      ),
    )
  })

  it('keeps mean and variance with exact, under every law and with missing values', async () => {
    const [[, full]] = skewedColumns(300)
    const x = full.map((value, i) => (i % 5 === 0 ? Number.NaN : value))
    for (const distribution of multiplierLaws) {
      const [y] = await mask(multiplicativeMethod, [['x', x]], { distribution, exact: true })
      expect(Array.from(y, Number.isNaN)).toEqual(Array.from(x, Number.isNaN))
      const there = (column: Float64Array): Float64Array => column.filter((value) => !Number.isNaN(value))
      // Preserved exactly up to rounding of sums over n values.
      expect(meanError([there(y)], [there(x)])).toBeLessThan(1e-9)
      expect(Math.abs(cov(there(y), there(y)) / cov(there(x), there(x)) - 1)).toBeLessThan(1e-9)
      expect(there(y)).not.toEqual(there(x))
    }
  })

  it('warns about missing values, zeros and constant columns that stay unchanged', async () => {
    const { warnings } = await run(multiplicativeMethod, [['x', Float64Array.of(0, 5, 0, Number.NaN)]], {})
    expect(warnings).toEqual(['column "x": 1 missing values stay missing', 'column "x": 2 zeros stay zeros'])
    const restored = await run(multiplicativeMethod, [['x', Float64Array.of(5, 5, 5)]], { exact: true })
    expect(restored.warnings?.[0]).toMatch(/constant/)
    const zeros = new Float64Array(4)
    expect(await mask(multiplicativeMethod, [['x', zeros]], { exact: true })).toEqual([zeros])
  })

  it('refuses peaks that merge, and infinities', async () => {
    const columns = skewedColumns(10)
    const params = { distribution: 'two-peak', halfWidth: 0.1, multiplierSd: 0.05 }
    const error = { code: 'BAD_PARAMETER', place: { parameter: 'multiplierSd' } }
    await expect(mask(multiplicativeMethod, columns, params)).rejects.toMatchObject(error)
    await expect(mask(multiplicativeMethod, columns, { ...params, multiplierSd: 0.049 })).resolves.toHaveLength(3)
    const infinite = Float64Array.of(1, Infinity)
    await expect(mask(multiplicativeMethod, [['x', infinite]])).rejects.toMatchObject({ code: 'NOT_NUMERIC' })
  })

  it('gives a column the same factors for any other columns, and is repeatable with a seed', async () => {
    const columns = skewedColumns(200)
    const together = await mask(multiplicativeMethod, columns)
    for (const [j, column] of columns.entries())
      expect(await mask(multiplicativeMethod, [column])).toEqual([together[j]])
    expect(await mask(multiplicativeMethod, columns, {}, 2)).not.toEqual(together)
  })

  it('gives a record the same factor with and without missing values in others', () => {
    const full = Float64Array.of(1, 2, 3, 4)
    const holes = Float64Array.of(1, Number.NaN, 3, 4)
    const factors = Float64Array.from(full, multiplierSource('log-normal', 0.1, 0.2, seededRng(1)))
    const masked = multiplyByNoise(full, factors)
    const withHoles = multiplyByNoise(holes, factors)
    masked[1] = Number.NaN
    expect(withHoles).toEqual(masked)
  })
})

describe('restored moments', () => {
  it('need three values: two would be the original ones, up to rounding', async () => {
    const two = [['pair', Float64Array.of(10.3, 12.7)]] as const
    await expect(mask(multiplicativeMethod, two, { exact: true })).rejects.toMatchObject({ code: 'TOO_FEW_RECORDS' })
    const three = [['three', Float64Array.of(10.3, 12.7, 11.1)]] as const
    await expect(mask(multiplicativeMethod, three, { exact: true })).resolves.toHaveLength(1)
  })
})
