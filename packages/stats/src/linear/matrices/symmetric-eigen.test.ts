import { seededRng } from '@sdc/core'
import { Matrix } from 'ml-matrix'
import { describe, expect, it } from 'vitest'
import { symmetricEigen } from './symmetric-eigen.js'

describe('symmetricEigen', () => {
  it('has descending values, and vectors whose first component of the largest size is positive', () => {
    const { values, vectors } = symmetricEigen(new Matrix([[2, 1], [1, 2]])) // oxfmt-ignore
    ;[3, 1].forEach((value, k) => expect(values[k]).toBeCloseTo(value, 14))
    const half = Math.SQRT1_2
    // Both components are equally large, but for rounding: the first is the one that counts.
    ;[half, half, half, -half].forEach((value, at) =>
      expect(vectors.to1DArray()[(at % 2) * 2 + (at >> 1)]).toBeCloseTo(value, 14),
    )
    expect(symmetricEigen(Matrix.diag([1, 3, 2])).vectors.to2DArray()).toEqual([[0, 0, 1], [1, 0, 0], [0, 1, 0]]) // oxfmt-ignore
  })

  it('gives every vector the same sign, for any order', () => {
    const rng = seededRng('signs')
    for (let run = 0; run < 30; run++) {
      const p = 2 + (run % 5)
      const b = new Matrix(p, p)
      for (let i = 0; i < p; i++) for (let j = 0; j < p; j++) b.set(i, j, rng.normal())
      const a = b.transpose().mmul(b)
      const { vectors } = symmetricEigen(a)
      for (let k = 0; k < p; k++) {
        const column = vectors.getColumn(k)
        const largest = Math.max(...column.map(Math.abs))
        expect(column.find((component) => Math.abs(component) >= largest - 1e-9)).toBeGreaterThan(0)
      }
    }
  })

  it('accepts 1×1, and only square matrices of numbers', () => {
    const { values, vectors } = symmetricEigen(new Matrix([[-4]]))
    expect([values[0], vectors.get(0, 0)]).toEqual([-4, 1])
    expect(() => symmetricEigen(new Matrix([[1, 2]]))).toThrow(/1×2/)
    expect(() => symmetricEigen(new Matrix([[1, 0], [0, Number.NaN]]))).toThrow(/not finite/) // oxfmt-ignore
  })
})
