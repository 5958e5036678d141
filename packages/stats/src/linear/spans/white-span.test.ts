import { BLOCK, seededRng } from '@sdc/core'
import fc from 'fast-check'
import { Matrix } from 'ml-matrix'
import { describe, expect, it } from 'vitest'
import { covariance, covarianceMatrix } from '../../moments/covariance.js'
import { mean, standardDeviation } from '../../moments/moments.js'
import { orthonormalBasis, residualise, whiten } from '../regression/least-squares.js'
import { identityColumns } from './linear-columns.js'
import { columnArrays } from './record-columns.js'
import { spannedRegression } from './spanned-regression.js'
import { emptySpan, extendedSpan, type WhiteSpan } from './white-span.js'
import { residualsOn, whitenedResiduals } from './whitened-residuals.js'

const rng = seededRng('white span')
const normal = (n: number, offset = 0, scale = 1): Float64Array =>
  new Float64Array(n).map(() => offset + scale * rng.normal())

function spanOf(columns: readonly Float64Array[]): WhiteSpan {
  const span = extendedSpan(emptySpan(columns[0].length), columns)
  if (span === undefined) throw new Error('the columns have no span')
  return span
}

function expectWhite(columns: readonly Float64Array[], within: number): void {
  const identity = Matrix.eye(columns.length)
  expect(Matrix.sub(covarianceMatrix(columns), identity).abs().max()).toBeLessThan(within)
  for (const column of columns) expect(Math.abs(mean(column))).toBeLessThan(within)
}

describe('extendedSpan', () => {
  it('is the QR decomposition of the centred columns in any units, and reports dependent ones', () => {
    const weight = fc.integer({ min: -3, max: 3 })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(weight, weight, weight), { minLength: 1, maxLength: 6 }),
        fc.nat(),
        (mixed, seed) => {
          const draws = seededRng(seed)
          const base = [1e-3, 1, 1e6].map((scale) => new Float64Array(60).map(() => scale * (5 + draws.normal())))
          const columns = mixed.map((by) =>
            base[0].map((_, i) => by[0] * base[0][i] + by[1] * base[1][i] + by[2] * base[2][i]),
          )
          const basis = orthonormalBasis(columns)
          const span = extendedSpan(emptySpan(60), columns)
          // Mixtures of scales 1e9 apart may be too near to each other: then it says so.
          if (span === undefined) return
          expect(span.dependent).toEqual(basis.dependent)
          const length = Math.sqrt(59)
          columnArrays(span).forEach((column, k) =>
            // κ is 1e3 at most where there is a span, and no second round leaves more than κ·ε.
            column.forEach((value, i) => expect(Math.abs(value - length * basis.basis[k][i])).toBeLessThan(1e-11)),
          )
          span.coordinates.forEach((own, j) => {
            const size = standardDeviation(columns[j])
            own.forEach((value, k) =>
              expect(Math.abs(value - basis.coordinates[j][k] / length)).toBeLessThan(1e-11 * size + 1e-300),
            )
            expect(Math.abs(span.means[j] + span.rests[j] - mean(columns[j]))).toBeLessThanOrEqual(
              1e-15 * Math.abs(mean(columns[j])),
            )
          })
        },
      ),
    )
  })

  it('is white to rounding in one pass, and in two if columns are near each other', () => {
    const a = normal(BLOCK + 700, 1e6)
    for (const apart of [1, 0.1, 0.01]) {
      const near = a.map((value) => value + apart * rng.normal())
      expectWhite(columnArrays(spanOf([a, near, normal(BLOCK + 700, -3, 1e9)])), 1e-12)
    }
  })

  it('leaves constants, copies and sums out, and keeps their coordinates', () => {
    const [a, b] = [normal(900, 4), normal(900, -1e3, 7)]
    const total = a.map((value, i) => 2 * value - b[i])
    const span = spanOf([a, new Float64Array(900).fill(0.1), b, total, a])
    expect(span.dependent).toEqual([1, 3, 4])
    expect(span.count).toBe(2)
    const z = columnArrays(span)
    expectWhite(z, 1e-13)
    total.forEach((value, i) => {
      const made = span.means[3] + span.coordinates[3][0] * z[0][i] + span.coordinates[3][1] * z[1][i]
      expect(Math.abs(made - value)).toBeLessThan(1e-11)
    })
  })

  it('refuses columns that cross products cannot resolve: near dependence, squares that overflow, missing values', () => {
    const a = normal(500)
    for (const apart of [1e-4, 1e-6, 1e-8]) {
      expect(extendedSpan(emptySpan(500), [a, a.map((value) => value + apart * rng.normal())])).toBeUndefined()
    }
    // Below the rounding of the values nothing but dependence can be said.
    expect(spanOf([a, a.map((value) => value * (1 + 1e-16))]).dependent).toEqual([1])
    expect(extendedSpan(emptySpan(500), [a.map((value) => value * 1e-160)])).toBeUndefined()
    expect(extendedSpan(emptySpan(500), [a.map((value) => value * 1e160)])).toBeUndefined()
    expect(extendedSpan(emptySpan(500), [a.map((value, i) => (i === 7 ? Number.NaN : value))])).toBeUndefined()
    expect(extendedSpan(emptySpan(500), [a.map((value, i) => (i === 7 ? Infinity : value))])).toBeUndefined()
    expect(extendedSpan(emptySpan(500), [normal(499)])).toBeUndefined()
  })

  it('extends a base by the orthogonal part', () => {
    const base = spanOf([normal(3000, 1e4), normal(3000)])
    const [x, y] = columnArrays(base)
    const further = [x.map((value, i) => 3 * value + y[i] + rng.normal()), normal(3000, 1, 1e-5)]
    const span = extendedSpan(base, further)
    expectWhite(columnArrays(span ?? emptySpan(0)), 1e-13)
    expect(span?.coordinates[0][0]).toBeCloseTo(covariance(further[0], x), 11)
  })
})

