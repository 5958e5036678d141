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
  defaults: {
    candidates: [
      // PRAM masks categorical keys; rank swapping masks numeric keys in the same plan.
      ...(
        [
          [0.8, 5],
          [0.5, 15],
        ] as const
      ).map(([stay, percent]) => ({
        of: 'keys' as const,
        steps: [
          { use: pramMethod.id, params: { stay }, of: 'categories' as const },
          { use: 'swapping/rank-swap', params: { percent }, of: 'numbers' as const },
        ],
      })),
      ...[0.9, 0.7].map((stay) => ({ of: 'categories' as const, steps: [{ use: pramMethod.id, params: { stay } }] })),
    ],
  },
  methods: [pramMethod],
})

export default plugin
