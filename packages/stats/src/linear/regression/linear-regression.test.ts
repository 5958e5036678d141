import { referenceFile } from '@sdc/testing/reference'
import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { linearRegression } from './linear-regression.js'

interface RegressionCase {
  readonly id: string
  readonly output: Readonly<Record<string, readonly number[]>>
}
const { cases } = referenceFile('regressions/regressions.json') as { cases: readonly RegressionCase[] }
const output = (id: string) => cases.find((one) => one.id === id)?.output ?? expect.fail(id)

/** Longley's data, whose certified values are those of NIST's reference datasets. */
const longley = {
  y: [60323, 61122, 60171, 61187, 63221, 63639, 64989, 63761, 66019, 67857, 68169, 66513, 68655, 69564, 69331, 70551],
  x: [
    [83, 88.5, 88.2, 89.5, 96.2, 98.1, 99, 100, 101.2, 104.6, 108.4, 110.8, 112.6, 114.2, 115.7, 116.9],
    [
      234289, 259426, 258054, 284599, 328975, 346999, 365385, 363112, 397469, 419180, 442769, 444546, 482704, 502601,
      518173, 554894,
    ],
    [2356, 2325, 3682, 3351, 2099, 1932, 1870, 3578, 2904, 2822, 2936, 4681, 3813, 3931, 4806, 4007],
    [1590, 1456, 1616, 1650, 3099, 3594, 3547, 3350, 3048, 2857, 2798, 2637, 2552, 2514, 2572, 2827],
    [
      107608, 108632, 109773, 110929, 112075, 113270, 115094, 116219, 117388, 118734, 120445, 121950, 123366, 125368,
      127852, 130081,
    ],
    [1947, 1948, 1949, 1950, 1951, 1952, 1953, 1954, 1955, 1956, 1957, 1958, 1959, 1960, 1961, 1962],
  ],
  coefficients: [
    -3482258.63459582, 15.0618722713733, -0.035819179292591, -2.02022980381683, -1.03322686717359, -0.0511041056535807,
    1829.15146461355,
  ],
  errors: [
    890420.383607373, 84.9149257747669, 0.0334910077722432, 0.488399681651699, 0.214274163161675, 0.22607320006937,
    455.478499142212,
  ],
  residualError: 304.854073561965,
}
const columns = (of: readonly (readonly number[])[]): Float64Array[] => of.map((one) => Float64Array.from(one))

describe('linear regression', () => {
  it("has the certified values of Longley's data, where other methods lose half the digits", () => {
    const fit = linearRegression(Float64Array.from(longley.y), columns(longley.x))
    // The condition of the centred, scaled columns is 100: QR leaves 1e-12 of the certified 15 digits.
    fit.coefficients.forEach((value, j) => expect(value / longley.coefficients[j]).toBeCloseTo(1, 10))
    fit.standardErrors.forEach((value, j) => expect(value / longley.errors[j]).toBeCloseTo(1, 10))
    expect(fit.residualError).toBeCloseTo(longley.residualError, 8)
    expect(fit.degrees).toBe(9)
    expect(fit).toMatchObject({ dependent: [], perfect: false })
  })

  it('has the coefficients and standard errors of R, of census', () => {
    const census = censusColumns()
    const of = (name: string): Float64Array => census.get(name) ?? expect.fail(name)
    const fit = linearRegression(of('AGI'), ['EMCONTRB', 'FEDTAX', 'INTVAL'].map(of))
    const { coefficients, errors, residualError } = output('lm')
    fit.coefficients.forEach((value, j) => expect(value / coefficients[j]).toBeCloseTo(1, 11))
    fit.standardErrors.forEach((value, j) => expect(value / errors[j]).toBeCloseTo(1, 11))
    expect(fit.residualError / residualError[0]).toBeCloseTo(1, 11)
  })

  it('one column, by hand', () => {
    // x̄ = 2, ȳ = 3, Sxx = 2, Sxy = 2: slope 1, SSE = 6, σ² = 6 with one degree.
    const fit = linearRegression(Float64Array.of(1, 5, 3), columns([[1, 2, 3]]))
    expect([...fit.coefficients]).toEqual([1, 1].map((one) => expect.closeTo(one, 14) as number))
    expect(fit.standardErrors[1]).toBeCloseTo(Math.sqrt(3), 14)
    // 6·(1/3 + 4/2)
    expect(fit.standardErrors[0]).toBeCloseTo(Math.sqrt(14), 13)
    expect(fit.residualError).toBeCloseTo(Math.sqrt(6), 14)
  })

  it('leaves out columns that depend on those before them, and reports them', () => {
    const [a, b] = columns([
      [1, 2, 4, 8, 9],
      [3, 1, 4, 1, 5],
    ])
    const y = Float64Array.of(2, 7, 1, 8, 2)
    const sum = a.map((value, i) => value + b[i])
    const constant = new Float64Array(5).fill(4)
    const plain = linearRegression(y, [a, b])
    const fit = linearRegression(y, [a, constant, b, sum])
    expect(fit.dependent).toEqual([1, 3])
    expect(fit.degrees).toBe(plain.degrees)
    expect(fit.coefficients[3]).toBeCloseTo(plain.coefficients[2], 12)
    expect(fit.standardErrors[3]).toBeCloseTo(plain.standardErrors[2], 12)
    expect([fit.coefficients[2], fit.standardErrors[4]]).toEqual([0, 0])
  })

  it('a perfect fit has no error; without degrees of freedom there is none to estimate', () => {
    const x = columns([[1, 2, 3, 5]])
    const fit = linearRegression(
      x[0].map((value) => 0.1 + 0.3 * value),
      x,
    )
    expect(fit.perfect).toBe(true)
    expect([...fit.standardErrors]).toEqual([0, 0])
    expect(fit.coefficients[1]).toBeCloseTo(0.3, 14)
    const full = linearRegression(Float64Array.of(1, 5), columns([[1, 2]]))
    expect(full.degrees).toBe(0)
    expect(full.standardErrors[1]).toBeNaN()
  })
})
