import { definePlugin, literature, type Plugin } from '@sdc/core'
import { dataShufflingMethod } from './data-shuffling.js'
import { hybridMethod } from './hybrid.js'
import { lhsMethod } from './lhs.js'
import { perturbationMethod } from './perturbation.js'
import { name, version } from '../package.json'

export { type CopulaModel } from './copula/copula-model.js'
export { drawScores } from './copula/draw-scores.js'
export { copulaModel } from './copula/read-copula.js'
export { rankedColumn, type RankedColumn } from './scores/ranked-column.js'
export { shuffleData, dataShufflingMethod, type DataShufflingParams } from './data-shuffling.js'
export { hybridMethod, mixRecords, nearestSynthetic, type Mixture, type HybridParams } from './hybrid.js'
export { latinHypercube, type LatinHypercube, type LatinHypercubeOptions } from './latin-hypercube.js'
export { lhsMethod, type LhsMethodParams } from './lhs.js'
export { perturbationMethod, type CopulaPerturbationParams } from './perturbation.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^1',
  references: literature,
  defaults: {
    candidates: [
      { of: 'numbers', steps: [{ use: dataShufflingMethod.id }], conditioned: true },
      {
        of: 'numbers',
        steps: [{ use: dataShufflingMethod.id, params: { zeros: 'keep' } }],
        conditioned: true,
        sparse: true,
      },
      { of: 'numbers', steps: [{ use: lhsMethod.id, params: { inPlace: true } }], conditioned: true },
      { of: 'records', steps: [{ use: lhsMethod.id }] },
    ],
  },
  methods: [perturbationMethod, dataShufflingMethod, hybridMethod, lhsMethod],
})

export default plugin
