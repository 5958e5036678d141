import { BLOCK, seededRng } from '@sdc/core'
import fc from 'fast-check'
import { Matrix } from 'ml-matrix'
import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { reference } from '@sdc/testing/reference'
import { pearson } from '../../moments/correlation.js'
import { covarianceMatrix } from '../../moments/covariance.js'
import { orthonormalBasis, residualise, whiten, whitenedSpan } from './least-squares.js'
import { mean, standardDeviation, sum, variance } from '../../moments/moments.js'

const rng = seededRng('least squares')
const normal = (n: number, offset = 0, scale = 1): Float64Array =>
  new Float64Array(n).map(() => offset + scale * rng.normal())

const dotOf = (a: Float64Array, b: Float64Array): number => sum(a.map((value, i) => value * b[i]))

describe('residualise', () => {
  it('is orthogonal to 1 and the design, for any scale, shift or dependence of it', () => {
    const x = normal(200)
    const shifted = normal(200, 1e6, 1e-3)
    const design = [x, shifted, x.map((v, i) => 3 * v - shifted[i]), new Float64Array(200).fill(0.1), x]
    for (const residual of residualise([normal(200, 5), x.map((v, i) => v + shifted[i] + rng.normal())], design)) {
      // Some ε relative to the spread, as each projection is taken twice.
      for (const column of design.slice(0, 2)) expect(Math.abs(pearson(residual, column))).toBeLessThan(1e-13)
      // A linear combination but for the rounding of its values: 1e6·ε/2 = 1e-10, in a spread of 3.
      expect(Math.abs(pearson(residual, design[2]))).toBeLessThan(4e-11)
      expect(Math.abs(mean(residual))).toBeLessThan(1e-15)
      expect(variance(residual)).toBeGreaterThan(0.5)
    }
  })

  it('stays orthogonal to a nearly dependent design, and to one that explains nearly everything', () => {
    const x = normal(100)
    const nearly = x.map((v) => v + 1e-7 * rng.normal())
    const y = x.map((v) => 1e5 * v + rng.normal())
    const white = whiten([x, nearly])
    // One projection alone would leave ε·1e7 in the basis.
    expect(Math.abs(pearson(white[0], white[1]))).toBeLessThan(1e-14)
    const [residual] = residualise([y], [x, nearly])
    expect(Math.abs(pearson(residual, white[0]))).toBeLessThan(1e-14)
    expect(Math.abs(pearson(residual, white[1]))).toBeLessThan(1e-14)
  })

  it('leaves orthogonal columns unchanged and removes explained ones', () => {
    const x = Float64Array.of(-1, 0, 0, 1)
    const y = Float64Array.of(1, -1, -1, 1)
    const [kept, gone] = residualise([y, x.map((v) => 3 - 7 * v)], [x])
    kept.forEach((value, i) => expect(value).toBeCloseTo(y[i], 15))
    gone.forEach((value) => expect(value).toBeCloseTo(0, 14))
    expect(residualise([Float64Array.of(1, 3)], [])[0]).toEqual(Float64Array.of(-1, 1))
    expect(residualise([new Float64Array(3).fill(0.1)], [])[0]).toEqual(new Float64Array(3))
  })

  it('is the same for any design of the same span', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 36, maxLength: 36 }), (list) => {
        const [y, a, b] = [0, 12, 24].map((from) => Float64Array.from(list.slice(from, from + 12)))
        const [first] = residualise([y], [a, b])
        const [second] = residualise([y], [a.map((v, i) => v + 2 * b[i] + 5), b, a, b])
        // Integers up to 9: the condition of two such columns is below 1e3.
        first.forEach((value, i) => expect(Math.abs(value - second[i])).toBeLessThan(1e-11))
      }),
    )
  })

  it('refuses missing values and columns of different length', () => {
    expect(() => residualise([Float64Array.of(1, Number.NaN)], [])).toThrow(/row 1/)
    expect(() => residualise([Float64Array.of(1, 2)], [Float64Array.of(-Infinity, 2)])).toThrow(/row 0/)
    expect(() => residualise([Float64Array.of(1, 2)], [Float64Array.of(1)])).toThrow(RangeError)
  })
})

