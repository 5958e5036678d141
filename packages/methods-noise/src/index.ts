import { definePlugin, literature, type Plugin } from '@sdc/core'
import { additiveMethod } from './additive.js'
import { correlatedMethod } from './correlated.js'
import { multiplicativeMethod } from './multiplicative.js'
import { tendickMatloffMethod } from './tendick-matloff.js'
import { name, version } from '../package.json'
import { usualNoise } from './usual-noise.js'

export { additiveMethod, addNoise, type AdditiveParams } from './additive.js'
export { correlatedMethod, correlatedNoise, type CorrelatedParams } from './correlated.js'
export { exactNoise } from './exact-noise.js'
export { multiplicativeMethod, multiplyByNoise, restoreMoments, type MultiplicativeParams } from './multiplicative.js'
export { multiplierSource, type MultiplierLaw } from './multipliers.js'
export {
  shrinkage,
  shrinkToMean,
  tendickMatloffMethod,
  type Correction,
  type TendickMatloffParams,
} from './tendick-matloff.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^1',
  references: literature,
  defaults: { candidates: usualNoise },
  methods: [additiveMethod, correlatedMethod, tendickMatloffMethod, multiplicativeMethod],
})

export default plugin
