import { definePlugin, literature, type Plugin } from '@sdc/core'
import { dataShufflingMethod } from './data-shuffling.js'
import { hybridMethod } from './hybrid.js'
import { lhsMethod } from './lhs.js'
import { copulaPerturbationMethod } from './perturbation.js'
import { name, version } from '../package.json'

export { dataShuffling, dataShufflingMethod, type DataShufflingParams } from './data-shuffling.js'
export { hybridMethod, type HybridParams } from './hybrid.js'
export { lhsMethod, type LhsMethodParams } from './lhs.js'
export { copulaPerturbationMethod, type CopulaPerturbationParams } from './perturbation.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^2',
  references: literature,
  methods: [copulaPerturbationMethod, dataShufflingMethod, hybridMethod, lhsMethod],
})

export default plugin
