import { exp, log, log1p } from '../mathematics/index.js'
import { logGammaHalfStep } from './special-functions/gamma-function.js'
import { betaFraction } from './special-functions/incomplete.js'
import { whereTailIs, type Tail } from './special-functions/log-newton.js'
import { normalQuantile } from './normal.js'

/** From this value on two terms of the expansion in 1/ν have ten digits. */
const MANY_DEGREES = 1e5

/**
 * Computes the quantile of Student's t distribution, or of the normal distribution for infinite degrees of freedom.
 * Relative error below 1e-9; infinite if it exceeds the greatest double, e.g. for a few thousandths of a degree.
 *
 * @param p - Probability, between 0 and 1.
 * @param degrees - Degrees of freedom, above 0, not necessarily whole.
 * @returns The t with P(T ≤ t) = p.
 * @throws RangeError unless 0 < p < 1 and degrees > 0.
 */
export function studentQuantile(p: number, degrees: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`a quantile is asked for p between 0 and 1, not ${p}`)
  if (!(degrees > 0)) throw new RangeError(`degrees of freedom are greater than 0, not ${degrees}`)
  if (p === 0.5) return 0
  if (degrees < MANY_DEGREES) return Math.sign(p - 0.5) * upperQuantile(Math.min(p, 1 - p), degrees)
  const z = normalQuantile(p)
  return z + (z * z * z + z) / (4 * degrees)
}

/**
 * Finds the t > 0 with P(T > t) = q < ½, by Newton's method in ln t on P(0 < T < t) near the middle, else on P(T > t).
 */
function upperQuantile(q: number, degrees: number): number {
  // Logarithm of the density at 0.
  const peak = logGammaHalfStep(degrees / 2) - 0.5 * log(Math.PI * degrees)
  const isCentral = q > 0.25
  // The density is at most that at 0, and at most that of the tail, proportional to t^{−ν − 1}.
  const central = log(0.5 - q) - peak
  const farOut = (peak + ((degrees - 1) / 2) * log(degrees) - log(q)) / degrees
  const z = -normalQuantile(q)
  const start = isCentral ? central : degrees < 3 ? farOut : log(z + (z * z * z + z) / (4 * degrees))
  return exp(whereTailIs(isCentral ? 0.5 - q : q, start, (u) => studentTail(u, degrees, peak, isCentral)))
}

/**
 * Computes P(T > t) = ½ I_w(ν/2, ½) with w = ν/(ν + t²), or P(0 < T < t) = ½ I_{1−w}(½, ν/2), and the derivative in u =
 * ln t. It uses the fraction that converges, and logarithms, since t² may overflow.
 */
function studentTail(u: number, degrees: number, peak: number, isCentral: boolean): Tail {
  const ratio = 2 * u - log(degrees)
  const logOther = ratio > 37 ? ratio : log1p(exp(ratio))
  const w = exp(-logOther)
  const rest = exp(ratio - logOther)
  const a = degrees / 2
  const slope = exp(peak + u - ((degrees + 1) / 2) * logOther)
  // w^a (1 − w)^½ / B(a, ½) = t·(density at t)
  const isUpper = w < (a + 1) / (a + 2.5)
  const half = isUpper ? (slope * betaFraction(w, a, 0.5)) / (2 * a) : slope * betaFraction(rest, 0.5, a)
  return { probability: isUpper === isCentral ? 0.5 - half : half, slope: isCentral ? slope : -slope }
}
