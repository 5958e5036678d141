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

describe('the standard normal distribution', () => {
  it.each(quantiles)('has the quantile at %d that R gives', (p, x) => {
    // R and this round differently in the last two bits, at 1 − p near 0 as that difference is rounded.
    expect(Math.abs(normalQuantile(p) - x)).toBeLessThanOrEqual(4e-15 * Math.max(1, Math.abs(x)))
  })

  it.each(probabilities)('has the probability below %d that R gives, relative to its size', (x, p) => {
    expect(Math.abs(normalCdf(x) / p - 1)).toBeLessThanOrEqual(1e-14)
  })

  it('is symmetric, monotone over the joints of its pieces, and the two are inverse', () => {
    for (let x = -8; x <= 8; x += 1 / 128) {
      expect(normalCdf(x)).toBeLessThanOrEqual(normalCdf(x + 1 / 128))
      expect(Math.abs(normalCdf(x) + normalCdf(-x) - 1)).toBeLessThanOrEqual(3e-16)
      // In the lower half p has all its digits.
      if (x < 0) expect(Math.abs(normalQuantile(normalCdf(x)) - x)).toBeLessThanOrEqual(1e-13 * Math.max(1, -x))
    }
  })

  it('has its limits, and no value outside', () => {
    expect([0, 1].map(normalQuantile)).toEqual([-Infinity, Infinity])
    expect([-0.1, 1.1, Number.NaN].map(normalQuantile)).toEqual([Number.NaN, Number.NaN, Number.NaN])
    expect([-Infinity, Infinity, Number.NaN].map(normalCdf)).toEqual([0, 1, Number.NaN])
  })
})
