import { definePlugin, literature, type Plugin } from '@sdc/core'
import { categoricalMethod } from './categorical/categorical.js'
import { individualRankingMethod } from './univariate/individual-ranking.js'
import { mdavMethod } from './mdav/mdav.js'
import { optimalUnivariateMethod } from './univariate/optimal-univariate.js'
import { projectedMethod } from './univariate/projected.js'
import { vmdavMethod } from './vmdav/vmdav.js'
import { name, version } from '../package.json'
import { usualGroups } from './usual-groups.js'

export { categoricalMethod, mixedMdav, type CategoricalParams } from './categorical/categorical.js'
export { groupMeans, groupSizes, spreadMeans, withinGroupSse } from './shared/group-means.js'
export {
  individualRanking,
  individualRankingMethod,
  type IndividualRankingParams,
} from './univariate/individual-ranking.js'
export { mdav, mdavMethod, type MdavOptions, type MdavParams } from './mdav/mdav.js'
export {
  optimalUnivariate,
  optimalUnivariateMethod,
  type OptimalUnivariateParams,
} from './univariate/optimal-univariate.js'
export { projected, projectedMethod, type ProjectedOptions, type ProjectedParams } from './univariate/projected.js'
export type { Projection } from './univariate/projected.js'
export { vmdav, vmdavMethod, type VmdavOptions, type VmdavParams } from './vmdav/vmdav.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^1',
  references: literature,
  defaults: { candidates: usualGroups },
  methods: [
    categoricalMethod,
    individualRankingMethod,
    mdavMethod,
    optimalUnivariateMethod,
    projectedMethod,
    vmdavMethod,
  ],
})
export default plugin
