import { exp, log, log1p } from '../mathematics/index.js'
import { logGammaOfNext } from './special-functions/gamma-function.js'
import { betaFraction } from './special-functions/incomplete.js'

/** Number of halvings after which the ends of an interval between 0 and 1 are equal as doubles, or nearly so. */
const HALVINGS = 64

/**
 * Computes the interval of a probability with confidence 1 − `risk`, for `hits` hits among `trials` independent trials.
 *
 * Clopper and Pearson's exact interval. Its lower end is the p for which `hits` or more have probability risk/2, its
 * upper end the p for which `hits` or fewer have. It covers the probability at least as often as claimed: it is too
 * wide rather than too narrow. A mean of numbers between 0 and 1 counts as `hits` = mean·trials, which need not be
 * whole: such numbers vary less than hits and misses of the same mean.
 *
 * @param hits - From 0 to `trials`.
 * @param trials - More than 0.
 * @param risk - Probability that the interval misses; .05 for 95 %.
 * @returns The lower and the upper end, from 0 to 1.
 * @throws RangeError for hits outside 0 to trials, no trial, or a risk outside 0 to 1.
 *
 * Source: Clopper & Pearson 1934.
 */
export function binomialInterval(hits: number, trials: number, risk = 0.05): readonly [low: number, high: number] {
  if (!(trials > 0 && hits >= 0 && hits <= trials))
    throw new RangeError(`an interval is asked for ${hits} hits among ${trials} trials`)
  if (!(risk > 0 && risk < 1)) throw new RangeError(`an interval is missed by a share between 0 and 1, not ${risk}`)
  const low = hits === 0 ? 0 : betaQuantile(risk / 2, hits, trials - hits + 1)
  const high = hits === trials ? 1 : betaQuantile(1 - risk / 2, hits + 1, trials - hits)
  return [low, high]
}

/** Returns the x with I_x(a, b) = p, by halving. */
function betaQuantile(p: number, a: number, b: number): number {
  const logBeta = logGammaOfNext(a - 1) + logGammaOfNext(b - 1) - logGammaOfNext(a + b - 1)
  let [low, high] = [0, 1]
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2
    if (betaShare(middle, a, b, logBeta) < p) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Returns I_x(a, b), the regularised incomplete beta function, for 0 < x < 1. */
function betaShare(x: number, a: number, b: number, logBeta: number): number {
  const term = exp(a * log(x) + b * log1p(-x) - logBeta)
  return x < (a + 1) / (a + b + 2) ? (term * betaFraction(x, a, b)) / a : 1 - (term * betaFraction(1 - x, b, a)) / b
}
