import { definePlugin, literature, type Plugin, type UsualCandidate } from '@sdc/core'
import { name, version } from '../package.json'
import { sequentialMethod } from './sequential.js'

export { fitColumn, type ColumnFit, type DrawColumn } from './models/fit-column.js'
export type { FitInput, ModelName } from './models/model.js'
export type { SequentialParams } from './params.js'
export { sequentialMethod } from './sequential.js'

const usual = (params: Readonly<Record<string, number>>): UsualCandidate => ({
  of: 'records',
  steps: [{ use: sequentialMethod.id, params }],
})

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^1',
  references: literature,
  defaults: {
    candidates: [
      ...[5, 10, 20, 50].map((smallestLeaf) => usual({ smallestLeaf })),
      usual({ smallestLeaf: 5, complexity: 1e-3 }),
    ],
  },
  methods: [sequentialMethod],
})

export default plugin
