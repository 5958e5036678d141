import { describe, expect, it } from 'vitest'
import { gammaTerm, logGammaOfNext } from './gamma-function.js'
import { betaFraction, gammaTail } from './incomplete.js'

/** Reference: mpmath 1.3.0 at 40 digits, gammainc(a, 0, x, regularized=True) and gammainc(a, x, inf, regularized=True). */
const tails = [
  [0.05, 1e-8, 0.4089423995834056, 0.5910576004165944],
  [0.5, 0.2, 0.4729107431344619, 0.5270892568655381],
  [0.5, 1.4, 0.9057356931587897, 0.09426430684121032],
  [0.5, 1.6, 0.9263617298796973, 0.07363827012030265],
  [0.5, 9, 0.9999779095030014, 2.209049699858544e-5],
  [1, 1.9, 0.8504313807773649, 0.14956861922263506],
  [1, 2, 0.8646647167633873, 0.1353352832366127],
  [3, 1, 0.08030139707139419, 0.9196986029286058],
  [3, 3.9, 0.7468748973702161, 0.2531251026297839],
  [3, 4.1, 0.7761860186992143, 0.2238139813007857],
  [3, 20, 0.9999995444850495, 4.555149505589213e-7],
  [40, 20, 5.3202025112462175e-5, 0.9999467979748875],
  [40, 41, 0.5829485789294043, 0.4170514210705957],
  [40, 42, 0.6419314106735939, 0.35806858932640606],
  [40, 90, 0.9999999988519196, 1.148080380148278e-9],
  [900, 850, 0.0457624941792418, 0.9542375058207582],
  [900, 1000, 0.9993774022157249, 0.0006225977842750473],
] as const
/** betainc(a, b, 0, x, regularized=True)·a·beta(a, b)/(x^a·(1 − x)^b). */
const fractions = [
  [0.1, 0.5, 0.5, 1.0725018479888073],
  [0.3, 2, 0.5, 1.340106943241293],
  [0.6, 5, 0.5, 2.257565096828776],
  [0.05, 0.5, 3, 1.1280555960538465],
  [0.2, 10, 4, 1.3388467001748252],
  [0.9, 50, 0.5, 9.283264279234052],
  [0.01, 0.25, 40, 1.389559556212107],
] as const

const tail = (shape: number, x: number, upper: boolean): number =>
  gammaTail(shape, x, upper, gammaTerm(shape, x, logGammaOfNext(shape)))

describe('the incomplete gamma function', () => {
  it.each(tails)(
    'for shape %d below and above %d: the smaller one of the two keeps its digits',
    (shape, x, below, above) => {
      for (const [upper, value] of [
        [false, below],
        [true, above],
      ] as const) {
        // The term has some ε·shape, what is taken off 1 the digits of 1.
        expect(Math.abs(tail(shape, x, upper) - value)).toBeLessThan(3e-14 * Math.max(value, 0.1 * (1 - value)))
      }
      expect(tail(shape, x, false) + tail(shape, x, true)).toBeCloseTo(1, 13)
    },
  )

  it('is exponential for shape 1, and a sum of Poisson probabilities for whole shapes', () => {
    for (const x of [1e-9, 0.3, 1, 1.99, 2.01, 7, 30]) {
      expect(Math.abs(tail(1, x, true) / Math.exp(-x) - 1)).toBeLessThan(5e-14)
      let total = 0
      for (let k = 0, one = Math.exp(-x); k < 6; k++, one *= x / k) total += one
      expect(Math.abs(tail(6, x, true) / total - 1)).toBeLessThan(1e-13)
    }
  })

  it('is 0 or 1 if even the density is indistinguishable from 0', () => {
    for (const [shape, x, below] of [
      [20, 1e-30, 0],
      [3, 2000, 1],
      [1e4, 9, 0],
      [0.01, 800, 1],
    ]) {
      expect([tail(shape, x, false), tail(shape, x, true)]).toEqual([below, 1 - below])
      expect([gammaTail(shape, x, false, 0), gammaTail(shape, x, true, 0)]).toEqual([below, 1 - below])
    }
    // At the mean itself the lower part is the one that is left.
    expect([gammaTail(5, 5, false, 0), gammaTail(5, 5, true, 0)]).toEqual([0, 1])
  })
})

describe('the continued fraction of the incomplete beta function', () => {
  it.each(fractions)('at x = %d for a = %d, b = %d', (x, a, b, value) => {
    expect(Math.abs(betaFraction(x, a, b) / value - 1)).toBeLessThan(3e-15)
  })

  it('has the closed forms of b = 1, a = 1 and of the arcsine', () => {
    for (const x of [0.001, 0.1, 0.25, 0.4, 0.49]) {
      // I_x(a, 1) = x^a: the fraction is 1/(1 − x). I_x(1, b) = 1 − (1 − x)^b; B(1, b) = 1/b.
      expect(betaFraction(x, 3, 1) * (1 - x)).toBeCloseTo(1, 14)
      expect((betaFraction(x, 1, 2) * x * (1 - x) ** 2) / (0.5 * (1 - (1 - x) ** 2))).toBeCloseTo(1, 12)
      // I_x(½, ½) = (2/π)·arcsin √x, B(½, ½) = π.
      const arcsine = Math.asin(Math.sqrt(x)) / Math.sqrt(x * (1 - x))
      expect(betaFraction(x, 0.5, 0.5) / arcsine).toBeCloseTo(1, 14)
    }
    expect(betaFraction(0, 2, 3)).toBe(1)
  })
})
