import { definePlugin, literature, type Plugin } from '@sdc/core'
import { name, version } from '../package.json'
import { cellKeyMethod } from './cell-key/cell-key.js'
import { recodeMethod } from './recode/recode.js'
import { controlledRoundingMethod } from './round/controlled-rounding.js'
import { randomRoundingMethod } from './round/random-rounding.js'
import { smallCountRoundingMethod } from './round/small-count-rounding.js'
import { dominanceRule } from './rules/dominance.js'
import { minimumFrequencyRule } from './rules/minimum-frequency.js'
import { pPercentRule } from './rules/p-percent.js'
import { priorPosteriorRule } from './rules/prior-posterior.js'

export { components, openAttacker, type Attacker, type Reach } from './audit/attacker.js'
export { cellKeyMethod, type CellKeyParams } from './cell-key/cell-key.js'
export { perturbationTable, type Perturbation, type PerturbationRow } from './cell-key/perturbation-table.js'
export { addKeys, recordKeys } from './cell-key/record-keys.js'
export { tableLoss, tableLossTitles, type LossFigure, type TableLoss } from './loss/table-loss.js'
export { recodeMethod, type TableRecodingParams } from './recode/recode.js'
export { controlledRoundingMethod, type ControlledRoundingParams } from './round/controlled-rounding.js'
export { randomRoundingMethod, type RandomRoundingParams } from './round/random-rounding.js'
export { smallCountRoundingMethod, type SmallCountRoundingParams } from './round/small-count-rounding.js'
export { buildTable, type BuildOptions, type BuiltTable } from './build/build-table.js'
export { type ContributionOrder } from './build/top-list.js'
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
  tables: [
    minimumFrequencyRule,
    dominanceRule,
    pPercentRule,
    priorPosteriorRule,
    cellKeyMethod,
    controlledRoundingMethod,
    randomRoundingMethod,
    smallCountRoundingMethod,
    recodeMethod,
  ],
})

export default plugin
