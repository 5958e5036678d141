import { definePlugin, literature, type Plugin } from '@sdc/core'
import { name, version } from '../package.json'
import { rounding } from './rounding.js'
import { topBottom } from './top-bottom.js'

export { rounding, type RoundingParams } from './rounding.js'
export { pointGrid, roundAtRandom, roundToGrid, type RoundingGrid } from './rounding-grid.js'
export { baseFromSpread } from './rounding-base.js'
export { topBottom, type TopBottomParams } from './top-bottom.js'
export { codeTails, percentThresholds, type CodedTails, type TailReplacement, type Thresholds } from './tails.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^2',
  references: literature,
  methods: [rounding, topBottom],
})

export default plugin
