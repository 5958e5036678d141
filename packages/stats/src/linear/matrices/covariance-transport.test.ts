import { describe, expect, it } from 'vitest'
import { covarianceTransport } from './covariance-transport.js'

function product(a: ArrayLike<number>, b: ArrayLike<number>, p: number): number[] {
  return Array.from({ length: p * p }, (_, e) => {
    const [i, j] = [Math.floor(e / p), e % p]
    return Array.from({ length: p }, (_, k) => a[i * p + k] * b[k * p + j]).reduce((sum, v) => sum + v, 0)
  })
}

describe('covarianceTransport', () => {
  it('turns rows of one covariance into rows of the other', () => {
    const a = Float64Array.of(1, 0.2, -0.1, 0.2, 1, 0.5, -0.1, 0.5, 1)
    const b = Float64Array.of(1, 0.8, 0.3, 0.8, 1, 0.1, 0.3, 0.1, 1)
    const t = covarianceTransport(a, b, 3)
    product(product(t, a, 3), t, 3).forEach((value, e) => expect(value).toBeCloseTo(b[e], 12))
    // Symmetric: of all such maps the one that moves least.
    expect(t[1]).toBeCloseTo(t[3], 13)
    expect(t[2]).toBeCloseTo(t[6], 13)
  })

  it('is the identity for equal covariances, and the ratio of deviations in one column', () => {
    const a = Float64Array.of(1, 0.6, 0.6, 1)
    covarianceTransport(a, a, 2).forEach((value, e) => expect(value).toBeCloseTo(e % 3 === 0 ? 1 : 0, 13))
    expect(covarianceTransport(Float64Array.of(4), Float64Array.of(9), 1)[0]).toBeCloseTo(1.5, 14)
  })

  it('leaves out directions without spread', () => {
    const t = covarianceTransport(Float64Array.of(1, 1, 1, 1), Float64Array.of(1, 0, 0, 1), 2)
    expect([...t].every(Number.isFinite)).toBe(true)
  })
})
