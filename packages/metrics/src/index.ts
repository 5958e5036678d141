import { definePlugin, literature } from '@sdc/core'
import { correlationLoss } from './moments/correlation.js'
import { ilScore } from './moments/il-score.js'
import { marginalDistance } from './distributions/marginal-distance.js'
import { negativeValues } from './distributions/negative-values.js'
import { rankCorrelationLoss } from './moments/rank-correlation.js'
import { sseRatio } from './moments/sse-ratio.js'
import { dbrlKernel } from './linkage/dbrl-kernel.js'
import { dbrlMahalanobis } from './linkage/dbrl-mahalanobis.js'
import { dbrl } from './linkage/dbrl.js'
import { dld } from './linkage/dld.js'
import { drCombine } from './scores/dr-combine.js'
import { fullerIdentification } from './model/fuller-identification.js'
import { intervalDisclosure } from './intervals/interval-disclosure.js'
import { rankCorrelationRisk } from './model/rank-correlation.js'
import { rankSwapLinkage } from './linkage/rs-rl.js'
import { valueDisclosure } from './model/value-disclosure.js'
import { sebe } from './scores/sebe.js'
import { name, version } from '../package.json'

export { linkCredit, nearestLinks, oneRight, type NearestLinks, type RightRows, type TieCount } from './linkage/link.js'
export { absoluteVariation, ilScore, momentVariations, relativeVariation, type Variation } from './moments/il-score.js'
export { correlationChanges, type CorrelationChange } from './moments/correlation-change.js'
export { correlationLoss } from './moments/correlation.js'
export { kolmogorovDistance, marginalDistance } from './distributions/marginal-distance.js'
export { negativeValues } from './distributions/negative-values.js'
export { rankCorrelationLoss } from './moments/rank-correlation.js'
export { squaredErrors, sseRatio, type SquaredErrors } from './moments/sse-ratio.js'
export { dbrl, scaledKeys, type KeyScale } from './linkage/dbrl.js'
export { dbrlKernel, kernelFeatures } from './linkage/dbrl-kernel.js'
export { dbrlMahalanobis, mahalanobisSpace } from './linkage/dbrl-mahalanobis.js'
export { fullerIdentification } from './model/fuller-identification.js'
export { fullerModel, type FullerModel } from './model/fuller-model.js'
export { dld, linkageCredits } from './linkage/dld.js'
export { explainedVariance, type ExplainedVariance } from './model/explained-variance.js'
export { valueDisclosure } from './model/value-disclosure.js'
export {
  intervalDisclosure,
  intervalShares,
  type IntervalMode,
  type IntervalShares,
} from './intervals/interval-disclosure.js'
export { rankCorrelationRisk } from './model/rank-correlation.js'
export { leastWindow, rankIntervals, rankSwapCandidates, type ValueIntervals } from './linkage/rank-swap-candidates.js'
export type { RankSwapKey } from './linkage/candidate-search.js'
export { rankSwapLinks, type RankSwapLinks } from './linkage/rank-swap-linkage.js'
export { rankSwapLinkage } from './linkage/rs-rl.js'
export { drCombine, weightedSum } from './scores/dr-combine.js'
export { sebe, sebeWeights } from './scores/sebe.js'

export default definePlugin({
  name,
  version,
  sdc: '^2',
  references: literature,
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
  ],
})
