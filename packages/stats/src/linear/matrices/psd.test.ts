import fc from 'fast-check'
import { Matrix } from 'ml-matrix'
import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { reference, type ReferenceCase } from '@sdc/testing/reference'
import { correlationMatrix } from '../../moments/correlation.js'
import { covarianceMatrix } from '../../moments/covariance.js'
import { nearestCorrelation } from './nearest-correlation.js'
import { cholPSD, eigSqrt, pinvScaled, scaledEigen } from './psd.js'
import { symmetricEigen } from './symmetric-eigen.js'

/** Largest difference, each entry relative to the scales of its row and column. */
function scaledDifference(a: Matrix, b: Matrix, c: Matrix): number {
  let worst = 0
  for (let i = 0; i < a.rows; i++) {
    for (let j = 0; j < a.columns; j++) {
      const scale = Math.sqrt(c.get(i, i)) * Math.sqrt(c.get(j, j))
      const difference = Math.abs(a.get(i, j) - b.get(i, j))
      worst = Math.max(worst, scale > 0 ? difference / scale : difference)
    }
  }
  return worst
}

/** BBᵀ for integer B, with columns in units that differ by up to 1e12: often singular, sometimes with zero rows. */
const semidefinite = fc
  .integer({ min: 1, max: 6 })
  .chain((p) =>
    fc.tuple(
      fc.array(fc.array(fc.integer({ min: -3, max: 3 }), { minLength: p, maxLength: p }), {
        minLength: 1,
        maxLength: 7,
      }),
      fc.array(fc.constantFrom(1e-6, 1, 1e3, 1e6), { minLength: p, maxLength: p }),
    ),
  )
  .map(([rows, units]) => {
    const b = new Matrix(rows)
    const scaled = b.mmul(Matrix.diag(units))
    return scaled.transpose().mmul(scaled)
  })

const symmetric = fc.integer({ min: 1, max: 6 }).chain((p) =>
  fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: p * p, maxLength: p * p }).map((entries) => {
    const matrix = Matrix.eye(p)
    for (let i = 0; i < p; i++) {
      for (let j = 0; j < i; j++) {
        matrix.set(i, j, entries[i * p + j])
        matrix.set(j, i, entries[i * p + j])
      }
    }
    return matrix
  }),
)

describe('eigSqrt', () => {
  it('times its transpose is C', () => {
    fc.assert(
      fc.property(semidefinite, (c) => {
        const root = eigSqrt(c)
        // Eigenvalues of up to 6e-10 are dropped where C is nearly singular; integer B makes those exactly 0 here.
        expect(scaledDifference(root.mmul(root.transpose()), c, c)).toBeLessThan(1e-12)
      }),
    )
  })

  it('keeps a small column next to a large one', () => {
    const root = eigSqrt(Matrix.diag([1e12, 1e-4]))
    const square = root.mmul(root.transpose())
    expect(square.get(0, 0) / 1e12).toBeCloseTo(1, 14)
    expect(square.get(1, 1) / 1e-4).toBeCloseTo(1, 14)
  })

  it('has one column per dimension, and zeros for constant columns', () => {
    const root = eigSqrt(
      new Matrix([
        [4, 0, 6],
        [0, 0, 0],
        [6, 0, 9],
      ]),
    )
    expect([root.rows, root.columns]).toEqual([3, 1])
    expect(root.get(0, 0)).toBeCloseTo(2, 14)
    expect(root.get(1, 0)).toBe(0)
    expect(root.get(2, 0)).toBeCloseTo(3, 14)
    expect(eigSqrt(Matrix.zeros(2, 2)).columns).toBe(0)
  })

  it('refuses matrices that are not covariance matrices', () => {
    expect(() => eigSqrt(Matrix.zeros(2, 3))).toThrow(RangeError)
    expect(() => eigSqrt(new Matrix([[-1]]))).toThrow(RangeError)
    expect(() => eigSqrt(new Matrix([[Number.NaN]]))).toThrow(RangeError)
    expect(() =>
      eigSqrt(
        new Matrix([
          [1, 0.5],
          [0.2, 1],
        ]),
      ),
    ).toThrow(RangeError)
  })
})

