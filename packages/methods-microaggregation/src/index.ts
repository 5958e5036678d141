import { definePlugin, type Plugin } from '@sdc/core'
import { categoricalMethod } from './categorical.js'
import { individualRankingMethod } from './individual-ranking.js'
import { mdavMethod } from './mdav.js'
import { optimalUnivariateMethod } from './optimal-univariate.js'
import { projectedMethod } from './projected.js'
import { vmdavMethod } from './vmdav.js'
import { name, version } from '../package.json'

export { categoricalMethod, mixedMdav, type CategoricalParams } from './categorical.js'
export { groupMeans, groupSizes, spreadMeans, withinGroupSse } from './group-means.js'
export { individualRanking, individualRankingMethod, type IndividualRankingParams } from './individual-ranking.js'
export { mdav, mdavMethod, type MdavOptions, type MdavParams } from './mdav.js'
export { optimalUnivariate, optimalUnivariateMethod, type OptimalUnivariateParams } from './optimal-univariate.js'
export {
  projected,
  projectedMethod,
  type ProjectedOptions,
  type ProjectedParams,
  type Projection,
} from './projected.js'
export { vmdav, vmdavMethod, type VmdavOptions, type VmdavParams } from './vmdav.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^1',
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
