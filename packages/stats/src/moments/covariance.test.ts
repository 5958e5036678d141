import { BLOCK, seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { completePairs, pairedValues } from './complete-pairs.js'
import { covariance, covarianceMatrix, crossProduct } from './covariance.js'

/** Whole numbers that add up to 0, so that every mean and every sum below is exact. */
function balanced(name: string, n: number): Float64Array {
  const rng = seededRng(name)
  const values = new Float64Array(n).map(() => rng.int(19) - 9)
  values[n - 1] -= values.reduce((total, value) => total + value, 0)
  return values
}
const productOf = (a: Float64Array, b: Float64Array): number => a.reduce((total, value, i) => total + value * b[i], 0)

describe('covariances of whole numbers are exact', () => {
  // On both sides of the rows that are taken at once, and of a block of records.
  it.each([2, 3, 5, 511, 512, 513, 1023, 1024, 1025, BLOCK, BLOCK + 1, BLOCK + 512, 2 * BLOCK + 700])(
    '%d rows, each pair of four columns',
    (n) => {
      const columns = ['a', 'b', 'c', 'd'].map((name) => balanced(name, n))
      for (const ddof of [0, 1]) {
        const matrix = covarianceMatrix(columns, ddof)
        columns.forEach((a, i) =>
          columns.forEach((b, j) => {
            const expected = productOf(a, b) / (n - ddof)
            expect([matrix.get(i, j), covariance(a, b, ddof)]).toEqual([expected, expected])
          }),
        )
      }
    },
  )

  it('sums each block before adding it to the earlier ones: small numbers after large ones are not lost', () => {
    // Squares of 2⁶² twice: near 2⁶³ doubles are 2048 apart, and 512 rows at a time would add nothing.
    const n = 2 * BLOCK
    const column = Float64Array.from({ length: n }, (_, i) => (i < 2 ? 2 ** 31 : i < BLOCK ? 0 : 1) * (i % 2 ? -1 : 1))
    const expected = (2 ** 63 + BLOCK) / (n - 1)
    expect(covarianceMatrix([column, column]).to1DArray()).toEqual(Array(4).fill(expected))
    expect(covariance(column, column)).toBe(expected)
  })

  it('with missing values: equal those of the remaining pairs', () => {
    const n = BLOCK + 40
    // Rows 0 … 9 are missing in a, 5 … 19 in b, on both sides of the border of the blocks too.
    const isMissing = (i: number, from: number, to: number): boolean =>
      (i >= from && i < to) || (i >= BLOCK - 20 + from && i < BLOCK - 20 + to)
    const missing = (i: number): boolean => isMissing(i, 0, 10) || isMissing(i, 5, 20)
    const whole = ['a', 'b'].map((name) => {
      const column = balanced(name, n)
      for (let i = 0; i < n; i++) if (missing(i)) column[i] = 0
      column[n - 1] -= column.reduce((total, value) => total + value, 0)
      return column
    })
    const count = whole[0].filter((_, i) => !missing(i)).length
    const a = whole[0].map((value, i) => (isMissing(i, 0, 10) ? Number.NaN : value))
    const b = whole[1].map((value, i) => (isMissing(i, 5, 20) ? Number.NaN : value))
    const expected = productOf(whole[0], whole[1]) / (count - 1)
    expect(covariance(a, b)).toBe(expected)
    expect(covarianceMatrix([a, b]).get(1, 0)).toBe(expected)
    expect(crossProduct(a, b, 0, 0)).toBe(productOf(whole[0], whole[1]))
  })
})

describe('covariances far from zero', () => {
  it('are corrected for the rounding of the means, in every entry of a matrix', () => {
    // Spacing 2⁻²⁰ at 1e9, where doubles are 2⁻²³ apart: every value is exact, the means are not.
    const near = [
      [0, 1, 4, 9, 16, 25],
      [3, 1, 4, 1, 5, 20],
      [2, 7, 1, 8, 2, 9],
    ].map((list) => Float64Array.from(list))
    const far = near.map((column) => column.map((v) => 1e9 + v * 2 ** -20))
    const [matrix, expected] = [covarianceMatrix(far), covarianceMatrix(near)]
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        expect(matrix.get(i, j) * 2 ** 40).toBeCloseTo(expected.get(i, j), 11)
        expect(covariance(far[i], far[j]) * 2 ** 40).toBeCloseTo(expected.get(i, j), 11)
      }
    }
  })

  it('allow centres far from the means: Σ(a − c)(b − d) is the same for all c and d', () => {
    const a = Float64Array.of(1, 2, Number.NaN, 4, 9)
    const b = Float64Array.of(3, 5, 7, 1, 3)
    // The means of the four pairs are 4 and 3: −3·0 − 2·2 + 0·(−2) + 5·0.
    for (const [ca, cb] of [
      [4, 3],
      [0, 0],
      [100, -50],
      [-7, 1000],
    ])
      expect(crossProduct(a, b, ca, cb)).toBe(-4)
  })
})

