import { literature, definePlugin, type Plugin } from '@sdc/core'
import { name, version } from '../package.json'
import { pramMethod } from './pram.js'

export { drawCategories } from './draw-categories.js'
export { pramMethod, pramMatrix, type PramParams } from './pram.js'
export { diagonalMatrix, invariantMatrix, mixedWithIdentity, type TransitionMatrix } from './transition-matrix.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^2',
  references: literature,
  methods: [pramMethod],
})

export default plugin
