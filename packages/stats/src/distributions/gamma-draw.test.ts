import { seededRng, type Rng } from '@sdc/core'
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

/** Allowed deviation of a sample in standard errors: chance exceeds 5.5 in 4e-8 of the checks, and there are 35. */
const Z = 5.5

describe('a gamma draw', () => {
  it.each(reference)('for shape %d has the quantiles of R, and the mean and variance of the law', (shape, at) => {
    const rng = seededRng('gamma').child(String(shape))
    const draws = Float64Array.from({ length: n }, () => gammaDraw(shape, rng))
    probabilities.forEach((p, i) => {
      const below = draws.filter((draw) => draw <= at[i]).length / n
      expect(Math.abs(below - p)).toBeLessThan(Z * Math.sqrt((p * (1 - p)) / n))
    })
    expect(Math.abs(mean(draws) - shape)).toBeLessThan(Z * Math.sqrt(shape / n))
    // The fourth central moment is 3·shape² + 6·shape, so Var s² is about (2·shape² + 6·shape)/n.
    expect(Math.abs(variance(draws) - shape)).toBeLessThan(Z * Math.sqrt((2 * shape ** 2 + 6 * shape) / n))
  })

  it('is repeatable, is positive for the smallest shapes of a regression, and refuses invalid shapes', () => {
    expect(gammaDraw(2, seededRng(1))).toBe(gammaDraw(2, seededRng(1)))
    const rng = seededRng('small')
    expect(Array.from({ length: 10_000 }, () => chiSquareDraw(1, rng)).every((draw) => draw > 0)).toBe(true)
    for (const shape of [0, -1, Number.NaN, Infinity]) expect(() => gammaDraw(shape, rng)).toThrow(RangeError)
  })
})

it('a χ² draw has the quantiles of R: qchisq(c(.025, .5, .975), 7)', () => {
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

describe('the method of Marsaglia and Tsang', () => {
  /** A source that gives these numbers, and the third kind of draw an error. */
  const given = (normals: number[], uniforms: number[]): Rng => {
    const next = (from: number[]): number => from.shift() ?? expect.fail('drawn too often')
    return { ...seededRng(1), normal: () => next(normals), uniform: () => next(uniforms) }
  }
  const cubeOf = (shape: number, z: number): number => (shape - 1 / 3) * (1 + z / Math.sqrt(9 * (shape - 1 / 3))) ** 3
  /** ln U has to be below this. */
  const boundOf = (shape: number, z: number): number => {
    const d = shape - 1 / 3
    const v = cubeOf(shape, z) / d
    return (z * z) / 2 + d - d * v + d * Math.log(v)
  }

  it('takes the cube if the uniform number is below its bound, and redraws otherwise', () => {
    for (const [shape, z] of [
      [1, 0.7],
      [1, -1.2],
      [2.5, 2],
      [40, -3],
    ]) {
      expect(gammaDraw(shape, given([z], [0.99999]))).toBeCloseTo(cubeOf(shape, z), 12)
      // 1 − uniform is the number, on both sides of e^bound.
      const accepted = Math.exp(boundOf(shape, z))
      expect(accepted).toBeLessThan(1)
      expect(gammaDraw(shape, given([z], [1 - accepted + 1e-9]))).toBeCloseTo(cubeOf(shape, z), 12)
      expect(gammaDraw(shape, given([z, 0.1], [1 - accepted - 1e-9, 0.9]))).toBeCloseTo(cubeOf(shape, 0.1), 12)
    }
  })

  it('redraws if the cube is not positive, without a uniform number', () => {
    // 1 + z/√6 is below 0 from z = −2.45 on, for shape 1.
    expect(gammaDraw(1, given([-2.5, 0.2], [0.5]))).toBeCloseTo(cubeOf(1, 0.2), 12)
  })

  it('makes a shape below 1 from the shape plus 1, and χ² from gamma', () => {
    expect(gammaDraw(0.25, given([0.4], [0.9, 0.3]))).toBeCloseTo(cubeOf(1.25, 0.4) * 0.7 ** 4, 14)
    expect(chiSquareDraw(5, given([0.4], [0.9]))).toBeCloseTo(2 * cubeOf(2.5, 0.4), 13)
  })
})
