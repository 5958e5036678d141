import { describe, expect, it } from 'vitest'
import { logMinusDigamma, logMinusDigammaSlope } from './digamma.js'

/** Reference: mpmath 1.3.0 at 40 digits, log(x) − psi(0, x) and 1/x − zeta(2, x). */
const values = [
  [1e-6, 999986.7617034621, -999999000001.645],
  [0.01, 95.95571527188058, -9901.621213528313],
  [0.3, 2.2985514178741973, -8.912031212774398],
  [1, 0.5772156649015329, -0.6449340668482264],
  [2.5, 0.2131340912289119, -0.09035775610023486],
  [4.5, 0.11520647041674517, -0.026502880816788154],
  [11.5, 0.04410790583342277, -0.0038901395354157997],
  [11.999, 0.04224853865313264, -0.003569142375711117],
  [12, 0.042244969812188296, -0.0035685395384350573],
  [12.5, 0.040532993033343394, -0.0032852246015783702],
  [30, 0.0167592489766305, -0.0005617270244066109],
  [1000, 0.000500083333325, -5.001666666333333e-7],
  [1e8, 5.0000000083333336e-9, -5.0000000166666667e-17],
] as const

describe('ln x − ψ(x) and its slope', () => {
  it.each(values)('at %d', (x, value, slope) => {
    // Below 12 the sum of the steps and the logarithm cancel: the smaller the value, the more. From there on the series
    // lack their next terms.
    const lost = x < 12 ? 6 : 0
    const next = Math.max(x, 12) ** -12
    const off = (got: number, exact: number, rest: number): number =>
      Math.abs(got - exact) - 4e-16 * (lost + Math.abs(exact)) - rest
    expect(off(logMinusDigamma(x), value, (691 / 32760) * next)).toBeLessThanOrEqual(0)
    expect(off(logMinusDigammaSlope(x), slope, (691 / 2730) * (next / Math.max(x, 12)))).toBeLessThanOrEqual(0)
  })

  it('satisfy the recurrence ψ(x + 1) = ψ(x) + 1/x', () => {
    for (let x = 0.25; x < 16; x += 0.25) {
      expect(logMinusDigamma(x + 1)).toBeCloseTo(logMinusDigamma(x) + Math.log1p(1 / x) - 1 / x, 14)
      const step = 1 / (x + 1) - 1 / x + 1 / (x * x)
      expect(logMinusDigammaSlope(x + 1)).toBeCloseTo(logMinusDigammaSlope(x) + step, 13)
    }
  })
})
