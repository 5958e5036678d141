import { definePlugin, literature, type Plugin } from '@sdc/core'
import { dataSwapping } from './data-swap.js'
import { rankSwapBuckets } from './rank-swap-buckets.js'
import { rankSwapDistribution } from './rank-swap-distribution.js'
import { rankSwapping } from './rank-swap.js'
import { name, version } from '../package.json'

export { rankSwap, rankSwapping, rankSwapPermutation, type RankSwapParams } from './rank-swap.js'
export { bucketPartners } from './bucket-partners.js'
export { dataSwapping, pairedRecords, type DataSwapParams } from './data-swap.js'
export { distributionPartners } from './distribution-partners.js'
export { rankSwapBuckets, type RankSwapBucketsParams } from './rank-swap-buckets.js'
export { rankSwapDistribution, type RankSwapDistributionParams } from './rank-swap-distribution.js'
export { swapPartners } from './swap-partners.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^2',
  references: literature,
  methods: [rankSwapping, rankSwapDistribution, rankSwapBuckets, dataSwapping],
})

export default plugin
