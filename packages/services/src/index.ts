import { definePlugin, literature, type Plugin, type QueryMethod } from '@sdc/core'
import { name, version } from '../package.json'
import { camouflageService } from './camouflage.js'

export { camouflageService, type CamouflageParams } from './camouflage.js'
export { camouflageVectors, drawWeights, type Camouflage, type DataBounds, type NoPlace } from './camouflage/vectors.js'
export { maximumInterval, minimumInterval } from './camouflage/extremes.js'
export { meanInterval, regressionIntervals, sumInterval, type NoRegression } from './camouflage/linear.js'
export { medianInterval } from './camouflage/median.js'
export { covarianceInterval, varianceInterval } from './camouflage/moments.js'
export { protectionScale, type ProtectionScale } from './camouflage/protection.js'
export { type Interval } from './camouflage/outward.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^1',
  references: literature,
  services: [camouflageService as QueryMethod],
})

export default plugin
