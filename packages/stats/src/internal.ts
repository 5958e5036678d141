export { linkedRanks } from './moments/linked-ranks.js'
export { orderRuns, orderTied } from './order/random-order.js'
export { recordOrder } from './order/record-order.js'
export { quantileOfPlaces, quantilePlaces } from './order/quantile.js'
export { sortRecords } from './order/sort-records.js'
export { countsBelow } from './order/count-sorted.js'
export { placesAmong, type PlacesAmong } from './order/places-among.js'
export { largestSize } from './moments/moments.js'
export { lostBy } from './moments/compensated.js'
export { inRuns } from './moments/in-runs.js'
export {
  meanOfTotals,
  mergedTotals,
  powerOfTotals,
  squaresOfBlock,
  totalsOfBlock,
  varianceOfSums,
  type ColumnTotals,
} from './moments/column-totals.js'
export {
  mergedRanges,
  mergedSquares,
  rangeOfBlock,
  spread,
  spreadOfTotals,
  spreadSquares,
  spreadSums,
  type ColumnRange,
  type Spread,
  type SpreadSquares,
} from './moments/spread.js'
export { squarable, squarablePower, timesPower } from './moments/times-power.js'
export { completePairs, pairedValues } from './moments/complete-pairs.js'
export { covarianceOfSums, crossSumsOfBlock, mergedCrossSums, pairProductsOfBlock } from './moments/covariance.js'
export { correlationsOf, withinOne } from './moments/correlation.js'
export {
  centralSumsOfBlock,
  momentsOfCentralSums,
  pairTotalsOfBlock,
  type JointMoments,
} from './moments/joint-moments.js'
export { matrixOf } from './linear/matrices/matrix-of.js'
export { cholPSD, pinvScaled } from './linear/matrices/psd.js'
export { covarianceTransport } from './linear/matrices/covariance-transport.js'
export { categoryScores } from './imputation/category-scores.js'
export { nearestDonors } from './imputation/nearest-donors.js'
export { predicted, predictionModel } from './imputation/prediction-model.js'
export { ridgeInverse } from './linear/matrices/ridge-inverse.js'
export { nearestCorrelation } from './linear/matrices/nearest-correlation.js'
export { orthonormalBasis, whiten, whitenedSpan, type OrthonormalBasis } from './linear/regression/least-squares.js'
export {
  addMultiple,
  columnArrays,
  partBuffers,
  storedColumns,
  writeParts,
  writtenOver,
  type RecordColumns,
} from './linear/spans/record-columns.js'
export { combination, linearCombination, sumOf } from './linear/spans/combined-columns.js'
export {
  identityColumns,
  isLinear,
  linearRange,
  readFrom,
  sideBySide,
  type LinearColumns,
} from './linear/spans/linear-columns.js'
export {
  emptySpan,
  extendedSpan,
  firstColumns,
  firstRound,
  MANY_RECORDS,
  spanOfRounds,
  type SpanStart,
  type WhiteSpan,
} from './linear/spans/white-span.js'
export { regressionOfSpan, spannedRegression, type SpannedRegression } from './linear/spans/spanned-regression.js'
export { mergedSpanSums, spanSumsAmong, spanSumsOfBlock } from './linear/spans/span-sums.js'
export { residualsInSpan, residualsOn, whitenedResiduals } from './linear/spans/whitened-residuals.js'
export { dependentColumns, type DependentColumn } from './linear/regression/dependent-columns.js'
export { logisticRegression, type LogisticFit } from './linear/regression/logistic-regression.js'
export { proportionalOdds } from './linear/regression/proportional-odds.js'
export { designWidth, linearPredictor, type Design, type DesignBlock } from './linear/regression/design-blocks.js'
export { transitionEstimate } from './linear/matrices/transition-estimate.js'
export { oneGroup, refineGroups } from './groups/record-groups.js'
export { fewNumbers, outlyingCodes, type FewNumbers, type NumberCount } from './groups/few-numbers.js'
export { frequencyCounts } from './groups/frequency.js'
export { classValues } from './groups/class-values.js'
export { uniqueCombinations } from './groups/unique-combinations.js'
export { matchingValues, type ValueSet } from './groups/matching-values.js'
export { matchingRows } from './groups/matching-rows.js'
export { matchingTotals } from './groups/matching-totals.js'
export { wildcardTotals } from './groups/wildcard-totals.js'
export {
  minimalUniques,
  MOST_KEYS,
  setsUpTo,
  type FoundUnique,
  type MinimalUniquesOptions,
} from './groups/minimal-uniques.js'
export { kMeans, squaredDistance, type KMeans } from './clusters/k-means.js'
export { plusPlusStarts } from './clusters/plus-plus-starts.js'
export { fuzzyCMeans, type FuzzyCMeans } from './clusters/fuzzy-c-means.js'
export { partitionIndices, type PartitionIndices } from './clusters/partition-indices.js'
export { decimalMidpoint, decimalOf, digitsAt, fromDecimal, type Decimal } from './decimals/decimal.js'
export { percentOf, smallestPercent } from './decimals/percent.js'
export { foldWithin } from './decimals/fold-within.js'
export { commonStep, mergedSteps, stepOfTotals, stepTotals, type StepTotals } from './decimals/common-step.js'
export { fineStep } from './decimals/fine-step.js'
export { nearestMultiple } from './decimals/value-step.js'
export { blockDistances, pairBounds } from './neighbours/kd-distance.js'
export { nearestDistances, nearestTies } from './neighbours/nearest-ties.js'
export { noiseLaws, unitNoiseOfBlock } from './distributions/unit-noise.js'
export { digammaRise, logGammaRise } from './distributions/special-functions/gamma-rise.js'
export { approximateIndividualRisk, individualRisk } from './distributions/individual-risk.js'
export { bandwidthOf, densityOfSums, isFar, kernelSumsOfBlock } from './distributions/kernel-density.js'
export { chiSquareDraw, gammaDraw } from './distributions/gamma-draw.js'
export { gaussHermite } from './linear/matrices/gauss-hermite.js'
export {
  copulaCorrelations,
  nearestCopula,
  normalFromSpearman,
  type CopulaCorrelations,
} from './linear/matrices/normal-copula.js'
export { rangeVariance } from './moments/range-variance.js'
export { inRange, rangeUnit } from './neighbours/key-range.js'
export { distanceRange, type DistanceRange } from './neighbours/uncertain-ties.js'
export { optimalPartition } from './groups/optimal-partition.js'
export { powerOfTwo } from './mathematics/index.js'
export { CALIBRATION_STEPS, calibrateWeights, type Calibration } from './calibration/calibrate.js'
export type { CalibrationMethod, FactorBounds } from './calibration/distances.js'
export { marginTotals, type MarginRows } from './calibration/margin-rows.js'