describe('covariances of few pairs', () => {
  it('are missing for as many pairs as ddof or fewer', () => {
    const [one, two] = [Float64Array.of(5), Float64Array.of(5, 8)]
    expect([covariance(one, one), covariance(one, one, 0), covariance(two, two, 2)]).toEqual([
      Number.NaN,
      0,
      Number.NaN,
    ])
    expect([covariance(two, two), covariance(two, two, 0)]).toEqual([4.5, 2.25])
    expect(covarianceMatrix([one], 0).get(0, 0)).toBe(0)
    expect(covarianceMatrix([two, two], 2).to1DArray()).toEqual(Array(4).fill(Number.NaN))
    expect(covarianceMatrix([two, two]).to1DArray()).toEqual(Array(4).fill(4.5))
    expect(() => covariance(one, two)).toThrow(/1 and 2 rows/)
  })

  it('are exactly 0 for a constant with any digits', () => {
    const constant = new Float64Array(1000).fill(0.1)
    const other = Float64Array.from({ length: 1000 }, (_, i) => (i * 0.7) % 1.3)
    const matrix = covarianceMatrix([other, constant, other])
    expect(matrix.get(1, 1)).toBe(0)
    expect(matrix.get(0, 0)).toBeGreaterThan(0.1)
    expect(matrix.get(2, 2)).toBe(matrix.get(0, 0))
    expect(matrix.get(0, 2)).toBe(matrix.get(0, 0))
    expect(covarianceMatrix([constant, other, other]).get(1, 2)).toBe(matrix.get(0, 0))
    expect(covarianceMatrix([other, other, constant, other]).get(1, 3)).toBe(matrix.get(0, 0))
    // An infinite column has no deviations at all, and no variance either.
    expect(covarianceMatrix([other, constant.map(() => Infinity), other]).get(0, 2)).toBe(matrix.get(0, 0))
  })
})

describe('pairs', () => {
  it('are the given arrays if nothing is missing', () => {
    const [a, b] = [Float64Array.of(1, 2), Float64Array.of(3, 4)]
    expect(completePairs(a, b).a).toBe(a)
    expect([...completePairs(a, b).index]).toEqual([0, 1])
    expect(pairedValues(a, b).a).toBe(a)
    expect(pairedValues(a, b).b).toBe(b)
  })

  it('are missing on both sides if they are on one', () => {
    const [a, b] = [Float64Array.of(1, Number.NaN, 3, 4), Float64Array.of(5, 6, Number.NaN, 8)]
    const paired = pairedValues(a, b)
    expect([[...paired.a], [...paired.b]]).toEqual([
      [1, Number.NaN, Number.NaN, 4],
      [5, Number.NaN, Number.NaN, 8],
    ])
    expect([...completePairs(a, b).index]).toEqual([0, 3])
    expect(() => pairedValues(a, Float64Array.of(1))).toThrow(RangeError)
  })
})
