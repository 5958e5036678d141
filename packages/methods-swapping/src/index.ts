import { definePlugin, type Plugin } from '@sdc/core'
import { rankSwapping } from './rank-swap.js'
import { name, version } from '../package.json'

export { rankSwap, rankSwapping, rankSwapPermutation, type RankSwapParams } from './rank-swap.js'
export { swapPartners } from './swap-partners.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^1',
  methods: [rankSwapping],
})

export default plugin
