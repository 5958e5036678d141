import { describe, expect, it } from 'vitest'
import { digammaRise, logGammaRise } from './gamma-rise.js'

describe('rises of the gamma function', () => {
  const cases = [0.01, 0.5, 3, 11.9, 12, 139.5, 1e5].flatMap((x) => [0, 1, 2, 7, 400].map((k) => [x, k] as const))

  it.each(cases)('are sums for whole steps: from %d, %i steps', (x, k) => {
    let [logs, inverses] = [0, 0]
    for (let j = 0; j < k; j++) {
      logs += Math.log(x + j)
      inverses += 1 / (x + j)
    }
    // The series ends after its fifth term: 1e-15 at 12, and 400 roundings of the sums.
    expect(Math.abs(logGammaRise(x, k) - logs)).toBeLessThanOrEqual(2e-14 * Math.max(1, Math.abs(logs), k))
    expect(Math.abs(digammaRise(x, k) - inverses)).toBeLessThanOrEqual(1e-13 * Math.max(1, inverses))
  })

  it('keep their digits for large arguments, where the difference of two values has none', () => {
    // Σ_(j<k) ln(x + j) = k ln x + Σ ln(1 + j/x), which is k(k − 1)/(2x) to 1e-16 of it.
    const [x, k] = [1e15, 1000]
    expect(logGammaRise(x, k) / (k * Math.log(x) + (k * (k - 1)) / (2 * x))).toBeCloseTo(1, 14)
    expect(digammaRise(x, k) / (k / x)).toBeCloseTo(1, 11)
  })

  it('allow steps that are not whole', () => {
    // Γ(½) = √π, and ψ(1) − ψ(½) = 2 ln 2.
    expect(logGammaRise(0.5, 0.5)).toBeCloseTo(-Math.log(Math.PI) / 2, 13)
    expect(digammaRise(0.5, 0.5)).toBeCloseTo(2 * Math.LN2, 13)
  })
})
