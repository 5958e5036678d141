import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { reference } from '@sdc/testing/reference'
import { correlate, correlationMatrix, pearson, spearman } from './correlation.js'
import { completePairs } from './complete-pairs.js'
import { covariance, covarianceMatrix } from './covariance.js'
import { kendall } from './kendall.js'
import { variance } from './moments.js'
import { rank } from '../order/rank.js'

const KINDS = { pearson, spearman, kendall }
const integer = fc.integer({ min: -20, max: 20 })
const entry = fc.oneof({ weight: 9, arbitrary: integer }, { weight: 1, arbitrary: fc.constant(Number.NaN) })
const rows = fc.array(fc.tuple(entry, entry, entry), { minLength: 2, maxLength: 80 })
const complete = fc.array(fc.tuple(integer, integer), { minLength: 2, maxLength: 80 })
const columnOf = (list: readonly (readonly number[])[], j: number): Float64Array =>
  Float64Array.from(list, (row) => row[j])

/** τ_b by its definition, over all pairs. */
function kendallByPairs(a: Float64Array, b: Float64Array): number {
  let product = 0
  let squaresA = 0
  let squaresB = 0
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < i; j++) {
      const sa = Math.sign(a[i] - a[j])
      const sb = Math.sign(b[i] - b[j])
      product += sa * sb
      squaresA += sa * sa
      squaresB += sb * sb
    }
  }
  return squaresA > 0 && squaresB > 0 ? product / Math.sqrt(squaresA * squaresB) : Number.NaN
}

describe('covariance', () => {
  it('is Σ(a_i − a_j)(b_i − b_j)/(2m(m − 1)) over all pairs', () => {
    fc.assert(
      fc.property(complete, (list) => {
        const a = columnOf(list, 0)
        const b = columnOf(list, 1)
        let pairs = 0
        for (let i = 0; i < a.length; i++) for (let j = 0; j < a.length; j++) pairs += (a[i] - a[j]) * (b[i] - b[j])
        // Exact integers there; here at most 80 products of up to 1600, each rounded.
        expect(covariance(a, b)).toBeCloseTo(pairs / (2 * a.length * (a.length - 1)), 9)
      }),
    )
  })

  it('does not change when 1e9 is added, and is symmetric', () => {
    fc.assert(
      fc.property(complete, (list) => {
        const a = columnOf(list, 0)
        const b = columnOf(list, 1)
        const moved = covariance(
          a.map((v) => v + 1e9),
          b.map((v) => v - 1e9),
        )
        // The means are off by 1e9·ε = 1e-7; the correction leaves 1e-7 · rounding of deviations up to 40.
        expect(moved).toBeCloseTo(covariance(a, b), 9)
        expect(covariance(b, a)).toBe(covariance(a, b))
      }),
    )
  })

  it('as a matrix has the covariances of the pairs, with and without missing values', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const columns = [0, 1, 2].map((j) => columnOf(list, j))
        const matrix = covarianceMatrix(columns)
        for (let i = 0; i < 3; i++) {
          for (let j = 0; j < 3; j++) {
            const expected = covariance(columns[i], columns[j])
            if (Number.isNaN(expected)) expect(matrix.get(i, j)).toBeNaN()
            // Summed in another order.
            else expect(matrix.get(i, j)).toBeCloseTo(expected, 9)
          }
        }
      }),
    )
  })

  it('as a matrix covers files of several blocks of rows', () => {
    const columns = [3, 7].map((step) => Float64Array.from({ length: 1537 }, (_, i) => ((i * step) % 101) + 1e9))
    const matrix = covarianceMatrix(columns, 0)
    expect(matrix.get(0, 1)).toBeCloseTo(covariance(columns[0], columns[1], 0), 9)
    expect(matrix.get(1, 1)).toBeCloseTo(variance(columns[1], 0), 9)
  })

  it('corrects the rounding of the means', () => {
    // Spacing 2⁻²⁰ at 1e9, where doubles are 2⁻²³ apart: the means, 55/6 and 34/6 spacings, are rounded, values exact.
    const a = Float64Array.of(0, 1, 4, 9, 16, 25)
    const b = Float64Array.of(3, 1, 4, 1, 5, 20)
    const far = [a, b].map((column) => column.map((v) => 1e9 + v * 2 ** -20))
    expect(covariance(far[0], far[1]) * 2 ** 40).toBeCloseTo(covariance(a, b), 11)
    expect(covarianceMatrix(far).get(0, 1) * 2 ** 40).toBeCloseTo(covariance(a, b), 11)
  })

  it('needs more pairs than ddof, and columns of equal length', () => {
    expect(covariance(Float64Array.of(1, Number.NaN), Float64Array.of(2, 3))).toBeNaN()
    expect(covarianceMatrix([Float64Array.of(1)]).get(0, 0)).toBeNaN()
    expect(covarianceMatrix([]).rows).toBe(0)
    expect(() => covarianceMatrix([Float64Array.of(1), Float64Array.of(1, 2)])).toThrow(RangeError)
    expect(() => completePairs(Float64Array.of(1), Float64Array.of(1, 2))).toThrow(RangeError)
  })

  it('pairs have their row numbers', () => {
    const { a, b, index } = completePairs(Float64Array.of(1, Number.NaN, 3), Float64Array.of(4, 5, 6))
    expect([a, b, index].map((array) => Array.from(array))).toEqual([
      [1, 3],
      [4, 6],
      [0, 2],
    ])
  })
})

