import { definePlugin, type Plugin } from '@sdc/core'
import { dataShufflingMethod } from './data-shuffling.js'
import { copulaPerturbationMethod } from './perturbation.js'
import { name, version } from '../package.json'

export { dataShuffling, dataShufflingMethod, type DataShufflingParams } from './data-shuffling.js'
export { copulaPerturbationMethod, type CopulaPerturbationParams } from './perturbation.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^1',
  methods: [dataShufflingMethod, copulaPerturbationMethod],
})

export default plugin
