import { definePlugin, literature } from '@sdc/core'
import { correlationMetric } from './moments/correlation.js'
import { categoricalDistanceMetric } from './distributions/categorical-distance.js'
import { clustersMetric } from './clusters/clusters.js'
import { fuzzyClustersMetric } from './clusters/fuzzy-clusters.js'
import { contingencyTablesMetric } from './categories/contingency-tables.js'
import { entropyMetric } from './categories/entropy.js'
import { perRecordEntropyMetric } from './categories/per-record-entropy.js'
import { compatibleMetric } from './keys/compatible.js'
import { knownItemsMetric } from './items/known-items.js'
import { dateIntervalsMetric } from './dates/date-intervals.js'
import { kAnonymityMetric } from './keys/k-anonymity.js'
import { missingPatternMetric } from './keys/missing-pattern.js'
import { lDiversityMetric } from './keys/l-diversity.js'
import { populationUniquesMetric } from './keys/population-uniques.js'
import { reidentificationMetric } from './keys/reidentification.js'
import { tClosenessMetric } from './keys/t-closeness.js'
import { ilScoreMetric } from './moments/il-score.js'
import { individualRiskMetric } from './individual/individual-risk.js'
import { hellingerMetric } from './distributions/hellinger.js'
import { wassersteinMetric } from './distributions/wasserstein.js'
import { il1sMetric } from './moments/il1s.js'
import { analyticValidityMetric } from './validity/analytic-validity.js'
import { differenceVarianceMetric } from './distributions/difference-variance.js'
import { marginalDistanceMetric } from './distributions/marginal-distance.js'
import { brokenRulesMetric } from './distributions/broken-rules.js'
import { negativeValuesMetric } from './distributions/negative-values.js'
import { rankCorrelationLossMetric } from './moments/rank-correlation.js'
import { matrixDivergencesMetric } from './matrices/matrix-divergences.js'
import { pilMetric } from './pil/pil.js'
import { sseRatioMetric } from './moments/sse-ratio.js'
import { boundsMetric } from './bounds/bounds.js'
import { dbrlKernelMetric } from './linkage/distance/dbrl-kernel.js'
import { dbrlMahalanobisMetric } from './linkage/distance/dbrl-mahalanobis.js'
import { dbrlMetric } from './linkage/distance/dbrl.js'
import { personLinkageMetric } from './linkage/distance/person-linkage.js'
import { dldMetric } from './linkage/distance/dld.js'
import { irRlMetric } from './linkage/rank-swap/ir-rl.js'
import { prlMetric } from './linkage/probabilistic/prl.js'
import { drCombineMetric } from './scores/dr-combine.js'
import { fullerIdentificationMetric } from './model/fuller-identification.js'
import { intervalDisclosureMetric } from './intervals/interval-disclosure.js'
import { rankCorrelationRiskMetric } from './model/rank-correlation.js'
import { rsRlMetric } from './linkage/rank-swap/rs-rl.js'
import { sudaMetric } from './individual/suda.js'
import { valueDisclosureMetric } from './model/value-disclosure.js'
import { propensityMetric } from './model/propensity.js'
import { confidenceOverlapMetric } from './model/confidence-overlap.js'
import { attributeInferenceMetric } from './inference/attribute-inference.js'
import { membershipMetric } from './inference/membership.js'
import { distanceToClosestMetric } from './closest/distance-to-closest.js'
import { replicatedUniquesMetric } from './synthetic/replicated-uniques.js'
import { disclosiveCategoriesMetric } from './synthetic/disclosive-categories.js'
import { sebeMetric } from './scores/sebe.js'
import { mixedMeanMetric } from './scores/mixed-mean.js'
import { mixedWorstMetric } from './scores/mixed-worst.js'
import { openColumnsMetric } from './open/open-columns.js'
import { keyLinkageMetric } from './decision/risks/key-linkage.js'
import { certainLinkageMetric } from './decision/risks/certain-linkage.js'
import { learnedMetric } from './decision/risks/learned.js'
import { valueLinkageMetric } from './decision/risks/value-linkage.js'
import { valueGivenKeysMetric } from './decision/risks/value-given-keys.js'
import { foundAndLearnedMetric } from './decision/risks/found-and-learned.js'
import { largestMetric } from './decision/risks/largest.js'
import { statisticsMetric } from './decision/losses/statistics.js'
import { syntheticMetric } from './decision/losses/synthetic.js'
import { structureMetric } from './decision/structure/structure.js'
import { tablesMetric } from './decision/losses/tables.js'
import { recordsMetric } from './decision/losses/records.js'
import { valueMarginsMetric } from './decision/losses/value-margins.js'
import { keyMarginsMetric } from './decision/losses/key-margins.js'
import { crossRelationsMetric } from './decision/losses/cross-relations.js'
import { keyRelationsMetric } from './decision/losses/key-relations.js'
import { valueRelationsMetric } from './decision/losses/value-relations.js'
import { keyInformationMetric } from './decision/losses/key-information.js'
import { modelsMetric } from './decision/losses/models.js'
import { closenessMetric } from './decision/losses/closeness.js'
import { destroyedMetric } from './decision/losses/destroyed.js'
import { usualPurposes } from './decision/structure/usual-purposes.js'
import { name, version } from '../package.json'

