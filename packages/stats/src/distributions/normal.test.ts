import { describe, expect, it } from 'vitest'
import { normalCdf, normalQuantile } from './normal.js'

/** Reference: R 4.2.2, sprintf("%.17g", qnorm(p)) and pnorm(x). */
const quantiles = [
  [1e-300, -37.047096299361201],
  [1e-10, -6.3613409024040557],
  [0.001, -3.0902323061678132],
  [0.05, -1.6448536269514726],
  [0.3, -0.52440051270804067],
  [0.5, 0],
  [0.975, 1.9599639845400536],
  [0.9999999, 5.1993375822906618],
] as const
const probabilities = [
  [-37.5, 4.6053530095819552e-308],
  [-10, 7.6198530241605269e-24],
  [-3, 0.0013498980316300946],
  [-0.6, 0.27425311775007361],
  [0, 0.5],
  [0.5, 0.69146246127401301],
  [1, 0.84134474606854293],
  [6, 0.9999999990134123],
] as const

/** Near where one approximation takes over from the next; mpmath 1.3.0 at 60 digits, erfc(−x/√2)/2 and its root. */
const cdfAtJoints = [
  [-30, 4.906713927148187e-198],
  [-20, 2.7536241186062337e-89],
  [-8.3, 5.205569744890254e-17],
  [-5.7, 5.990371401063528e-9],
  [-5.66, 7.568649751997714e-9],
  [-5.65, 8.022391850663497e-9],
  [-5.6, 1.071759025831093e-8],
  [-4.5, 3.3976731247300603e-6],
  [-2, 0.02275013194817921],
  [-1, 0.15865525393145705],
  [-0.7, 0.24196365222307303],
  [-0.6745, 0.24999674286369916],
  [-0.6744, 0.2500285213729406],
  [-0.3, 0.3820885778110474],
  [-0.01, 0.4960106436853684],
  [-1e-10, 0.49999999996010575],
] as const
const quantilesAtJoints = [
  [1e-320, -38.26912534303265],
  [1e-200, -30.20559417957964],
  [1e-50, -14.933337534788489],
  [1e-12, -7.034483825301132],
  [1.3e-11, -6.667611456510741],
  [1.4e-11, -6.656723091518184],
  [1e-5, -4.264890793922825],
  [0.01, -2.326347874040841],
  [0.0749, -1.4402382675279637],
  [0.0751, -1.43882539275254],
  [0.1, -1.2815515655446004],
  [0.25, -0.6744897501960817],
  [0.4, -0.2533471031357997],
  [0.499, -0.002506630899571766],
] as const

describe('the standard normal distribution', () => {
  it.each(cdfAtJoints)('has the probability below %d to some ε, and its mirror image above', (x, p) => {
    // x is squared in two parts: the exponential has some ε, whatever x is.
    expect(Math.abs(normalCdf(x) / p - 1)).toBeLessThan(1.5e-15)
    expect(Math.abs(normalCdf(-x) - (1 - p))).toBeLessThan(2e-16)
  })

  it.each(quantilesAtJoints)('has the quantile at %d to some ε, and its mirror image', (p, x) => {
    expect(Math.abs(normalQuantile(p) / x - 1)).toBeLessThan(p === 0.499 ? 2e-14 : 1.5e-15)
    // 1 − p is a number of its own, so that its quantile is compared by the probability.
    if (p > 1e-3) expect(normalQuantile(1 - p)).toBeCloseTo(-x, 12)
  })

  it('is 0 below the least number, and positive above', () => {
    expect([-38.7, -40, -1e300].map(normalCdf)).toEqual([0, 0, 0])
    expect(normalCdf(-38.4)).toBeGreaterThan(0)
    expect(normalCdf(-37.6)).toBeGreaterThan(normalCdf(-37.7))
    expect([38.7, 1e300].map(normalCdf)).toEqual([1, 1])
  })

  it.each(quantiles)('has the quantile of R at %d', (p, x) => {
    // R and this round differently in the last two bits, at 1 − p near 0 as that difference is rounded.
    expect(Math.abs(normalQuantile(p) - x)).toBeLessThanOrEqual(4e-15 * Math.max(1, Math.abs(x)))
  })

  it.each(probabilities)('has the probability of R below %d, relative to its size', (x, p) => {
    expect(Math.abs(normalCdf(x) / p - 1)).toBeLessThanOrEqual(1e-14)
  })

  it('is symmetric and monotone over the joints of its pieces, and both functions are inverse', () => {
    for (let x = -8; x <= 8; x += 1 / 128) {
      expect(normalCdf(x)).toBeLessThanOrEqual(normalCdf(x + 1 / 128))
      expect(Math.abs(normalCdf(x) + normalCdf(-x) - 1)).toBeLessThanOrEqual(3e-16)
      // In the lower half p has all its digits.
      if (x < 0) expect(Math.abs(normalQuantile(normalCdf(x)) - x)).toBeLessThanOrEqual(1e-13 * Math.max(1, -x))
    }
  })

  it('has its limits, and NaN outside', () => {
    expect([0, 1].map(normalQuantile)).toEqual([-Infinity, Infinity])
    expect([-0.1, 1.1, Number.NaN].map(normalQuantile)).toEqual([Number.NaN, Number.NaN, Number.NaN])
    expect([-Infinity, Infinity, Number.NaN].map(normalCdf)).toEqual([0, 1, Number.NaN])
  })
})
