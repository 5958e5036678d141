import { normalCdf, normalQuantile } from './normal.js'
import { exp, expm1, log, log1p } from '../mathematics/index.js'

export type DistributionName =
  | 'normal'
  | 'log-normal'
  | 'exponential'
  | 'gamma'
  | 'weibull'
  | 'uniform'
  | 'triangular'
  | 'chi-squared'
  | 'poisson'

/** Law on the real line, continuous except for the Poisson law. */
export interface Distribution {
  readonly name: DistributionName
  /** Parameters by their names in the docblock of the constructor. */
  readonly parameters: Readonly<Record<string, number>>
  readonly mean: number
  readonly variance: number
  /** Returns P(X ≤ x); NaN for a missing x. */
  cdf(x: number): number
  /** Returns the x with P(X ≤ x) = p: the ends of the support at 0 and 1, NaN outside [0, 1] and for a missing p. */
  quantile(p: number): number
}

/**
 * Returns the normal law N(mean, sd²).
 *
 * @param mean - Mean, finite.
 * @param sd - Standard deviation, above 0 and finite.
 * @returns The law.
 * @throws RangeError unless sd > 0 and both are finite.
 */
export function normalDistribution(mean: number, sd: number): Distribution {
  requireFinite('the mean of a normal distribution', mean)
  requirePositive('the sd of a normal distribution', sd)
  return {
    name: 'normal',
    parameters: { mean, sd },
    mean,
    variance: sd * sd,
    cdf: (x) => normalCdf((x - mean) / sd),
    quantile: (p) => mean + sd * normalQuantile(p),
  }
}

/**
 * Returns the log-normal law: ln X ~ N(meanLog, sdLog²).
 *
 * @param meanLog - Mean of ln X, finite.
 * @param sdLog - Standard deviation of ln X, above 0 and finite.
 * @returns The law.
 * @throws RangeError unless sdLog > 0 and both are finite.
 */
export function logNormalDistribution(meanLog: number, sdLog: number): Distribution {
  requireFinite('meanLog of a log-normal distribution', meanLog)
  requirePositive('sdLog of a log-normal distribution', sdLog)
  const mean = exp(meanLog + (sdLog * sdLog) / 2)
  return {
    name: 'log-normal',
    parameters: { meanLog, sdLog },
    mean,
    variance: expm1(sdLog * sdLog) * mean * mean,
    cdf: (x) => (x <= 0 ? 0 : normalCdf((log(x) - meanLog) / sdLog)),
    quantile: (p) => exp(meanLog + sdLog * normalQuantile(p)),
  }
}

/**
 * Returns the exponential law F(x) = 1 − e^{−x/mean}.
 *
 * @throws RangeError unless mean > 0.
 */
export function exponentialDistribution(mean: number): Distribution {
  requirePositive('the mean of an exponential distribution', mean)
  return {
    name: 'exponential',
    parameters: { mean },
    mean,
    variance: mean * mean,
    cdf: (x) => (x <= 0 ? 0 : -expm1(-x / mean)),
    quantile: (p) => (isProbability(p) ? -mean * log1p(-p) : Number.NaN),
  }
}

/**
 * Returns the uniform law: F(x) = (x − min)/(max − min) between the two.
 *
 * @param min - Lower end.
 * @param max - Upper end.
 * @returns The law.
 * @throws RangeError unless min < max and both are finite
 */
export function uniformDistribution(min: number, max: number): Distribution {
  requireFinite('the lower end of a uniform distribution', min)
  requireFinite('the upper end of a uniform distribution', max)
  const width = max - min
  requirePositive('the width of a uniform distribution', width)
  return {
    name: 'uniform',
    parameters: { min, max },
    mean: min + width / 2,
    variance: (width * width) / 12,
    cdf: (x) => (x <= min ? 0 : x >= max ? 1 : (x - min) / width),
    quantile: (p) => (isProbability(p) ? Math.min(max, min + p * width) : Number.NaN),
  }
}

/** Throws RangeError, naming the parameter, unless 0 < value < ∞. */
export function requirePositive(what: string, value: number): void {
  if (!(value > 0 && value < Infinity)) throw new RangeError(`${what} is a number above 0, not ${value}`)
}

/** Returns true if p is from 0 to 1; false for a missing p. */
export function isProbability(p: number): boolean {
  return p >= 0 && p <= 1
}

/**
 * Refuses a parameter that is missing or infinite.
 *
 * @param what - Its name.
 * @param value - Its value.
 * @throws RangeError, naming the parameter, unless it is finite
 */
export function requireFinite(what: string, value: number): void {
  if (!Number.isFinite(value)) throw new RangeError(`${what} is a finite number, not ${value}`)
}
