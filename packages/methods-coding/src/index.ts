import { definePlugin, type Plugin } from '@sdc/core'
import { name, version } from '../package.json'
import { rounding } from './rounding.js'
import { sampling } from './sampling.js'
import { topBottom } from './top-bottom.js'

export { rounding, type RoundingParams } from './rounding.js'
export { pointGrid, roundAtRandom, roundToGrid, type RoundingGrid } from './rounding-grid.js'
export { baseFromSpread } from './rounding-base.js'
export { bernoulliSample, simpleSample } from './sample-records.js'
export { sampling, type SamplingParams } from './sampling.js'
export { topBottom, type TopBottomParams } from './top-bottom.js'
export { codeTails, percentThresholds, type CodedTails, type TailReplacement, type Thresholds } from './tails.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^2',
  methods: [rounding, topBottom, sampling],
})

export default plugin
