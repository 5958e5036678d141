export { sortOrder, tieRuns, type TieRuns } from './sort-order.js'
export { linkedRanks, type LinkedRanks } from './linked-ranks.js'
export { randomSortOrder, rank, type TieRule } from './rank.js'
export { median, quantile, quantileOfSorted, quantiles } from './quantile.js'
export { sortedValues } from './sorted-values.js'
export { countBelow, countUpTo } from './count-sorted.js'
export { constantOf, countValues, hasMissing, mean, standardDeviation, sum, variance } from './moments.js'
export { standardise, type Standardised } from './standardise.js'
export { completePairs, covariance, covarianceMatrix, type CompletePairs } from './covariance.js'
export { correlate, correlationMatrix, pearson, spearman, type CorrelationKind } from './correlation.js'
export { kendall } from './kendall.js'
export { symmetricEigen, type SymmetricEigen } from './symmetric-eigen.js'
export { cholPSD, eigSqrt, pinvScaled, scaledEigen, type ScaledEigen } from './psd.js'
export { nearestCorrelation } from './nearest-correlation.js'
export {
  combineColumns,
  orthonormalBasis,
  residualise,
  whiten,
  whitenedSpan,
  type OrthonormalBasis,
} from './least-squares.js'
export { equalRecords, oneGroup, refineGroups, rowsByGroup, type RecordGroups } from './record-groups.js'
export { frequencyCounts, mixedKey, type MixedKey } from './frequency.js'
export { decimalMidpoint } from './decimal.js'
export { percentOf, smallestPercent } from './percent.js'
export { multiplesOf, type Halves, type Multiples } from './multiples.js'
export { linearSumAssignment, type Assignment } from './linear-sum-assignment.js'
export { nearestTies, type NearestTies } from './nearest-ties.js'
export { type DistanceMetric } from './kd-metric.js'
export { noiseLaws, unitNoise, type NoiseLaw } from './unit-noise.js'
export { normalCdf, normalQuantile } from './normal.js'
export { chiSquareDraw, gammaDraw } from './gamma-draw.js'
export { gaussHermite, type GaussHermite } from './gauss-hermite.js'
export { copulaCorrelations, nearestCopula, normalFromSpearman, type CopulaCorrelations } from './normal-copula.js'
export { rangeVariance } from './range-variance.js'
export { nearestRecord } from './nearest-record.js'
export { kdTree, type KdLeaves, type KdTree, type Nearest, type NearestMany } from './kd-tree.js'
export { optimalPartition } from './optimal-partition.js'
