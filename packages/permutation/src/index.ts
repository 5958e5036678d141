import { definePlugin, literature, type Plugin } from '@sdc/core'
import { levelMetric } from './level.js'
import { maxKnowledgeMetric } from './adversary/max-knowledge-metric.js'
import { noiseShareMetric } from './noise-share-metric.js'
import { privacyMetric } from './privacy/privacy-metric.js'
import { name, version } from '../package.json'

export { decompose, meanDistanceAtRandom, type PermutationDecomposition } from './decomposition.js'
export { levelMetric, rankChangeLabels } from './level.js'
export { rankChangeBins, rankChanges, rankChangeTable } from './rank-changes.js'
export {
  maxKnowledgeLinkage,
  type Linkage,
  type MaxKnowledgeLinkage,
  type MaxKnowledgeOptions,
} from './adversary/max-knowledge.js'
export { type OwnRankRule } from './privacy/own-rank.js'
export {
  permutedPrivacy,
  privacyCurve,
  type PermutedPrivacy,
  type PermutedPrivacyOptions,
  type RankRule,
} from './privacy/permuted-privacy.js'
export { probabilisticKAnonymity, type ProbabilisticKAnonymity } from './probabilistic-k-anonymity.js'
export { nearestRanks, type RankLinks } from './adversary/rank-search.js'
export { verifyRecord, type RecordVerification } from './privacy/verify-record.js'
export { maxKnowledgeMetric, noiseShareMetric, privacyMetric }

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^1',
  references: literature,
  defaults: { candidates: [] },
  metrics: [levelMetric, noiseShareMetric, maxKnowledgeMetric, privacyMetric],
})
export default plugin
