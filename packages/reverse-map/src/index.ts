import { definePlugin, type Plugin } from '@sdc/core'
import { maxKnowledge } from './max-knowledge-metric.js'
import { noiseShare } from './noise-share-metric.js'
import { permutedPrivacyShare } from './permuted-privacy-metric.js'
import { reverseMapRank } from './rank-method.js'
import { name, version } from '../package.json'

export { decompose, meanDistanceAtRandom, type PermutationDecomposition } from './decomposition.js'
export { invert, type Inversion, type InversionOptions } from './inversion.js'
export {
  publishedFunction,
  type LinearFunction,
  type PublishedFunction,
  type RoundingFunction,
  type TableFunction,
} from './inversion-functions.js'
export { invertRecords, type RecordFunction, type RecordInversion } from './inversion-records.js'
export {
  maxKnowledgeLinkage,
  type Linkage,
  type MaxKnowledgeLinkage,
  type MaxKnowledgeOptions,
} from './max-knowledge.js'
export {
  permutedPrivacy,
  privacyCurve,
  type PermutedPrivacy,
  type PermutedPrivacyOptions,
  type RankRule,
} from './permuted-privacy.js'
export { type OwnRankRule } from './own-rank.js'
export { verifyRecord, type RecordVerification } from './verify-record.js'
export { nearestRanks, type RankDistance, type RankLinks } from './rank-search.js'
export { maxKnowledge, noiseShare, permutedPrivacyShare }
export { reverseMap, reverseMapping, type ReverseMapOptions, type ReverseMapping } from './reverse-map.js'
export { reverseMapRank, type ReverseMapRankParams } from './rank-method.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^1',
  methods: [reverseMapRank],
  metrics: [noiseShare, maxKnowledge, permutedPrivacyShare],
})
export default plugin
