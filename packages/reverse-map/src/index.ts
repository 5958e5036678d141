import { definePlugin, type Plugin } from '@sdc/core'
import { reverseMapRank } from './rank-method.js'

export { reverseMap, reverseMapping, type ReverseMapOptions, type ReverseMapping } from './reverse-map.js'
export { reverseMapRank, type ReverseMapRankParams } from './rank-method.js'

const plugin: Plugin = definePlugin({
  name: '@sdc/reverse-map',
  version: '0.1.0',
  sdc: '^1',
  methods: [reverseMapRank],
})
export default plugin
