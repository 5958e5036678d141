import { isProbability, requirePositive, type Distribution } from './distribution.js'
import { gammaTerm, logGammaOfNext } from './special-functions/gamma-function.js'
import { gammaTail } from './special-functions/incomplete.js'
import { whereTailIs } from './special-functions/log-newton.js'
import { normalCdf, normalQuantile } from './normal.js'
import { exp, log, log1p } from '../mathematics/index.js'

/** From here on expansions in 1/shape have ten digits. */
const LARGE_SHAPE = 1e4

/**
 * Returns the gamma law: density ∝ x^{shape−1}e^{−x/scale}, mean shape·scale.
 *
 * Quantiles have a relative error below 1e-9, probabilities an absolute one below 1e-8; below shape 1e4 both have 11
 * digits.
 *
 * @param shape - Shape, above 0.
 * @param scale - Scale, above 0.
 * @returns The law.
 * @throws RangeError unless both are above 0.
 *
 * Cost: O(√shape) terms per probability, about five times that per quantile; constant from shape 1e4 on.
 */
export function gammaDistribution(shape: number, scale: number): Distribution {
  requirePositive('the shape of a gamma distribution', shape)
  requirePositive('the scale of a gamma distribution', scale)
  const logGamma = logGammaOfNext(shape)
  const smallShapeCdf = (x: number): number => gammaTail(shape, x, false, gammaTerm(shape, x, logGamma))
  return {
    name: 'gamma',
    parameters: { shape, scale },
    mean: shape * scale,
    variance: shape * scale * scale,
    cdf(x) {
      if (x <= 0) return 0
      if (x === Infinity) return 1
      return shape < LARGE_SHAPE ? smallShapeCdf(x / scale) : largeShapeCdf(shape, x / scale)
    },
    quantile(p) {
      if (!isProbability(p)) return Number.NaN
      if (p === 1) return Infinity
      return scale * (shape < LARGE_SHAPE ? smallShapeQuantile(shape, p, logGamma) : largeShapeQuantile(shape, p))
    },
  }
}

/**
 * Newton's method in ln x on the smaller tail. It starts from Wilson and Hilferty's cube of a normal quantile. For
 * shapes up to 1 it starts from P(a, x) ≈ t·xᵃ below x = 1 and from an exponential tail above.
 */
function smallShapeQuantile(shape: number, p: number, logGamma: number): number {
  if (p === 0) return 0
  const start = quantileStart(shape, p, logGamma)
  const upper = p > 0.5
  const at = whereTailIs(upper ? 1 - p : p, start, (u) => {
    const x = exp(u)
    const term = gammaTerm(shape, x, logGamma)
    return { probability: gammaTail(shape, x, upper, term), slope: (upper ? -shape : shape) * term }
  })
  return exp(at)
}

/** Returns a value near ln x with P(shape, x) = p. */
function quantileStart(shape: number, p: number, logGamma: number): number {
  if (shape <= 1) {
    const t = 1 - shape * (0.253 + shape * 0.12)
    return p < t ? log(p / t) / shape : log(1 - log((1 - p) / (1 - t)))
  }
  const root = 1 - 1 / (9 * shape) + normalQuantile(p) / (3 * Math.sqrt(shape))
  // Far below the mean the cube may be negative; there xᵃ/Γ(a + 1) is accurate enough, and never below P.
  if (root < 0.3) return (log(p) + logGamma) / shape
  return log(shape * root * root * root)
}

/**
 * Computes Φ(η√a) − e^{−aη²/2}/√(2πa)·(1/μ − 1/η) with μ = x/a − 1 and η²/2 = μ − ln(1 + μ), with the sign of μ. The
 * next term is O(a^{−3/2}). With η = sμ the bracket is (s² − 1)/μ/(s(s + 1)), which loses no digits near the mean.
 * Source: Temme 1979; DLMF 8.12.3.
 */
function largeShapeCdf(shape: number, x: number): number {
  const mu = x / shape - 1
  const excess = squareExcess(mu)
  const s = Math.sqrt(1 + mu * excess)
  const eta = s * mu
  const density = exp((-shape * eta * eta) / 2) / Math.sqrt(2 * Math.PI * shape)
  return Math.min(1, Math.max(0, normalCdf(eta * Math.sqrt(shape)) - (density * excess) / (s * (s + 1))))
}

/** Computes (2(μ − ln(1 + μ))/μ² − 1)/μ = −2/3 + μ/2 − 2μ²/5 + …, by its series while that converges fast. */
function squareExcess(mu: number): number {
  if (Math.abs(mu) > 0.05) return ((2 * (mu - log1p(mu))) / (mu * mu) - 1) / mu
  let total = 0
  for (let k = 14; k >= 3; k--) total = (k % 2 === 0 ? 2 : -2) / k + mu * total
  return total
}

/** Cornish and Fisher's expansion up to 1/a, with cumulants a·(j − 1)!; 0 at its lower end. */
function largeShapeQuantile(shape: number, p: number): number {
  if (p === 0) return 0
  const z = normalQuantile(p)
  const root = Math.sqrt(shape)
  const terms = [z, (z * z - 1) / 3, (z * z * z - 7 * z) / 36, (-6 * z * z * z * z - 14 * z * z + 32) / 1620]
  return Math.max(0, shape + root * terms[0] + terms[1] + terms[2] / root + terms[3] / shape)
}
