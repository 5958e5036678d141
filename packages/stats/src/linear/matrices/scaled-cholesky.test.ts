import { describe, expect, it } from 'vitest'
import { scaledCholesky } from './scaled-cholesky.js'

describe('scaled Cholesky factor', () => {
  it('equals a solution by hand, in any units', () => {
    // [[4, 2], [2, 5]]⁻¹ = [[5, −2], [−2, 4]]/16
    for (const unit of [1, 1e-100, 1e100]) {
      const a = Float64Array.of(4, 2 * unit, Number.NaN, 5 * unit * unit)
      const { solve, inverseDiagonal, dependent } = scaledCholesky(a, 2)
      expect(dependent).toEqual([])
      const [x, y] = solve(Float64Array.of(16, 0))
      expect(x).toBeCloseTo(5, 13)
      expect(y * unit).toBeCloseTo(-2, 13)
      const [u, v] = inverseDiagonal()
      expect(u).toBeCloseTo(5 / 16, 14)
      expect(v * unit * unit).toBeCloseTo(4 / 16, 14)
    }
  })

  it('leaves out rows that depend on others or are 0', () => {
    // The columns are a, 0, b, a + b with a ⊥ b, of length 1 and 2.
    const a = Float64Array.of(1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 4, 4, 0, 0, 0, 5)
    const { solve, inverseDiagonal, dependent } = scaledCholesky(a, 4)
    expect(dependent).toEqual([1, 3])
    expect([...solve(Float64Array.of(3, 1, 8, 1))]).toEqual([3, 0, 2, 0])
    expect([...inverseDiagonal()]).toEqual([1, 0, 0.25, 0])
  })
})
