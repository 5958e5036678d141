import { definePlugin, literature, type Plugin } from '@sdc/core'
import { clustersMethod } from './clusters-method.js'
import { rankMethod } from './rank-method.js'
import { name, version } from '../package.json'

export { categoryPlaces, type CategoryPlaces } from './category-places.js'
export { clustersOf, permuteWithin } from './clusters.js'
export { marginality, semanticDistance, type SemanticDistance } from './marginality.js'
export { rankableColumns, type RankableColumns } from './rankable-columns.js'
export { type ReverseMapRankParams } from './rank-method.js'
export {
  reverseMap,
  reverseMapping,
  reverseMapQuantiles,
  type ReverseMapOptions,
  type ReverseMapping,
} from './reverse-map.js'
export { taxonomyTree, type TaxonomyTree } from '@sdc/toolkit/internal'
export { clustersMethod, rankMethod }

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^1',
  references: literature,
  defaults: { candidates: [], postMasking: rankMethod.id },
  methods: [rankMethod, clustersMethod],
})
export default plugin