describe('cholPSD', () => {
  it('is lower triangular and a factor of C, singular or not', () => {
    fc.assert(
      fc.property(semidefinite, (c) => {
        const l = cholPSD(c)
        // A pivot of rounding size above 6e-13 would let 8e-7 through; exact dependence leaves a few ε.
        expect(scaledDifference(l.mmul(l.transpose()), c, c)).toBeLessThan(1e-12)
        for (let i = 0; i < l.rows; i++) for (let j = i + 1; j < l.rows; j++) expect(l.get(i, j)).toBe(0)
      }),
    )
  })

  it('factors columns with two nearly equal ones and one that depends on the others', () => {
    const angle = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true })
    // The first, third and fourth span the space well; the second is near the first.
    const drawn = fc.tuple(angle(-0.1, 0.1), angle(1.4, 1.6), angle(0.5, 1), fc.integer({ min: -6, max: -4 }))
    fc.assert(
      fc.property(drawn, ([a, b, c, exponent]) => {
        const near = 10 ** exponent
        const vectors = new Matrix([
          [1, 0, 0],
          [Math.cos(near), Math.sin(near), 0],
          [Math.cos(b), Math.sin(b) * Math.cos(c), Math.sin(b) * Math.sin(c)],
          [Math.sin(a), Math.cos(a) * Math.cos(c), -Math.cos(a) * Math.sin(c)],
        ])
        const gram = vectors.mmul(vectors.transpose())
        const l = cholPSD(gram)
        // Rounding of 1e-16, divided by the smallest pivot.
        expect(scaledDifference(l.mmul(l.transpose()), gram, gram)).toBeLessThan(1e-14 / near ** 2)
      }),
    )
  })

  it('refuses an indefinite matrix', () => {
    expect(() =>
      cholPSD(
        new Matrix([
          [1, 2],
          [2, 1],
        ]),
      ),
    ).toThrow(/not positive semidefinite/)
  })
})

describe('pinvScaled', () => {
  it('is a symmetric generalised inverse in any units', () => {
    fc.assert(
      fc.property(semidefinite, (c) => {
        const inverse = pinvScaled(c)
        // Amplified by the condition number of integer matrices of this size, up to 1e5.
        expect(scaledDifference(c.mmul(inverse).mmul(c), c, c)).toBeLessThan(1e-9)
        expect(inverse.isSymmetric()).toBe(true)
      }),
    )
  })

  it('inverts regular matrices', () => {
    const inverse = pinvScaled(
      new Matrix([
        [4e12, 1e6],
        [1e6, 1],
      ]),
    )
    // Determinant 3e12.
    expect(inverse.get(0, 0) * 3e12).toBeCloseTo(1, 12)
    expect(inverse.get(0, 1) * 3e6).toBeCloseTo(-1, 12)
    expect(inverse.get(1, 1) * 0.75).toBeCloseTo(1, 12)
  })
})

describe('tolerances, on the scale of correlations', () => {
  /** Correlation 1 − e of two columns: eigenvalues 2 − e and e, pivots 1 and e(2 − e). */
  const pair = (e: number): Matrix => new Matrix([[1, 1 - e], [1 - e, 1]]) // oxfmt-ignore

  it('eigSqrt drops eigenvalues below 1e-10 per column', () => {
    expect([1e-9, 2.1e-10, 1.9e-10, 0, -0.3].map((e) => eigSqrt(pair(e)).columns)).toEqual([2, 2, 1, 1, 1])
    const three = Matrix.eye(3)
    three.set(0, 1, 1 - 2.5e-10)
    three.set(1, 0, 1 - 2.5e-10)
    expect(eigSqrt(three).columns).toBe(2)
  })

  it('pinvScaled does not invert those below 1e-8, for any number of columns', () => {
    const largest = (e: number): number => pinvScaled(pair(e)).abs().max()
    expect(largest(1.1e-8) * 2.2e-8).toBeCloseTo(1, 5)
    expect(largest(0.9e-8)).toBeCloseTo(0.25, 6)
  })

  it('cholPSD treats pivots up to 1e-13 per column as dependence, and refuses those below −1e-8 per column', () => {
    expect(cholPSD(pair(1.2e-13)).get(1, 1)).toBeCloseTo(Math.sqrt(2.4e-13), 9)
    expect(cholPSD(pair(1.2e-13)).get(1, 1)).toBeGreaterThan(0)
    expect(cholPSD(pair(0.8e-13)).get(1, 1)).toBe(0)
    expect(cholPSD(pair(-0.9e-8)).get(1, 1)).toBe(0)
    expect(() => cholPSD(pair(-1.1e-8))).toThrow(/scaled pivot -2\.2\d*e-8 in row 1/)
    // After a dependent column the next ones are factored as before.
    const l = cholPSD(new Matrix([[4, 4, 2], [4, 4, 2], [2, 2, 5]])) // oxfmt-ignore
    expect(l.to2DArray()).toEqual([[2, 0, 0], [2, 0, 0], [1, 0, 2]]) // oxfmt-ignore
  })

  it('rows without variance are 0, and do not affect the others', () => {
    const c = new Matrix([[4, 0, 2], [0, 0, 0], [2, 0, 5]]) // oxfmt-ignore
    expect(cholPSD(c).to2DArray()).toEqual([[2, 0, 0], [0, 0, 0], [1, 0, 2]]) // oxfmt-ignore
    const inverse = pinvScaled(c).to1DArray()
    ;[5, 0, -2, 0, 0, 0, -2, 0, 4].forEach((value, at) => expect(inverse[at]).toBeCloseTo(value / 16, 14))
    const { scale, rows, values } = scaledEigen(c)
    expect([[...rows], scale[0], scale[1]]).toEqual([[0, 2], 2, 0])
    // Correlation 2/√20.
    ;[1 + 1 / Math.sqrt(5), 1 - 1 / Math.sqrt(5)].forEach((value, k) => expect(values[k]).toBeCloseTo(value, 14))
  })

  it('entries across the diagonal may differ by 1e-9, and count by half each', () => {
    const skew = (gap: number): Matrix => new Matrix([[1, 0.5 + gap], [0.5, 1]]) // oxfmt-ignore
    expect(cholPSD(skew(0.9e-9)).get(1, 0)).toBe(0.5 + 0.9e-9 / 2)
    expect(() => cholPSD(skew(1.1e-9))).toThrow(/entries 1,0 and 0,1/)
    expect(() => cholPSD(skew(-1.1e-9))).toThrow(/differ/)
    expect(() => cholPSD(new Matrix([[1, Infinity], [Infinity, 1]]))).toThrow(/differ/) // oxfmt-ignore
    expect(() => cholPSD(new Matrix([[1, 0], [0, Infinity]]))).toThrow(/row 1 of a covariance matrix is Infinity/) // oxfmt-ignore
    expect(() => cholPSD(new Matrix([[1, 2, 3]]))).toThrow(/1×3/)
  })
})