describe('orthonormalBasis', () => {
  it('has a column of mean 0 and length 1 for each that does not depend on earlier ones', () => {
    const a = normal(50, 1e3)
    const b = normal(50)
    const { basis, dependent } = orthonormalBasis([a, a.map((v) => 2 * v), new Float64Array(50).fill(3), b])
    expect(dependent).toEqual([1, 2])
    expect(basis).toHaveLength(2)
    basis.forEach((q, j) => {
      // Sums of 50 terms of a fifth or less, in ε.
      expect(Math.abs(sum(q))).toBeLessThan(1e-14)
      basis.forEach((other, k) => expect(dotOf(q, other)).toBeCloseTo(j === k ? 1 : 0, 14))
    })
    expect(() => orthonormalBasis([Float64Array.of(1, Number.NaN)])).toThrow(RangeError)
  })
})

describe('whiten', () => {
  it('gives mean 0 and the identity as covariance', () => {
    const a = normal(60, 1e5, 1e-2)
    const columns = [a, normal(60).map((v, i) => v * 1e-4 + a[i]), normal(60, 0, 1e8)]
    const white = whiten(columns)
    expect(Matrix.sub(covarianceMatrix(white), Matrix.eye(3)).abs().max()).toBeLessThan(1e-12)
    for (const column of white) expect(Math.abs(mean(column))).toBeLessThan(1e-15)
  })

  it('is triangular: column j is made of columns 1…j, with the sign of its own', () => {
    const columns = [normal(30), normal(30), normal(30)]
    const white = whiten(columns)
    for (let j = 0; j < 3; j++) {
      expect(pearson(white[j], columns[j])).toBeGreaterThan(0)
      const [left] = residualise([white[j]], columns.slice(0, j + 1))
      expect(Math.sqrt(dotOf(left, left))).toBeLessThan(1e-13)
    }
  })

  it('keeps orthogonality to a design, to 1e-12', () => {
    const design = [normal(40, 1e4), normal(40)]
    const white = whiten(residualise([normal(40), normal(40)], design))
    for (const column of white) for (const x of design) expect(Math.abs(pearson(column, x))).toBeLessThan(1e-12)
  })

  it('works up to n = p + 1 and refuses dependent columns', () => {
    const columns = [normal(3), normal(3)]
    expect(
      Matrix.sub(covarianceMatrix(whiten(columns)), Matrix.eye(2))
        .abs()
        .max(),
    ).toBeLessThan(1e-12)
    expect(() => whiten([normal(2), normal(2)])).toThrow(/depends/)
    expect(() => whiten([columns[0], columns[0].map((v) => 1 - 2 * v)])).toThrow(/column 1/)
    expect(() => whiten([new Float64Array(5).fill(3)])).toThrow(/column 0/)
    expect(whiten([])).toEqual([])
  })
})

describe('whitenedSpan', () => {
  it('equals whiten for independent columns, and leaves out dependent ones', () => {
    const [a, b] = [normal(40, 1e5), normal(40, 0, 1e-6)]
    const sum = a.map((value, i) => 2 * value - 1e6 * b[i])
    expect(whitenedSpan([a, b])).toEqual(whiten([a, b]))
    expect(whitenedSpan([a, new Float64Array(40).fill(3), a, b, sum])).toEqual(whiten([a, b]))
    // In three rows there are two directions besides the mean.
    expect(whitenedSpan([normal(3), normal(3), normal(3)])).toHaveLength(2)
    expect(whitenedSpan([])).toEqual([])
  })
})

describe('census', () => {
  it('has the R² and the residual standard error of R', () => {
    const columns = censusColumns()
    const { input, output } = reference('reference_stats.json', 'lm')
    const [y, ...design] = input.columns.map((name) => columns.get(name)!)
    const [residual] = residualise([y], design)
    const left = dotOf(residual, residual)
    const sigma = Math.sqrt(left / (y.length - 1 - design.length))
    expect(Math.abs(sigma / output.sigma - 1)).toBeLessThan(1e-13)
    expect(Math.abs(1 - left / (variance(y) * (y.length - 1)) - output.r2)).toBeLessThan(1e-13)
    expect(standardDeviation(residual)).toBeLessThan(standardDeviation(y))
  })
})

