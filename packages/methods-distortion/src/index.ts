import { definePlugin, literature, type Plugin } from '@sdc/core'
import { name, version } from '../package.json'
import { byDistributionMethod } from './by-distribution.js'
import { lossyCompressionMethod } from './lossy-compression.js'
import { resamplingMethod } from './resampling.js'

export { byDistributionMethod, type ByDistributionParams } from './by-distribution.js'
export { chooseFamily, type ChosenFamily, type FitOptions, type FittedFamily } from './fit-families.js'
export { drawFromLaw } from './draw-law.js'
export { mapDraws } from './map-draws.js'
export { bootstrapOrderMeans } from './bootstrap-means.js'
export { compressImage } from './compress-image.js'
export { lossyCompressionMethod, type LossyCompressionParams } from './lossy-compression.js'
export { resamplingMethod, type ResamplingParams } from './resampling.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^1',
  references: literature,
  defaults: { candidates: [{ of: 'records', steps: [{ use: byDistributionMethod.id, params: { map: false } }] }] },
  methods: [byDistributionMethod, resamplingMethod, lossyCompressionMethod],
})

export default plugin
