import { definePlugin, type Plugin } from '@sdc/core'
import { name, version } from '../package.json'
import { rounding } from './rounding.js'

export { rounding, type RoundingParams } from './rounding.js'
export { pointGrid, roundAtRandom, roundToGrid, type RoundingGrid } from './rounding-grid.js'
export { baseFromSpread } from './rounding-base.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^1',
  methods: [rounding],
})

export default plugin
