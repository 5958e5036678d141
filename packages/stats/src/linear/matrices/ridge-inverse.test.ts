import { describe, expect, it } from 'vitest'
import { ridgeInverse } from './ridge-inverse.js'

describe('ridgeInverse', () => {
  it('times A + λI is I, and reports the ends of the spectrum', () => {
    // Eigenvalues 3 and 1.
    const a = Float64Array.of(2, 1, 1, 2)
    const { inverse, smallest, greatest } = ridgeInverse(a, 2, 0.5)
    const [p, q, r, s] = inverse
    expect(2.5 * p + 1 * r).toBeCloseTo(1, 14)
    expect(2.5 * q + 1 * s).toBeCloseTo(0, 14)
    expect(smallest).toBeCloseTo(1, 14)
    expect(greatest).toBeCloseTo(3, 14)
  })

  it('exists for a singular A: 1/λ along the directions that A lacks', () => {
    const { inverse } = ridgeInverse(Float64Array.of(1, 1, 1, 1), 2, 0.1)
    // Along (1, −1) the inverse is 10, along (1, 1) it is 1/2.1.
    expect(inverse[0] - inverse[1]).toBeCloseTo(10, 10)
    expect(inverse[0] + inverse[1]).toBeCloseTo(1 / 2.1, 12)
  })

  it('refuses an invalid ridge or matrix, and takes an empty matrix', () => {
    expect(() => ridgeInverse(Float64Array.of(1), 1, 0)).toThrow(/positive/)
    expect(() => ridgeInverse(Float64Array.of(1, 2), 2, 1)).toThrow(/4 entries/)
    expect(() => ridgeInverse(Float64Array.of(Number.NaN), 1, 1)).toThrow(RangeError)
    expect(ridgeInverse(new Float64Array(0), 0, 1).inverse).toHaveLength(0)
  })
})
