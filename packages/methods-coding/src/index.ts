import { definePlugin, literature, type Plugin } from '@sdc/core'
import { name, version } from '../package.json'
import { localSuppressionMethod } from './local-suppression/local-suppression.js'
import { roundingMethod } from './rounding.js'
import { samplingMethod } from './sampling.js'
import { topBottomMethod } from './top-bottom.js'

export { localSuppressionMethod, type LocalSuppressionParams } from './local-suppression/local-suppression.js'
export { roundingMethod, type RoundingParams } from './rounding.js'
export { pointGrid, roundAtRandom, roundToGrid, type RoundingGrid } from './rounding-grid.js'
export { baseFromSpread } from './rounding-base.js'
export { bernoulliSample, simpleSample } from './sample-records.js'
export { samplingMethod, type SamplingParams } from './sampling.js'
export { topBottomMethod, type TopBottomParams } from './top-bottom.js'
export { codeTails, percentThresholds, type CodedTails, type TailReplacement, type Thresholds } from './tails.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^2',
  references: literature,
  methods: [roundingMethod, topBottomMethod, samplingMethod, localSuppressionMethod],
})

export default plugin
