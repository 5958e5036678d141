import { definePlugin } from '@sdc/core'
import { correlationLoss } from './loss/correlation.js'
import { ilScore } from './loss/il-score.js'
import { marginalDistance } from './loss/marginal-distance.js'
import { negativeValues } from './loss/negative-values.js'
import { rankCorrelationLoss } from './loss/rank-correlation.js'
import { sseRatio } from './loss/sse-ratio.js'
import { permutationLevel } from './permutation/level.js'
import { dbrlKernel } from './risk/dbrl-kernel.js'
import { dbrlMahalanobis } from './risk/dbrl-mahalanobis.js'
import { dbrl } from './risk/dbrl.js'
import { dld } from './risk/dld.js'
import { drCombine } from './risk/dr-combine.js'
import { fullerIdentification } from './risk/fuller-identification.js'
import { intervalDisclosure } from './risk/interval-disclosure.js'
import { rankCorrelationRisk } from './risk/rank-correlation.js'
import { rankSwapLinkage } from './risk/rs-rl.js'
import { valueDisclosure } from './risk/value-disclosure.js'
import { sebe } from './score/sebe.js'
import { name, version } from '../package.json'

export { correspondence, knownPairs, type Correspondence, type PairedColumn, type Truth } from './correspondence.js'
export { linkCredit, nearestLinks, oneRight, type NearestLinks, type RightRows, type TieCount } from './link.js'
export { absoluteVariation, ilScore, momentVariations, relativeVariation, type Variation } from './loss/il-score.js'
export { correlationChanges, type CorrelationChange } from './loss/correlation-change.js'
export { correlationLoss } from './loss/correlation.js'
export { kolmogorovDistance, marginalDistance } from './loss/marginal-distance.js'
export { negativeValues } from './loss/negative-values.js'
export { rankCorrelationLoss } from './loss/rank-correlation.js'
export { squaredErrors, sseRatio, type SquaredErrors } from './loss/sse-ratio.js'
export {
  permutationLevel,
  rankChangeBins,
  rankChangeLabels,
  rankChanges,
  rankChangeTable,
} from './permutation/level.js'
export { dbrl, scaledKeys, type KeyScale } from './risk/dbrl.js'
export { dbrlKernel, kernelFeatures } from './risk/dbrl-kernel.js'
export { dbrlMahalanobis, mahalanobisSpace } from './risk/dbrl-mahalanobis.js'
export { fullerIdentification } from './risk/fuller-identification.js'
export { fullerModel, type FullerModel } from './risk/fuller-model.js'
export { dld, linkageCredits } from './risk/dld.js'
export { explainedVariance, type ExplainedVariance } from './risk/explained-variance.js'
export { valueDisclosure } from './risk/value-disclosure.js'
export {
  intervalDisclosure,
  intervalShares,
  type IntervalMode,
  type IntervalShares,
} from './risk/interval-disclosure.js'
export { rankCorrelationRisk } from './risk/rank-correlation.js'
export { leastWindow, rankIntervals, rankSwapCandidates, type ValueIntervals } from './risk/rank-swap-candidates.js'
export type { RankSwapKey } from './risk/candidate-search.js'
export { rankSwapLinks, type RankSwapLinks } from './risk/rank-swap-linkage.js'
export { rankSwapLinkage } from './risk/rs-rl.js'
export { drCombine, weightedSum } from './risk/dr-combine.js'
export { sebe, sebeWeights } from './score/sebe.js'

export default definePlugin({
  name,
  version,
  sdc: '^1',
  metrics: [
    rankCorrelationRisk,
    dld,
    dbrl,
    dbrlMahalanobis,
    dbrlKernel,
    fullerIdentification,
    rankSwapLinkage,
    intervalDisclosure,
    valueDisclosure,
    drCombine,
    rankCorrelationLoss,
    correlationLoss,
    marginalDistance,
    negativeValues,
    ilScore,
    sseRatio,
    sebe,
    permutationLevel,
  ],
})
