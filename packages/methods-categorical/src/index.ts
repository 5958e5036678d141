import { definePlugin, type Plugin } from '@sdc/core'
import { name, version } from '../package.json'
import { pram } from './pram.js'

export { drawCategories } from './draw-categories.js'
export { pram, pramMatrix, type PramParams } from './pram.js'
export { diagonalMatrix, invariantMatrix, mixedWithIdentity, type TransitionMatrix } from './transition-matrix.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^2',
  methods: [pram],
})

export default plugin
