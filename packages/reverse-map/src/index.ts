import { definePlugin, type Plugin } from '@sdc/core'
import { reverseMapRank } from './rank-method.js'
import { name, version } from '../package.json'

export { reverseMap, reverseMapping, type ReverseMapOptions, type ReverseMapping } from './reverse-map.js'
export { reverseMapRank, type ReverseMapRankParams } from './rank-method.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^1',
  methods: [reverseMapRank],
})
export default plugin