export {
  linkCredit,
  nearestLinks,
  oneRight,
  type NearestLinks,
  type RightRows,
  type TieCount,
} from './linkage/search/link.js'
export { absoluteVariation, ilScoreMetric, relativeVariation, type Variation } from './moments/il-score.js'
export { correlationMetric } from './moments/correlation.js'
export { kolmogorovDistance } from './distributions/distance-walk.js'
export { marginalDistanceMetric } from './distributions/marginal-distance.js'
export { differenceVarianceMetric } from './distributions/difference-variance.js'
export { categoricalDistanceMetric } from './distributions/categorical-distance.js'
export { individualRiskMetric } from './individual/individual-risk.js'
export { sudaMetric } from './individual/suda.js'
export { uniqueKeySets, whyUnique, type UniqueKeySets } from './individual/unique-key-sets.js'
export { clustersMetric } from './clusters/clusters.js'
export { fuzzyClustersMetric, fuzzyDifference, type FuzzyDifference } from './clusters/fuzzy-clusters.js'
export { contingencyTablesMetric } from './categories/contingency-tables.js'
export { tableDistances, type JointRecords, type TableDistance } from './categories/table-distances.js'
export { entropyMetric } from './categories/entropy.js'
export { perRecordEntropyMetric } from './categories/per-record-entropy.js'
export {
  entropyOf,
  estimatedPosterior,
  givenPosterior,
  type ColumnPairs,
  type Posterior,
} from './categories/posterior.js'
export { compatibleMetric } from './keys/compatible.js'
export { knownItemsMetric } from './items/known-items.js'
export { dateIntervalsMetric } from './dates/date-intervals.js'
export { kAnonymityMetric } from './keys/k-anonymity.js'
export { missingPatternMetric } from './keys/missing-pattern.js'
export { lDiversityMetric } from './keys/l-diversity.js'
export { populationUniquesMetric } from './keys/population-uniques.js'
export { classSizes, type ClassSizes } from './keys/population/class-sizes.js'
export {
  dankarChoice,
  estimateUniques,
  type UniquesEstimate,
  type UniquesModel,
} from './keys/population/estimate-uniques.js'
export { reidentificationMetric } from './keys/reidentification.js'
export { tClosenessMetric } from './keys/t-closeness.js'
export { brokenRulesMetric } from './distributions/broken-rules.js'
export { negativeValuesMetric } from './distributions/negative-values.js'
export { rankCorrelationLossMetric } from './moments/rank-correlation.js'
export { hellingerDistance, hellingerMetric } from './distributions/hellinger.js'
export { wassersteinMetric } from './distributions/wasserstein.js'
export { il1sMetric } from './moments/il1s.js'
export { analyticValidityMetric } from './validity/analytic-validity.js'
export { matrixDivergencesMetric } from './matrices/matrix-divergences.js'
export { pilMetric } from './pil/pil.js'
export { pilFamilies, probabilisticLoss, type PilFamily, type PilStatistic } from './pil/pil-statistics.js'
export { standardisedFiles, type StandardisedFiles } from './pil/standardised-files.js'
export { squaredErrors, sseRatioMetric, type SquaredErrors } from './moments/sse-ratio.js'
export { boundsMetric } from './bounds/bounds.js'
export { dbrlMetric } from './linkage/distance/dbrl.js'
export { personLinkageMetric } from './linkage/distance/person-linkage.js'
export { distanceKeys, type DistanceKeys, type KeyScale } from './linkage/columns/distance-keys.js'
export { dbrlKernelMetric, kernelFeatures } from './linkage/distance/dbrl-kernel.js'
export { dbrlMahalanobisMetric } from './linkage/distance/dbrl-mahalanobis.js'
export { fullerIdentificationMetric } from './model/fuller-identification.js'
export { fullerModel, type FullerModel } from './model/fuller-model.js'
export { dldMetric } from './linkage/distance/dld.js'
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
export { distanceToClosestMetric } from './closest/distance-to-closest.js'
export { membershipMetric } from './inference/membership.js'
export { replicatedUniquesMetric } from './synthetic/replicated-uniques.js'
export { disclosiveCategoriesMetric } from './synthetic/disclosive-categories.js'
export { intervalDisclosureMetric } from './intervals/interval-disclosure.js'
export { intervalShares, type IntervalMode, type IntervalShares } from './intervals/interval-shares.js'
export { rankCorrelationRiskMetric } from './model/rank-correlation.js'
export { leastWindow, rankIntervals, type ValueIntervals } from './linkage/rank-swap/rank-swap-candidates.js'
export { irRlMetric } from './linkage/rank-swap/ir-rl.js'
export { neighbouringMeans } from './linkage/rank-swap/neighbouring-means.js'
export { prlMetric } from './linkage/probabilistic/prl.js'
export type { RankSwapKey } from './linkage/rank-swap/rank-swap-key.js'
export { rankSwapLinks, type RankSwapLinks } from './linkage/rank-swap/rank-swap-linkage.js'
export { rsRlMetric } from './linkage/rank-swap/rs-rl.js'
export { openColumnsMetric } from './open/open-columns.js'
export { combinations, type Combination } from './scores/combinations.js'
export { weightedSum } from './scores/combined-parts.js'
export { drCombineMetric } from './scores/dr-combine.js'
export { mixedMeanMetric } from './scores/mixed-mean.js'
export { mixedWorstMetric } from './scores/mixed-worst.js'
export { scoreWeights, sebeMetric } from './scores/sebe.js'

