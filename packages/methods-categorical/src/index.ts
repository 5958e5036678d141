import { literature, definePlugin, type Plugin } from '@sdc/core'
import { name, version } from '../package.json'
import { pramMethod } from './pram.js'

export { drawCategories, drawTable, type DrawTable } from './draw-categories.js'
export { pramMatrix } from './pram-matrix.js'
export type { PramParams } from './pram-params.js'
export { pramMethod } from './pram.js'
export {
  diagonalMatrix,
  invariantMatrix,
  mixedWithIdentity,
  withinBand,
  type Near,
  type TransitionMatrix,
} from './transition-matrix.js'
export { wholeFlows } from './whole-flows.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^1',
  references: literature,
  methods: [pramMethod],
})

export default plugin
