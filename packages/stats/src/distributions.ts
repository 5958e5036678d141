/** Distributions, some of which rest on a library: an entry of its own, so that who needs none of them does not bundle it. */
export {
  exponentialDistribution,
  logNormalDistribution,
  normalDistribution,
  type Distribution,
  type DistributionName,
} from './distribution.js'
export { gammaDistribution } from './gamma.js'
export { weibullDistribution } from './weibull.js'
export { fitDistribution, needsPositive } from './fit-distribution.js'
export { studentQuantile } from './student.js'
export {
  combineImputations,
  imputationKinds,
  type CombinedEstimate,
  type CombineOptions,
  type ImputationKind,
} from './combine-imputations.js'
