import { definePlugin, literature, type Plugin } from '@sdc/core'
import { name, version } from '../package.json'
import { dominanceRule } from './rules/dominance.js'
import { minimumFrequencyRule } from './rules/minimum-frequency.js'
import { pPercentRule } from './rules/p-percent.js'
import { priorPosteriorRule } from './rules/prior-posterior.js'

export { components, openAttacker, type Attacker, type Reach } from './audit/attacker.js'
export { buildTable, type BuildOptions, type BuiltTable } from './build/build-table.js'
export { type ContributionOrder } from './build/top-list.js'
export { addKeys, recordKeys } from './cell-key/record-keys.js'
export { dominanceRule, type DominanceParams } from './rules/dominance.js'
export { minimumFrequencyRule, type MinimumFrequencyParams } from './rules/minimum-frequency.js'
export { pPercentRule, type PPercentParams } from './rules/p-percent.js'
export { priorPosteriorRule, type PriorPosteriorParams } from './rules/prior-posterior.js'
export { solverFrom, type SolverSource } from './solver/solver.js'
export { cellName } from './table/cell-name.js'
export { parentCodes, relationsOf, type Relations } from './table/relations.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^2',
  references: literature,
  tables: [minimumFrequencyRule, dominanceRule, pPercentRule, priorPosteriorRule],
})

export default plugin
