import { definePlugin, literature, type Plugin } from '@sdc/core'
import { additive } from './additive.js'
import { correlated } from './correlated.js'
import { multiplicative } from './multiplicative.js'
import { tendickMatloff } from './tendick-matloff.js'
import { name, version } from '../package.json'

export { additive, addNoise, type AdditiveParams } from './additive.js'
export { correlated, correlatedNoise, type CorrelatedParams } from './correlated.js'
export { exactNoise } from './exact-noise.js'
export { multiplicative, multiplyByNoise, restoreMoments, type MultiplicativeParams } from './multiplicative.js'
export { multiplierSource, type MultiplierLaw } from './multipliers.js'
export {
  shrinkage,
  shrinkToMean,
  tendickMatloff,
  type Correction,
  type TendickMatloffParams,
} from './tendick-matloff.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^2',
  references: literature,
  methods: [additive, correlated, tendickMatloff, multiplicative],
})

export default plugin
