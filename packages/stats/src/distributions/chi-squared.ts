import { gammaDistribution } from './gamma.js'
import { logMinusDigamma, logMinusDigammaSlope } from './special-functions/digamma.js'
import { requirePositive, type Distribution } from './distribution.js'
import { newtonOnLog } from './special-functions/newton-on-log.js'
import { mean } from '../moments/moments.js'
import { exp, log } from '../mathematics/index.js'

const EULER = 0.5772156649015329

/**
 * Returns the χ² law of ν degrees of freedom, i.e. the gamma law of shape ν/2 and scale 2.
 *
 * @param degrees - ν, above 0, not necessarily whole.
 * @returns The law, with the precision of `gammaDistribution`.
 * @throws RangeError unless ν is above 0 and finite
 */
export function chiSquaredDistribution(degrees: number): Distribution {
  requirePositive('the degrees of freedom of a χ² distribution', degrees)
  return { ...gammaDistribution(degrees / 2, 2), name: 'chi-squared', parameters: { degrees } }
}

/**
 * Fits the χ² law of maximum likelihood: ψ(ν/2) + ln 2 = mean ln x, by Newton's method on ln(ν/2).
 *
 * @param values - Positive and finite, at least one.
 * @returns The law.
 * @throws RangeError if its ν is not a number above 0, e.g. for values as small as 1e-300
 *
 * Cost: O(n), and a few steps that do not depend on n.
 */
export function fitChiSquared(values: Float64Array): Distribution {
  const target = mean(values.map(log)) - log(2)
  // ψ(a) ≈ ln(a − ½) for a large a, −1/a − γ for a small one.
  const start = target > -2.2 ? exp(target) + 0.5 : -1 / (target + EULER)
  const half = newtonOnLog(start, (a) => (log(a) - logMinusDigamma(a) - target) / (1 - a * logMinusDigammaSlope(a)))
  return chiSquaredDistribution(2 * half)
}