describe('symmetricEigen', () => {
  it('decomposes: UΛUᵀ = A, UᵀU = I, descending, signs settled', () => {
    fc.assert(
      fc.property(symmetric, (a) => {
        const { values, vectors } = symmetricEigen(a)
        const product = vectors.mmul(Matrix.diag(Array.from(values))).mmul(vectors.transpose())
        // Entries up to 1, six columns: tens of ε.
        expect(Matrix.sub(product, a).abs().max()).toBeLessThan(1e-13)
        expect(Matrix.sub(vectors.transpose().mmul(vectors), Matrix.eye(a.rows)).abs().max()).toBeLessThan(1e-13)
        values.forEach((value, k) => expect(value).toBeLessThanOrEqual(values[Math.max(0, k - 1)]))
        for (let k = 0; k < a.rows; k++) expect(Math.max(...vectors.getColumn(k))).toBeGreaterThan(0)
      }),
    )
  })

  it('accepts an empty matrix and refuses infinite values', () => {
    expect(symmetricEigen(new Matrix(0, 0)).values).toHaveLength(0)
    expect(() => symmetricEigen(new Matrix([[Infinity]]))).toThrow(RangeError)
    expect(() => symmetricEigen(Matrix.zeros(1, 2))).toThrow(RangeError)
  })
})

describe('nearestCorrelation', () => {
  it('is positive semidefinite with unit diagonal, and a fixed point', () => {
    fc.assert(
      fc.property(symmetric, (r) => {
        const near = nearestCorrelation(r)
        expect(near.diagonal().every((value) => value === 1)).toBe(true)
        expect(near.isSymmetric()).toBe(true)
        // Eigenvalues computed of a singular matrix of norm up to 6: a few ε below 0.
        expect(symmetricEigen(near).values.at(-1)!).toBeGreaterThan(-1e-14)
        // Its own eigenvalue −ε makes one more projection, of that size.
        expect(Matrix.sub(nearestCorrelation(near), near).abs().max()).toBeLessThan(1e-12)
      }),
    )
  })

  it('equals the result of the paper for its matrix', () => {
    // Higham 2002, p. 337: four printed digits.
    const near = nearestCorrelation(
      new Matrix([
        [1, 1, 0],
        [1, 1, 1],
        [0, 1, 1],
      ]),
    )
    expect(near.get(0, 1)).toBeCloseTo(0.7607, 4)
    expect(near.get(0, 2)).toBeCloseTo(0.1573, 4)
    expect(near.get(1, 2)).toBeCloseTo(0.7607, 4)
  })

  it('is nearer than random correlation matrices', () => {
    fc.assert(
      fc.property(symmetric, fc.infiniteStream(fc.double({ min: -1, max: 1, noNaN: true })), (r, stream) => {
        const p = r.rows
        const rows = Matrix.zeros(p, p)
        for (let i = 0; i < p; i++) for (let j = 0; j < p; j++) rows.set(i, j, stream.next().value ?? 0)
        for (let i = 0; i < p; i++) rows.set(i, i, 1)
        const other = correlationFrom(rows)
        const near = nearestCorrelation(r)
        // The iteration stops within 1e-10 a step, or after 100 steps, each nearer to feasible than to exact.
        expect(Matrix.sub(near, r).norm()).toBeLessThanOrEqual(Matrix.sub(other, r).norm() + 1e-4)
      }),
    )
  })

  it('leaves a correlation matrix unchanged', () => {
    const r = new Matrix([
      [1, 0.3],
      [0.3, 1],
    ])
    expect(nearestCorrelation(r)).toEqual(r)
    expect(() =>
      nearestCorrelation(
        new Matrix([
          [1, 0.3],
          [0.1, 1],
        ]),
      ),
    ).toThrow(RangeError)
    expect(() => nearestCorrelation(Matrix.zeros(1, 2))).toThrow(RangeError)
  })
})

