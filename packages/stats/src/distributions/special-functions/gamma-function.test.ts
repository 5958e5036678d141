import { describe, expect, it } from 'vitest'
import { gammaFunction, gammaTerm, logGammaHalfStep, logGammaOfNext, stirlingRest } from './gamma-function.js'

/** Reference: mpmath 1.3.0 at 40 digits, gamma(x). */
const gammas = [
  [0.001, 999.4237724845955],
  [0.1, 9.51350769866873],
  [0.75, 1.2254167024651776],
  [1.3, 0.8974706963062772],
  [3.7, 4.170651783796604],
  [11.2, 5819090.083978557],
  [11.999, 39819417.47930386],
  [12.001, 40014424.15709194],
  [20.25, 2.5604013332847648e17],
  [100.5, 9.320963104082716e156],
  [170.6, 9.295995953500918e305],
  [171.6, 1.5858969096672565e308],
] as const
/** loggamma(x) − ((x − ½)·log(x) − x + ½·log(2·pi)). */
const rests = [
  [12, 0.00694284010720953],
  [12.5, 0.006665247032707682],
  [30, 0.0027776749297526936],
  [1000, 8.333333055555635e-5],
] as const
/** loggamma(a + 1). */
const logsOfNext = [
  [0.001, -0.0005763935982833696],
  [0.3, -0.10817480950786047],
  [5, 4.787491742782046],
  [11.9, 19.735015850713005],
  [12, 19.987214495661885],
  [12.1, 20.240212723401434],
  [50, 148.47776695177302],
  [1e4, 82108.92783681436],
  [1e9, 19723265848.226982],
] as const
/** loggamma(a + ½) − loggamma(a). */
const halfSteps = [
  [0.01, -4.046506060112221],
  [0.5, -0.5723649429247001],
  [3, 0.5078264217871289],
  [11.5, 1.2103073693066446],
  [12, 1.2320396660625599],
  [12.5, 1.2528669837254405],
  [1000, 3.453752639496277],
  [1e8, 9.210340370726183],
] as const
/** x^a·exp(−x)/gamma(a + 1). */
const terms = [
  [0.01, 1e-5, 0.8963279236891473],
  [0.5, 3, 0.09730434665928292],
  [11.9, 10, 0.09688280332666302],
  [11.9, 30, 9.508236814321202e-5],
  [12, 1, 7.68012969416892e-10],
  [12, 5.9, 0.01017535880665607],
  [12, 6.1, 0.012428671701101424],
  [12, 12, 0.11436791550944653],
  [12, 30, 0.00010382062415205693],
  [100, 90, 0.0233208254251418],
  [5000, 5100, 0.0021029475677758532],
  [5000, 4800, 9.257194825150503e-5],
] as const

describe('the gamma function', () => {
  it.each(gammas)('at %d, on both sides of the start of the series', (x, value) => {
    expect(Math.abs(gammaFunction(x) / value - 1)).toBeLessThan(3e-14)
  })

  it('is (n − 1)! at whole numbers, √π·1·3·5…/2ⁿ at halves, grows by x at every step, and ends above 171.62', () => {
    for (let n = 1, product = 1, odd = Math.sqrt(Math.PI); n <= 24; product *= n, odd *= n - 0.5, n++) {
      expect(Math.abs(gammaFunction(n) / product - 1)).toBeLessThan(3e-14)
      expect(Math.abs(gammaFunction(n - 0.5) / odd - 1)).toBeLessThan(3e-14)
    }
    for (let x = 0.05; x < 30; x += 0.37) expect(gammaFunction(x + 1) / gammaFunction(x) / x).toBeCloseTo(1, 13)
    expect([171.7, 172, 172.5, 1e9, Infinity].map(gammaFunction)).toEqual(Array(5).fill(Infinity))
  })

  it.each(rests)('has the rest of Stirling’s formula at %d', (x, value) => {
    // The next term of the series, and roundings.
    expect(Math.abs(stirlingRest(x) - value)).toBeLessThan((691 / 360360) * x ** -11 + 4e-16 * value)
  })

  it.each(logsOfNext)('has its logarithm at the next number after %d', (a, value) => {
    // Below 12 the logarithm of a number with 14 digits.
    expect(Math.abs(logGammaOfNext(a) - value)).toBeLessThan(3e-14 + 1e-15 * Math.abs(value))
  })

  it.each(halfSteps)('has the difference of its logarithms half a step after %d', (a, value) => {
    expect(Math.abs(logGammaHalfStep(a) - value)).toBeLessThan(3e-15 * Math.max(1, Math.abs(value)))
  })

  it.each(terms)('has the term xᵃe⁻ˣ/Γ(a + 1) at a = %d, x = %d', (a, x, value) => {
    expect(Math.abs(gammaTerm(a, x, logGammaOfNext(a)) / value - 1)).toBeLessThan(5e-14)
  })
})
