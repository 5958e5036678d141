import {
  exponentialDistribution,
  logNormalDistribution,
  normalDistribution,
  uniformDistribution,
  type Distribution,
  type DistributionName,
} from './distribution.js'
import { fitChiSquared } from './chi-squared.js'
import { gammaDistribution } from './gamma.js'
import { logMinusDigamma, logMinusDigammaSlope } from './special-functions/digamma.js'
import { constantOf, mean, standardDeviation } from '../moments/moments.js'
import { newtonOnLog } from './special-functions/newton-on-log.js'
import { isCount, poissonDistribution } from './poisson.js'
import { fitTriangular } from './triangular.js'
import { weibullDistribution } from './weibull.js'
import { exp, log, log1p } from '../mathematics/index.js'

/**
 * Fits a law of the given name by maximum likelihood.
 *
 * Normal and log-normal: mean and standard deviation (divisor n) of the values or their logarithms. Exponential: the
 * mean. Gamma and Weibull: Newton's method on the one equation left after eliminating the scale. χ²: likewise
 * (`fitChiSquared`). Poisson: the mean. Uniform: the least and the greatest value. Triangular: `fitTriangular`.
 *
 * @param name - Name of the law.
 * @param values - Values within the support of the law, at least one; not all equal, except for the exponential and
 *   the Poisson law.
 * @returns The law with its fitted parameters.
 * @throws RangeError for a missing or infinite value, a value outside the support, no values, or equal values.
 *
 * Cost: O(n) per iteration.
 * Source: Johnson, Kotz & Balakrishnan 1994, chapters 13, 14, 17, 18, 19 and 21.
 */
export function fitDistribution(name: DistributionName, values: Float64Array): Distribution {
  requireFit(name, values)
  switch (name) {
    case 'normal':
      return normalDistribution(mean(values), standardDeviation(values, 0))
    case 'log-normal': {
      const logs = values.map(log)
      return logNormalDistribution(mean(logs), standardDeviation(logs, 0))
    }
    case 'exponential':
      return exponentialDistribution(mean(values))
    case 'gamma':
      return fitGamma(values)
    case 'weibull':
      return fitWeibull(values)
    case 'uniform':
      return uniformDistribution(
        values.reduce((a, b) => Math.min(a, b)),
        values.reduce((a, b) => Math.max(a, b)),
      )
    case 'triangular':
      return fitTriangular(values)
    case 'chi-squared':
      return fitChiSquared(values)
    case 'poisson':
      return poissonDistribution(mean(values))
  }
}

/** Returns true for a law of positive numbers. */
export function needsPositive(name: DistributionName): boolean {
  return name !== 'normal' && name !== 'uniform' && name !== 'triangular' && name !== 'poisson'
}

function requireFit(name: DistributionName, values: Float64Array): void {
  if (values.length === 0) throw new RangeError(`a ${name} distribution cannot be fitted to no values`)
  const least = needsPositive(name) ? 0 : -Infinity
  const fits = name === 'poisson' ? isCount : (value: number): boolean => value > least && value < Infinity
  const bad = values.findIndex((value) => !fits(value))
  if (bad >= 0) {
    const wanted = name === 'poisson' ? 'whole' : needsPositive(name) ? 'positive' : 'finite'
    throw new RangeError(`a ${name} distribution is fitted to ${wanted} values, not to ${values[bad]} in row ${bad}`)
  }
  if (name !== 'exponential' && name !== 'poisson' && constantOf(values) !== undefined) {
    throw new RangeError(`a ${name} distribution cannot be fitted to values that are all ${values[0]}`)
  }
}

/**
 * Solves ln a − ψ(a) = ln x̄ − mean ln x. The right side is the mean of d − ln(1 + d) with d = x/x̄ − 1, so that no
 * term is negative.
 */
function fitGamma(values: Float64Array): Distribution {
  const centre = mean(values)
  const gap = mean(
    values.map((value) => {
      const d = (value - centre) / centre
      // For d near −1 the quotient has the digits that d has lost.
      return d - (d < -0.5 ? log(value / centre) : log1p(d))
    }),
  )
  // Minka's closed approximation, good to 1.5 %; logarithms of both sides make the equation nearly linear.
  const start = (3 - gap + Math.sqrt((gap - 3) * (gap - 3) + 24 * gap)) / (12 * gap)
  const shape = newtonOnLog(start, (a) => {
    const left = logMinusDigamma(a)
    return log(left / gap) / ((a * logMinusDigammaSlope(a)) / left)
  })
  return gammaDistribution(shape, centre / shape)
}

/** Solves Σx^k ln x/Σx^k − 1/k = mean ln x. With y = ln x − max ln x no power overflows. */
function fitWeibull(values: Float64Array): Distribution {
  const logs = values.map(log)
  const largest = logs.reduce((most, value) => Math.max(most, value))
  const below = logs.map((value) => value - largest)
  const meanBelow = mean(below)
  let total = 0
  const shape = newtonOnLog(Math.PI / Math.sqrt(6) / standardDeviation(below, 0), (k) => {
    total = 0
    let first = 0
    let second = 0
    for (let i = 0; i < below.length; i++) {
      const power = exp(k * below[i])
      total += power
      first += power * below[i]
      second += power * below[i] * below[i]
    }
    const weighted = first / total
    const slope = second / total - weighted * weighted + 1 / (k * k)
    return (weighted - 1 / k - meanBelow) / (k * slope)
  })
  const scale = exp(largest + log(total / below.length) / shape)
  return weibullDistribution(shape, scale)
}