function correlationFrom(rows: Matrix): Matrix {
  const gram = rows.mmul(rows.transpose())
  const scale = gram.diagonal().map(Math.sqrt)
  const result = Matrix.eye(rows.rows)
  for (let i = 0; i < rows.rows; i++) {
    for (let j = 0; j < rows.rows; j++) if (i !== j) result.set(i, j, gram.get(i, j) / scale[i] / scale[j])
  }
  return result
}

describe('census', () => {
  const columns = censusColumns()
  const theirsOf = (id: string): ReferenceCase => reference('reference_stats.json', id)

  const analyses = [
    ['princomp_cor', 'loadings'],
    ['prcomp_scaled', 'rotation'],
  ]
  it.each(analyses)('has the principal components of %s', (id, part) => {
    const { output } = theirsOf(id)
    const { values, vectors } = symmetricEigen(correlationMatrix([...columns.values()]))
    // λ is good to some ε·λ₁ = 2e-15; √λ of the smallest that is not 0, .084, therefore to 1e-14/.084.
    for (let k = 0; k < 12; k++) expect(Math.abs(Math.sqrt(values[k]) / output.sdev[k] - 1)).toBeLessThan(1e-12)
    expect(Math.abs(values[12])).toBeLessThan(1e-14)
    for (let k = 0; k < 12; k++) {
      const theirs: number[] = output[part].rows.map((row: number[]) => row[k])
      const ours = vectors.getColumn(k)
      const sign = Math.sign(ours.reduce((total, value, i) => total + value * theirs[i], 0))
      // A vector is good to ε·λ₁ over the gap to the next value; the smallest gap, .006, makes that 1e-12.
      ours.forEach((value, i) => expect(Math.abs(sign * value - theirs[i])).toBeLessThan(1e-11))
    }
  })

  it('has the raw variances of the principal components of R', () => {
    const { values } = symmetricEigen(covarianceMatrix([...columns.values()]))
    const { sdev } = theirsOf('prcomp_raw').output as { sdev: number[] }
    // R takes singular values of the data; eigenvalues of the covariances are off by ε·λ₁ = 2e-6, against 1e5 and more.
    for (let k = 0; k < 12; k++) expect(Math.abs(Math.sqrt(values[k]) - sdev[k]) / sdev[k]).toBeLessThan(1e-10)
  })

  it('has the Cholesky factor of R', () => {
    const { input, output } = theirsOf('chol_cov')
    const l = cholPSD(covarianceMatrix(input.columns.map((name) => columns.get(name)!)))
    const theirs = new Matrix(output.rows).transpose()
    for (let i = 0; i < 4; i++) {
      // A row's entries have errors of a few ε of the row's own standard deviation.
      const scale = Math.hypot(...theirs.getRow(i))
      for (let j = 0; j < 4; j++) expect(Math.abs(l.get(i, j) - theirs.get(i, j)) / scale).toBeLessThan(1e-13)
    }
  })

  it('has the Mahalanobis distances of R', () => {
    const { input, output } = theirsOf('mahalanobis')
    const chosen = input.columns.map((name) => columns.get(name)!)
    const inverse = pinvScaled(covarianceMatrix(chosen))
    const means = chosen.map((column) => column.reduce((a, b) => a + b) / column.length)
    ;(output as number[]).forEach((theirs, row) => {
      const x = Matrix.columnVector(chosen.map((column, j) => column[row] - means[j]))
      const ours = x.transpose().mmul(inverse).mmul(x).get(0, 0)
      // R inverts the raw covariances, whose condition of 1e3 in scaled columns both lose.
      expect(Math.abs(ours - theirs)).toBeLessThanOrEqual(1e-11 * Math.max(1, theirs))
    })
  })

  it('factors its singular covariances', () => {
    const c = covarianceMatrix([...columns.values()])
    const l = cholPSD(c)
    const root = eigSqrt(c)
    expect(root.columns).toBe(12)
    expect(scaledDifference(l.mmul(l.transpose()), c, c)).toBeLessThan(1e-13)
    expect(scaledDifference(root.mmul(root.transpose()), c, c)).toBeLessThan(1e-13)
  })
})
