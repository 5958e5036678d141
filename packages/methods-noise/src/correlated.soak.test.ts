import { describe, expect, it } from 'vitest'
import { seededRng } from '@sdc/core'
import { correlatedNoise } from './correlated.js'
import { zBound } from './testing.fixture.js'

describe('noise/correlated', () => {
  it('masks both of two columns with covariance diag(1e12, 1e-4)', () => {
    // Four points: means 0, covariance exactly 0, variances 1e12 and 1e-4 with divisor n − 1 = 3.
    const a = Float64Array.of(1, 1, -1, -1).map((value) => value * 1e6 * Math.sqrt(3 / 4))
    const b = Float64Array.of(1, -1, 1, -1).map((value) => value * 1e-2 * Math.sqrt(3 / 4))
    const repeats = 20000
    const squares = [0, 0]
    let product = 0
    for (let i = 0; i < repeats; i++) {
      const [ea, eb] = correlatedNoise([a, b], 1, false, seededRng(i))
      squares[0] += ea[0] * ea[0]
      squares[1] += eb[0] * eb[0]
      product += ea[0] * eb[0]
    }
    // ε² has variance 2σ⁴, ε_aε_b σ_a²σ_b².
    expect(Math.abs(squares[0] / repeats / 1e12 - 1) / Math.sqrt(2 / repeats)).toBeLessThan(zBound)
    expect(Math.abs(squares[1] / repeats / 1e-4 - 1) / Math.sqrt(2 / repeats)).toBeLessThan(zBound)
    expect(Math.abs(product / repeats / 1e4) / Math.sqrt(1 / repeats)).toBeLessThan(zBound)
  })
})