export { keyLinkageMetric } from './decision/risks/key-linkage.js'
export { certainLinkageMetric } from './decision/risks/certain-linkage.js'
export { learnedMetric } from './decision/risks/learned.js'
export { valueLinkageMetric } from './decision/risks/value-linkage.js'
export { valueGivenKeysMetric } from './decision/risks/value-given-keys.js'
export { foundAndLearnedMetric } from './decision/risks/found-and-learned.js'
export { largestMetric } from './decision/risks/largest.js'
export { statisticsMetric } from './decision/losses/statistics.js'
export { syntheticMetric } from './decision/losses/synthetic.js'
export { structureMetric } from './decision/structure/structure.js'
export { tablesMetric } from './decision/losses/tables.js'
export { recordsMetric } from './decision/losses/records.js'
export { valueMarginsMetric } from './decision/losses/value-margins.js'
export { keyMarginsMetric } from './decision/losses/key-margins.js'
export { crossRelationsMetric } from './decision/losses/cross-relations.js'
export { keyRelationsMetric } from './decision/losses/key-relations.js'
export { valueRelationsMetric } from './decision/losses/value-relations.js'
export { keyInformationMetric } from './decision/losses/key-information.js'
export { modelsMetric } from './decision/losses/models.js'
export { closenessMetric } from './decision/losses/closeness.js'
export { destroyedMetric } from './decision/losses/destroyed.js'

