import { definePlugin, literature } from '@sdc/core'
import { correlationMetric } from './moments/correlation.js'
import { categoricalDistanceMetric } from './distributions/categorical-distance.js'
import { kAnonymityMetric } from './keys/k-anonymity.js'
import { ilScoreMetric } from './moments/il-score.js'
import { marginalDistanceMetric } from './distributions/marginal-distance.js'
import { negativeValuesMetric } from './distributions/negative-values.js'
import { rankCorrelationLossMetric } from './moments/rank-correlation.js'
import { sseRatioMetric } from './moments/sse-ratio.js'
import { dbrlKernelMetric } from './linkage/dbrl-kernel.js'
import { dbrlMahalanobisMetric } from './linkage/dbrl-mahalanobis.js'
import { dbrlMetric } from './linkage/dbrl.js'
import { dldMetric } from './linkage/dld.js'
import { drCombineMetric } from './scores/dr-combine.js'
import { fullerIdentificationMetric } from './model/fuller-identification.js'
import { intervalDisclosureMetric } from './intervals/interval-disclosure.js'
import { rankCorrelationRiskMetric } from './model/rank-correlation.js'
import { rsRlMetric } from './linkage/rs-rl.js'
import { valueDisclosureMetric } from './model/value-disclosure.js'
import { propensityMetric } from './model/propensity.js'
import { confidenceOverlapMetric } from './model/confidence-overlap.js'
import { attributeInferenceMetric } from './inference/attribute-inference.js'
import { membershipMetric } from './inference/membership.js'
import { sebeMetric } from './scores/sebe.js'
import { mixedMeanMetric } from './scores/mixed-mean.js'
import { mixedWorstMetric } from './scores/mixed-worst.js'
import { openColumnsMetric } from './open/open-columns.js'
import { name, version } from '../package.json'

export { linkCredit, nearestLinks, oneRight, type NearestLinks, type RightRows, type TieCount } from './linkage/link.js'
export {
  absoluteVariation,
  ilScoreMetric,
  momentVariations,
  relativeVariation,
  type Variation,
} from './moments/il-score.js'
export { correlationChanges, type CorrelationChange } from './moments/correlation-change.js'
export { correlationMetric } from './moments/correlation.js'
export { kolmogorovDistance, marginalDistanceMetric } from './distributions/marginal-distance.js'
export { categoricalDistanceMetric, categoryDistances } from './distributions/categorical-distance.js'
export { kAnonymityMetric } from './keys/k-anonymity.js'
export { negativeValuesMetric } from './distributions/negative-values.js'
export { rankCorrelationLossMetric } from './moments/rank-correlation.js'
export { squaredErrors, sseRatioMetric, type SquaredErrors } from './moments/sse-ratio.js'
export { dbrlMetric } from './linkage/dbrl.js'
export { distanceKeys, type DistanceKeys, type KeyScale } from './linkage/distance-keys.js'
export { dbrlKernelMetric, kernelFeatures } from './linkage/dbrl-kernel.js'
export { dbrlMahalanobisMetric, mahalanobisSpace } from './linkage/dbrl-mahalanobis.js'
export { fullerIdentificationMetric } from './model/fuller-identification.js'
export { fullerModel, type FullerModel } from './model/fuller-model.js'
export { dldMetric, linkageCredits } from './linkage/dld.js'
export { explainedVariance, type ExplainedVariance } from './model/explained-variance.js'
export { valueDisclosureMetric } from './model/value-disclosure.js'
export { propensityMetric } from './model/propensity.js'
export { propensityDesign, type PropensityDesign, type PropensityTerms } from './model/propensity-design.js'
export {
  expectedPropensity,
  propensityScore,
  type PropensityNull,
  type PropensityScore,
} from './model/propensity-score.js'
export { confidenceOverlapMetric, intervalOverlap } from './model/confidence-overlap.js'
export { attributeInferenceMetric } from './inference/attribute-inference.js'
export { membershipMetric } from './inference/membership.js'
export {
  intervalDisclosureMetric,
  intervalShares,
  type IntervalMode,
  type IntervalShares,
} from './intervals/interval-disclosure.js'
export { rankCorrelationRiskMetric } from './model/rank-correlation.js'
export { leastWindow, rankIntervals, rankSwapCandidates, type ValueIntervals } from './linkage/rank-swap-candidates.js'
export type { RankSwapKey } from './linkage/candidate-search.js'
export { rankSwapLinks, type RankSwapLinks } from './linkage/rank-swap-linkage.js'
export { rsRlMetric } from './linkage/rs-rl.js'
export { openColumnsMetric } from './open/open-columns.js'
export { weightedSum } from './scores/combined-parts.js'
export { drCombineMetric } from './scores/dr-combine.js'
export { mixedMeanMetric } from './scores/mixed-mean.js'
export { mixedWorstMetric } from './scores/mixed-worst.js'
export { sebeMetric, sebeWeights } from './scores/sebe.js'

export default definePlugin({
  name,
  version,
  sdc: '^2',
  references: literature,
  defaults: {
    axes: {
      numeric: { risk: 'risk/dr-combine', loss: 'loss/il-score' },
      categorical: { risk: 'risk/k-anonymity', loss: 'loss/categorical-distance' },
      mixed: { risk: 'risk/mixed-worst', loss: 'loss/mixed-mean' },
    },
    profiles: {
      // What papers 000 to 004 measure.
      papers: [
        'risk/dld',
        'risk/dbrl',
        'risk/dbrl-mahalanobis',
        'risk/dbrl-kernel',
        'risk/rs-rl',
        'risk/interval-disclosure',
        'risk/dr-combine',
        'risk/fuller-identification',
        'risk/rank-correlation',
        'risk/value-disclosure',
        'loss/il-score',
        'loss/correlation',
        'loss/rank-correlation',
        'score/sebe',
      ],
    },
  },
  metrics: [
    rankCorrelationRiskMetric,
    dldMetric,
    dbrlMetric,
    dbrlMahalanobisMetric,
    dbrlKernelMetric,
    fullerIdentificationMetric,
    rsRlMetric,
    intervalDisclosureMetric,
    valueDisclosureMetric,
    drCombineMetric,
    kAnonymityMetric,
    openColumnsMetric,
    attributeInferenceMetric,
    membershipMetric,
    rankCorrelationLossMetric,
    correlationMetric,
    marginalDistanceMetric,
    negativeValuesMetric,
    categoricalDistanceMetric,
    ilScoreMetric,
    sseRatioMetric,
    propensityMetric,
    confidenceOverlapMetric,
    sebeMetric,
    mixedWorstMetric,
    mixedMeanMetric,
  ],
})
