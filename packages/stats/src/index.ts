export { sortOrder, tieRuns, type TieRuns } from './order/sort-order.js'
export { randomSortOrder, rank, type TieRule } from './order/rank.js'
export { randomPermutation } from './order/random-order.js'
export { median, quantile, quantileOfSorted, quantiles } from './order/quantile.js'
export { sortedValues } from './order/sorted-values.js'
export { countBelow, countUpTo } from './order/count-sorted.js'
export { constantOf, countValues, hasMissing, mean, standardDeviation, sum, variance } from './moments/moments.js'
export { sumOver } from './moments/sum-over.js'
export { standardise, type Standardised } from './moments/standardise.js'
export { covariance, covarianceMatrix } from './moments/covariance.js'
export { correlate, correlationMatrix, pearson, spearman, type CorrelationKind } from './moments/correlation.js'
export { symmetricEigen, type SymmetricEigen } from './linear/matrices/symmetric-eigen.js'
export { eigSqrt } from './linear/matrices/psd.js'
export { residualise } from './linear/regression/least-squares.js'
export { linearRegression, type LinearFit } from './linear/regression/linear-regression.js'
export { equalRecords, rowsByGroup, type RecordGroups } from './groups/record-groups.js'
export { keyClasses } from './groups/key-classes.js'
export { roundToStep, type ValueStep } from './decimals/value-step.js'
export { multiplesOf, type Halves, type Multiples } from './decimals/multiples.js'
export { linearSumAssignment, type Assignment } from './groups/linear-sum-assignment.js'
export type { DistanceMetric } from './neighbours/kd-metric.js'
export { unitNoise, type NoiseLaw } from './distributions/unit-noise.js'
export { normalCdf, normalQuantile } from './distributions/normal.js'
export { nearestRecord } from './neighbours/nearest-record.js'
export type {
  NearestByDistance,
  PossibleDistance,
  PossiblyNearest,
  UncertainPoint,
  UncertainRecords,
} from './neighbours/uncertain-ties.js'
export { kdTree, type KdLeaves, type KdTree, type Nearest, type NearestMany } from './neighbours/kd-tree.js'
export {
  cbrt,
  cos,
  exp,
  expm1,
  hypot,
  log,
  log1p,
  log2,
  log10,
  pow,
  /** @public */ sin,
  /** @public */ tanh,
} from './mathematics/index.js'
