import { definePlugin, literature, type Plugin } from '@sdc/core'
import { dataSwapMethod } from './data-swap.js'
import { rankSwapPbucketsMethod } from './rank-swap-pbuckets.js'
import { rankSwapPdistMethod } from './rank-swap-pdist.js'
import { rankSwapMethod } from './rank-swap.js'
import { name, version } from '../package.json'

export { rankSwap, rankSwapMethod, rankSwapPermutation, type RankSwapParams } from './rank-swap.js'
export { bucketPartners } from './bucket-partners.js'
export { dataSwapMethod, pairedRecords, type DataSwapParams } from './data-swap.js'
export { distributionPartners } from './distribution-partners.js'
export { rankSwapPbucketsMethod, type RankSwapBucketsParams } from './rank-swap-pbuckets.js'
export { rankSwapPdistMethod, type RankSwapDistributionParams } from './rank-swap-pdist.js'
export { swapPartners } from './swap-partners.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^1',
  references: literature,
  defaults: {
    candidates: [
      ...[10, 25].map((percent) => ({
        of: 'numbers' as const,
        steps: [{ use: rankSwapMethod.id, params: { percent } }],
        conditioned: true,
      })),
      { of: 'categories', steps: [{ use: dataSwapMethod.id, params: { percent: 30 } }] },
    ],
  },
  methods: [rankSwapMethod, rankSwapPdistMethod, rankSwapPbucketsMethod, dataSwapMethod],
})

export default plugin