export default definePlugin({
  name,
  version,
  sdc: '^1',
  references: literature,
  defaults: {
    risk: { keys: keyLinkageMetric.id, values: valueLinkageMetric.id },
    purposes: usualPurposes,
    axes: {
      numeric: { risk: 'risk/dr-combine', loss: 'loss/il-score' },
      categorical: { risk: 'risk/individual-risk', loss: 'loss/entropy' },
      mixed: { risk: 'risk/mixed-worst', loss: 'loss/mixed-mean' },
    },
    profiles: {
      // Metrics that compare with people of a control file.
      control: [
        membershipMetric.id,
        attributeInferenceMetric.id,
        distanceToClosestMetric.id,
        disclosiveCategoriesMetric.id,
        replicatedUniquesMetric.id,
      ],
      // Use and risk of synthetic records.
      synthetic: [
        replicatedUniquesMetric.id,
        disclosiveCategoriesMetric.id,
        membershipMetric.id,
        attributeInferenceMetric.id,
        distanceToClosestMetric.id,
        propensityMetric.id,
        syntheticMetric.id,
        contingencyTablesMetric.id,
        confidenceOverlapMetric.id,
      ],
      // Metrics of papers 000 to 004.
      papers: [
        'risk/dld',
        'risk/dbrl',
        'risk/dbrl-mahalanobis',
        'risk/dbrl-kernel',
        'risk/rs-rl',
        'risk/prl',
        'risk/interval-disclosure',
        'risk/dr-combine',
        'risk/fuller-identification',
        'risk/rank-correlation',
        'risk/value-disclosure',
        'risk/difference-variance',
        'loss/il-score',
        'loss/matrix-divergences',
        'loss/il1s',
        'loss/pil',
        'loss/correlation',
        'loss/rank-correlation',
        'loss/categorical-distance',
        'loss/contingency-tables',
        'loss/entropy',
        'loss/per-record-entropy',
        'loss/clusters',
        'loss/fuzzy-clusters',
        'score/sebe',
      ],
    },
  },
  metrics: [
    rankCorrelationRiskMetric,
    dldMetric,
    boundsMetric,
    dbrlMetric,
    dbrlMahalanobisMetric,
    dbrlKernelMetric,
    personLinkageMetric,
    fullerIdentificationMetric,
    irRlMetric,
    prlMetric,
    rsRlMetric,
    intervalDisclosureMetric,
    valueDisclosureMetric,
    drCombineMetric,
    individualRiskMetric,
    differenceVarianceMetric,
    kAnonymityMetric,
    compatibleMetric,
    knownItemsMetric,
    dateIntervalsMetric,
    missingPatternMetric,
    lDiversityMetric,
    tClosenessMetric,
    reidentificationMetric,
    populationUniquesMetric,
    openColumnsMetric,
    sudaMetric,
    attributeInferenceMetric,
    membershipMetric,
    distanceToClosestMetric,
    replicatedUniquesMetric,
    disclosiveCategoriesMetric,
    rankCorrelationLossMetric,
    correlationMetric,
    marginalDistanceMetric,
    negativeValuesMetric,
    brokenRulesMetric,
    categoricalDistanceMetric,
    contingencyTablesMetric,
    entropyMetric,
    perRecordEntropyMetric,
    clustersMetric,
    fuzzyClustersMetric,
    ilScoreMetric,
    analyticValidityMetric,
    hellingerMetric,
    wassersteinMetric,
    il1sMetric,
    matrixDivergencesMetric,
    pilMetric,
    sseRatioMetric,
    propensityMetric,
    confidenceOverlapMetric,
    sebeMetric,
    mixedWorstMetric,
    mixedMeanMetric,
    keyLinkageMetric,
    certainLinkageMetric,
    learnedMetric,
    valueLinkageMetric,
    valueGivenKeysMetric,
    foundAndLearnedMetric,
    largestMetric,
    statisticsMetric,
    syntheticMetric,
    structureMetric,
    tablesMetric,
    recordsMetric,
    valueMarginsMetric,
    keyMarginsMetric,
    valueRelationsMetric,
    keyRelationsMetric,
    crossRelationsMetric,
    keyInformationMetric,
    modelsMetric,
    closenessMetric,
    destroyedMetric,
  ],
})
