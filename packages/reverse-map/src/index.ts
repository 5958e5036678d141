import { definePlugin, type Plugin } from '@sdc/core'
import { reverseMapClusters } from './clusters-method.js'
import { maxKnowledge } from './max-knowledge-metric.js'
import { noiseShare } from './noise-share-metric.js'
import { permutedPrivacyShare } from './permuted-privacy-metric.js'
import { reverseMapRank } from './rank-method.js'
import { name, version } from '../package.json'

export { categoryPlaces, type CategoryPlaces } from './category-places.js'
export { clustersOf, permuteWithin } from './clusters.js'
export { reverseMapClusters }
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
export { marginality, semanticDistance, type SemanticDistance } from './marginality.js'
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
export {
  reverseMap,
  reverseMapping,
  reverseMapQuantiles,
  type ReverseMapOptions,
  type ReverseMapping,
} from './reverse-map.js'
export { rankableColumns, type RankableColumns } from './rankable-columns.js'
export { reverseMapRank, type ReverseMapRankParams } from './rank-method.js'
export { probabilisticKAnonymity, type ProbabilisticKAnonymity } from './probabilistic-k-anonymity.js'
export { taxonomyTree, type TaxonomyTree } from './taxonomy-tree.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^1',
  methods: [reverseMapRank, reverseMapClusters],
  metrics: [noiseShare, maxKnowledge, permutedPrivacyShare],
})
export default plugin
