import { definePlugin, literature, type Plugin } from '@sdc/core'
import { name, version } from '../package.json'
import { attacksMethod } from './attack/attacks.js'
import { auditMethod } from './audit/audit.js'
import { cellKeyMethod } from './cell-key/cell-key.js'
import { recodeMethod } from './recode/recode.js'
import { controlledRoundingMethod } from './round/controlled-rounding.js'
import { randomRoundingMethod } from './round/random-rounding.js'
import { smallCountRoundingMethod } from './round/small-count-rounding.js'
import { dominanceRule } from './rules/dominance.js'
import { minimumFrequencyRule } from './rules/minimum-frequency.js'
import { pPercentRule } from './rules/p-percent.js'
import { priorPosteriorRule } from './rules/prior-posterior.js'
import { exactSuppressionMethod } from './suppress/exact-suppression.js'
import { flowSuppressionMethod } from './suppress/flow-suppression.js'
import { greedySuppressionMethod } from './suppress/greedy-suppression.js'
import { hypercubeSuppressionMethod } from './suppress/hypercube-suppression.js'

export { attacksMethod, type AttacksParams } from './attack/attacks.js'
export { auditMethod, type AuditParams } from './audit/audit.js'
export { auditPattern, type Audit, type AuditOptions, type InsiderInterval } from './audit/audit-pattern.js'
export { components, openAttacker, type Attacker, type Reach } from './audit/attacker.js'
export {
  consistentTables,
  differencingKinds,
  type Consistency,
  type DifferencingFinding,
} from './linked/consistent-tables.js'
export { randomTable, type RandomLevels, type RandomTable, type RandomTableOptions } from './random-table.js'
export { cellKeyMethod, type CellKeyParams } from './cell-key/cell-key.js'
export { perturbationTable, type Perturbation, type PerturbationRow } from './cell-key/perturbation-table.js'
export { buildTable, type BuildOptions, type BuiltTable } from './build/build-table.js'
export { type ContributionOrder } from './build/top-list.js'
export { addKeys, recordKeys } from './cell-key/record-keys.js'
export { tableLoss, tableLossTitles, type LossFigure, type TableLoss } from './loss/table-loss.js'
export { joinTables, type JoinedTables, type JoinOptions } from './linked/join-tables.js'
export { type ConsistencyOptions, type Release } from './linked/release.js'
export { recodeMethod, type TableRecodingParams } from './recode/recode.js'
export { controlledRoundingMethod, type ControlledRoundingParams } from './round/controlled-rounding.js'
export { randomRoundingMethod, type RandomRoundingParams } from './round/random-rounding.js'
export { smallCountRoundingMethod, type SmallCountRoundingParams } from './round/small-count-rounding.js'
export { dominanceRule, type DominanceParams } from './rules/dominance.js'
export { minimumFrequencyRule, type MinimumFrequencyParams } from './rules/minimum-frequency.js'
export { pPercentRule, type PPercentParams } from './rules/p-percent.js'
export { priorPosteriorRule, type PriorPosteriorParams } from './rules/prior-posterior.js'
export { exactSuppressionMethod, type ExactSuppressionParams } from './suppress/exact-suppression.js'
export { exactSuppression, type ExactOptions, type ExactSuppression } from './suppress/exact/exact-suppression.js'
export { cleanUp } from './suppress/clean-up.js'
export { flowSuppression } from './suppress/flow/flow-suppression.js'
export { flowSuppressionMethod } from './suppress/flow-suppression.js'
export { greedySuppression } from './suppress/greedy/greedy-suppression.js'
export { greedySuppressionMethod } from './suppress/greedy-suppression.js'
export { hypercubeSuppression } from './suppress/hypercube/hypercube-suppression.js'
export { hypercubeSuppressionMethod } from './suppress/hypercube-suppression.js'
export { isValid } from './suppress/is-valid.js'
export { linearBound } from './suppress/linear-bound.js'
export { solverFrom, type SolverSource } from './solver/solver.js'
export { cellName } from './table/cell-name.js'
export { parentCodes, relationsOf, type Relations } from './table/relations.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^1',
  references: literature,
  tables: [
    minimumFrequencyRule,
    auditMethod,
    attacksMethod,
    exactSuppressionMethod,
    cellKeyMethod,
    dominanceRule,
    pPercentRule,
    priorPosteriorRule,
    controlledRoundingMethod,
    randomRoundingMethod,
    smallCountRoundingMethod,
    recodeMethod,
    greedySuppressionMethod,
    flowSuppressionMethod,
    hypercubeSuppressionMethod,
  ],
})

export default plugin