describe('correlations', () => {
  it('are 1 for a column with itself, −1 with its opposite, and missing with a constant', () => {
    const a = Float64Array.of(0.1, 0.7, 0.3, 12)
    for (const of of Object.values(KINDS)) {
      expect(of(a, a)).toBeCloseTo(1, 14)
      expect(
        of(
          a,
          a.map((v) => 1 - 3 * v),
        ),
      ).toBeCloseTo(-1, 14)
      expect(of(a, new Float64Array(4).fill(0.1))).toBeNaN()
      expect(of(Float64Array.of(1, Number.NaN), Float64Array.of(2, 3))).toBeNaN()
      expect(of(new Float64Array(0), new Float64Array(0))).toBeNaN()
    }
  })

  it('lie in [−1, 1] and use the complete pairs', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom(...Object.values(KINDS)), (list, of) => {
        const a = columnOf(list, 0)
        const b = columnOf(list, 1)
        const pairs = completePairs(a, b)
        const value = of(a, b)
        expect(value).toEqual(of(pairs.a, pairs.b))
        expect(Math.abs(value) > 1).toBe(false)
      }),
    )
  })

  it('do not change for ranks under increasing functions', () => {
    fc.assert(
      fc.property(complete, (list) => {
        const a = columnOf(list, 0)
        const b = columnOf(list, 1)
        for (const of of [spearman, kendall])
          expect(
            of(
              a.map((v) => v ** 3),
              b.map((v) => 2 ** v),
            ),
          ).toEqual(of(a, b))
      }),
    )
  })

  it("Kendall's correlation equals the count over all pairs", () => {
    fc.assert(
      fc.property(complete, (list) => {
        const a = columnOf(list, 0)
        const b = columnOf(list, 1)
        const expected = kendallByPairs(a, b)
        if (Number.isNaN(expected)) expect(kendall(a, b)).toBeNaN()
        // Counts are exact on both sides: one root and one division apart.
        else expect(kendall(a, b)).toBeCloseTo(expected, 14)
      }),
    )
  })

  it('as matrices have the correlations of the pairs', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom('pearson' as const, 'spearman' as const, 'kendall' as const), (list, kind) => {
        const columns = [0, 1, 2].map((j) => columnOf(list, j))
        const matrix = correlate(columns, kind)
        for (let i = 0; i < 3; i++) {
          for (let j = 0; j < 3; j++) {
            const expected = KINDS[kind](columns[i], columns[j])
            if (Number.isNaN(expected)) expect(matrix.get(i, j)).toBeNaN()
            else expect(matrix.get(i, j)).toBeCloseTo(expected, 12)
            if (i === j && !Number.isNaN(expected)) expect(matrix.get(i, i)).toBe(1)
          }
        }
      }),
    )
  })

  it('do not change when 1e9 is added', () => {
    const a = Float64Array.from({ length: 200 }, (_, i) => (i * 37) % 101)
    const b = Float64Array.from({ length: 200 }, (_, i) => (i * 53) % 89)
    const moved = correlationMatrix([a.map((v) => v + 1e9), b.map((v) => v + 1e9)])
    // Integers, so exact there; the mean's error of 1e-7 is corrected to about ε·1e-7.
    expect(moved.get(0, 1)).toBeCloseTo(pearson(a, b), 14)
  })
})

describe('census', () => {
  const columns = [...censusColumns().values()]
  const theirsOf = (id: string): number[][] => reference('correlations.json', id).output.rows
  const worst = (ours: number[][], theirs: number[][], scale: (i: number, j: number) => number): number =>
    Math.max(...ours.flatMap((row, i) => row.map((value, j) => Math.abs(value - theirs[i][j]) / scale(i, j))))

  it.each(['pearson', 'spearman', 'kendall'] as const)('has the %s correlations of R', (kind) => {
    const theirs = theirsOf(`census_cor_${kind}`)
    expect(theirs).toHaveLength(13)
    // Relative: correlations go down to 1e-3, whose sums cancel three digits.
    expect(worst(correlate(columns, kind).to2DArray(), theirs, (i, j) => Math.abs(theirs[i][j]))).toBeLessThan(1e-12)
  })

  it('has the covariances of R, of values and of ranks', () => {
    const theirs = theirsOf('census_cov')
    expect(worst(covarianceMatrix(columns).to2DArray(), theirs, (i, j) => Math.abs(theirs[i][j]))).toBeLessThan(1e-12)
    const ofRanks = theirsOf('census_cov_spearman')
    const ours = covarianceMatrix(columns.map((column) => rank(column, 'average'))).to2DArray()
    expect(worst(ours, ofRanks, (i, j) => Math.abs(ofRanks[i][j]))).toBeLessThan(1e-12)
  })
})
