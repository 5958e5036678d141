import { definePlugin, type Plugin } from '@sdc/core'
import { rankSwapping } from './rank-swap.js'

export { rankSwap, rankSwapping, rankSwapPermutation, type RankSwapParams } from './rank-swap.js'
export { swapPartners } from './swap-partners.js'

const plugin: Plugin = definePlugin({
  name: '@sdc/methods-swapping',
  version: '0.1.0',
  sdc: '^1',
  methods: [rankSwapping],
})

export default plugin