describe('orthonormalBasis', () => {
  it('is the regression of every column on those before it', () => {
    // By hand: x = (−1, 0, 1) + 5 has centred norm √2; y = 1 + 3x + e with e = (1, −2, 1)/√6 orthogonal to 1 and x.
    const x = Float64Array.of(4, 5, 6)
    const e = [1, -2, 1].map((value) => value / Math.sqrt(6))
    const y = x.map((value, i) => 1 + 3 * value + 0.5 * e[i])
    const { basis, centres, coordinates, dependent } = orthonormalBasis([x, y, x.map((value) => 2 - value)])
    expect(dependent).toEqual([2])
    ;[5, 16, -3].forEach((value, j) => expect(centres[j]).toBeCloseTo(value, 13))
    const expected = [[Math.SQRT2], [3 * Math.SQRT2, 0.5], [-Math.SQRT2, 0]]
    expected.forEach((row, j) => row.forEach((value, k) => expect(coordinates[j][k]).toBeCloseTo(value, 13)))
    e.forEach((value, i) => expect(basis[1][i]).toBeCloseTo(value, 13))
  })

  it('restores every column, also dependent and constant ones, on any scale', () => {
    const a = normal(50, 0, 1e12)
    const b = normal(50, 1e-3, 1e-4)
    const columns = [a, new Float64Array(50).fill(0.1), b, a.map((value, i) => value / 1e16 - 2 * b[i]), normal(50)]
    const { basis, centres, coordinates, dependent } = orthonormalBasis(columns)
    expect(dependent).toEqual([1, 3])
    columns.forEach((column, j) => {
      const back = column.map((_, i) =>
        basis.slice(0, coordinates[j].length).reduce((value, q, k) => value + coordinates[j][k] * q[i], centres[j]),
      )
      const scale = Math.max(...column.map(Math.abs))
      // A few ε for each of the two projections on up to three vectors.
      back.forEach((value, i) => expect(Math.abs(value - column[i])).toBeLessThan(2e-15 * 5 * scale))
    })
  })

  it('treats a column as dependent if 1e-10 of its spread is left, or the rounding of its values', () => {
    const x = Float64Array.of(-1, 0, 0, 1)
    const e = Float64Array.of(1, -1, -1, 1)
    // Norms √2 and 2: y = x + t·e keeps 2t of √2.
    const dependentAt = (t: number, scale = 1, offset = 0): number =>
      orthonormalBasis([x, x.map((value, i) => offset + scale * (value + t * e[i]))]).dependent.length
    expect([2e-10, 0.8e-10, 0.6e-10, 1e-11].map((t) => dependentAt(t))).toEqual([0, 0, 1, 1])
    expect([1e200, 1e-200].map((scale) => dependentAt(1e-3, scale))).toEqual([0, 0])
    expect(dependentAt(1e-11, 1e200)).toBe(1)
    // Near 1e6 values have 2⁻³³ of a unit; 2⁻⁵⁰ of 2e6 is 1.8e-9.
    expect([dependentAt(4e-9, 1, 1e6), dependentAt(2e-10, 1, 1e6)]).toEqual([0, 1])
  })

  it('adds up the records of a large file block by block: exact on whole numbers', () => {
    const n = 2 * BLOCK + 6
    const sign = (period: number): Float64Array =>
      Float64Array.from({ length: n }, (_, i) => (Math.floor(i / period) % 2 ? -1 : 1))
    // Rows of the last, short block cancel as well: 2 and 1 of them after another.
    const [a, b] = [sign(1), Float64Array.from({ length: n }, (_, i) => (i >= n - 6 ? 0 : i % 4 < 2 ? 3 : -3))]
    const { basis, centres, coordinates, dependent } = orthonormalBasis([a, b])
    expect([...centres, ...dependent]).toEqual([0, 0])
    expect(coordinates[0][0]).toBe(Math.sqrt(n))
    expect(coordinates[1][0]).toBeCloseTo(0, 10)
    expect(coordinates[1][1] / (3 * Math.sqrt(n - 6))).toBeCloseTo(1, 14)
    expect(basis[0][n - 1]).toBeCloseTo(-1 / Math.sqrt(n), 15)
  })
})
