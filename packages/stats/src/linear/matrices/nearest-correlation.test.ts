import { Matrix } from 'ml-matrix'
import { describe, expect, it } from 'vitest'
import { nearestCorrelation } from './nearest-correlation.js'

const matrix = (rows: number[][]): Matrix => new Matrix(rows)

describe('nearestCorrelation', () => {
  it('is −½ each for three equal correlations below −½', () => {
    // By symmetry it is equicorrelated, and 1 + 2ρ ≥ 0 is what is asked of it.
    for (const rho of [-0.51, -0.7, -0.99]) {
      const near = nearestCorrelation(matrix([[1, rho, rho], [rho, 1, rho], [rho, rho, 1]])) // oxfmt-ignore
      for (const [i, j] of [
        [0, 1],
        [0, 2],
        [1, 2],
      ]) {
        expect(near.get(i, j)).toBeCloseTo(-0.5, 9)
        expect(near.get(j, i)).toBe(near.get(i, j))
      }
    }
  })

  it('is ±1 for one pair beyond ±1, and has a diagonal of 1 for any other diagonal', () => {
    expect(nearestCorrelation(matrix([[1, 1.7], [1.7, 1]])).get(0, 1)).toBeCloseTo(1, 9) // oxfmt-ignore
    expect(nearestCorrelation(matrix([[1, -3], [-3, 1]])).get(1, 0)).toBeCloseTo(-1, 9) // oxfmt-ignore
    const scaled = nearestCorrelation(matrix([[2, 0.4], [0.4, 0.5]])) // oxfmt-ignore
    expect(scaled.diagonal()).toEqual([1, 1])
    expect(scaled.get(0, 1)).toBeCloseTo(0.4, 9)
  })

  it('uses the lower of two entries that differ by rounding, and refuses larger differences', () => {
    const near = nearestCorrelation(matrix([[1, 0.3 + 9e-10], [0.3, 1]])) // oxfmt-ignore
    expect(near.to2DArray()).toEqual([[1, 0.3], [0.3, 1]]) // oxfmt-ignore
    expect(() => nearestCorrelation(matrix([[1, 0.3 + 1.1e-9], [0.3, 1]]))).toThrow(/entries 1,0 and 0,1/) // oxfmt-ignore
    expect(() => nearestCorrelation(matrix([[1, Number.NaN], [Number.NaN, 1]]))).toThrow(RangeError) // oxfmt-ignore
    expect(() => nearestCorrelation(matrix([[1, 2]]))).toThrow(/1×2/)
    expect(nearestCorrelation(Matrix.eye(0)).rows).toBe(0)
    expect(nearestCorrelation(matrix([[1]])).to2DArray()).toEqual([[1]])
  })

  it('leaves singular ones unchanged if no eigenvalue is below 0', () => {
    const identity = Matrix.eye(4)
    const near = nearestCorrelation(identity)
    expect(near).toEqual(identity)
    expect(near).not.toBe(identity)
  })
})
