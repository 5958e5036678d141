/** Distributions, some of them based on a library: a separate entry, so that other users do not bundle it. */
export {
  exponentialDistribution,
  logNormalDistribution,
  normalDistribution,
  uniformDistribution,
  type Distribution,
  type DistributionName,
} from './distributions/distribution.js'
export { gammaDistribution } from './distributions/gamma.js'
export { chiSquaredDistribution } from './distributions/chi-squared.js'
export { isCount, poissonDistribution } from './distributions/poisson.js'
export { triangularDistribution } from './distributions/triangular.js'
export { kolmogorovDistance, kolmogorovP, stepsOf, type Comparison, type Steps } from './distributions/kolmogorov.js'
export { weibullDistribution } from './distributions/weibull.js'
export { fitDistribution, needsPositive } from './distributions/fit-distribution.js'
export { studentQuantile } from './distributions/student.js'
export { binomialInterval } from './distributions/binomial-interval.js'
export {
  combineImputations,
  imputationKinds,
  type CombinedEstimate,
  type CombineOptions,
  type ImputationKind,
} from './distributions/combine-imputations.js'
