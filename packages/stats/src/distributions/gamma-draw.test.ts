import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { chiSquareDraw, gammaDraw } from './gamma-draw.js'
import { mean, variance } from '../moments/moments.js'

const n = 40_000
const probabilities = [0.01, 0.1, 0.5, 0.9, 0.99]

/** Reference: R 4.2.2, sprintf("%.17g", qgamma(c(.01, .1, .5, .9, .99), shape)). */
const reference: readonly (readonly [number, readonly number[]])[] = [
  [0.25, [6.7496979295584725e-9, 6.7500623856339663e-5, 0.043673802352873436, 0.75039287223683526, 2.4338854221970307]],
  [0.5, [7.8543928954851028e-5, 0.0078953870467156143, 0.22746821155978642, 1.3527717270477078, 3.3174483005106064]],
  [1.5, [0.057415900949558521, 0.29218718707759167, 1.1829869421876689, 3.1256943155851618, 5.6724333650721848]],
  [2.5, [0.27714903836413857, 0.80515399348116135, 2.1757300955477632, 4.6181784498905598, 7.5431362346944937]],
  [40, [26.770038645539376, 32.138922234087573, 39.667165010689104, 48.289101807633521, 56.164396260148656]],
]

/** Standard errors that a sample may be off: 5.5 is passed by chance in 4e-8 of the checks, of which there are 35. */
const Z = 5.5

describe('a gamma draw', () => {
  it.each(reference)(
    'of shape %d has the quantiles that R gives, and the mean and variance of the law',
    (shape, at) => {
      const rng = seededRng('gamma').child(String(shape))
      const draws = Float64Array.from({ length: n }, () => gammaDraw(shape, rng))
      probabilities.forEach((p, i) => {
        const below = draws.filter((draw) => draw <= at[i]).length / n
        expect(Math.abs(below - p)).toBeLessThan(Z * Math.sqrt((p * (1 - p)) / n))
      })
      expect(Math.abs(mean(draws) - shape)).toBeLessThan(Z * Math.sqrt(shape / n))
      // The fourth central moment is 3·shape² + 6·shape, so Var s² is about (2·shape² + 6·shape)/n.
      expect(Math.abs(variance(draws) - shape)).toBeLessThan(Z * Math.sqrt((2 * shape ** 2 + 6 * shape) / n))
    },
  )

  it('is repeatable, positive for the smallest shapes that a regression can have, and refuses what is no shape', () => {
    expect(gammaDraw(2, seededRng(1))).toBe(gammaDraw(2, seededRng(1)))
    const rng = seededRng('small')
    expect(Array.from({ length: 10_000 }, () => chiSquareDraw(1, rng)).every((draw) => draw > 0)).toBe(true)
    for (const shape of [0, -1, Number.NaN, Infinity]) expect(() => gammaDraw(shape, rng)).toThrow(RangeError)
  })
})

it('a χ² draw has the quantiles that R gives: qchisq(c(.025, .5, .975), 7)', () => {
  const rng = seededRng('chi square')
  const draws = Array.from({ length: n }, () => chiSquareDraw(7, rng))
  for (const [p, at] of [
    [0.025, 1.6898691806773545],
    [0.5, 6.3458111955215166],
    [0.975, 16.012764274629323],
  ]) {
    const below = draws.filter((draw) => draw <= at).length / n
    expect(Math.abs(below - p)).toBeLessThan(Z * Math.sqrt((p * (1 - p)) / n))
  }
})