describe('spannedRegression', () => {
  it('fits the part that residualise removes, to rounding', () => {
    const design = [normal(2000, 1e5), normal(2000, 0, 1e-4)]
    const y = design[0].map((value, i) => 2 * value - 3e4 * design[1][i] + rng.normal())
    const [residual] = residualise([y], design)
    const fit = spannedRegression([y], design)?.fit
    if (fit === undefined) throw new Error('no regression')
    // Values of 2e5, in ε.
    columnArrays(fit)[0].forEach((value, i) => expect(Math.abs(y[i] - value - residual[i])).toBeLessThan(3e-10))
  })
})

describe('whitenedResiduals and residualsOn', () => {
  const base = spanOf([normal(1000), normal(1000)])
  const columns = [normal(1000, 5), normal(1000, 0, 1e3)]

  it('equal those of stored vectors', () => {
    const stored = columnArrays(base)
    const left = residualise(columns, stored)
    columnArrays(residualsOn(columns, base)).forEach((column, j) =>
      column.forEach((value, i) => expect(Math.abs(value - left[j][i])).toBeLessThan(1e-11)),
    )
    const white = whiten(left)
    columnArrays(whitenedResiduals(columns, base)).forEach((column, j) =>
      column.forEach((value, i) => expect(Math.abs(value - white[j][i])).toBeLessThan(1e-12)),
    )
  })

  it('use stored vectors if columns are too near each other', () => {
    const near = [columns[0], columns[0].map((value) => value + 1e-7 * rng.normal())]
    expect(extendedSpan(base, near)).toBeUndefined()
    expectWhite(columnArrays(whitenedResiduals(near, base)), 1e-12)
    expect(columnArrays(residualsOn(near, base))).toEqual(residualise(near, columnArrays(base)))
  })

  it('throw if no column can be made white', () => {
    expect(() => whitenedResiduals([columns[0], columns[0]], base)).toThrow(RangeError)
    expect(() => residualsOn([columns[0].map(() => Number.NaN)], identityColumns([], 1000))).toThrow(/row 0/)
  })
})
