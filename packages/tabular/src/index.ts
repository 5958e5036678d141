import { definePlugin, literature, type Plugin } from '@sdc/core'
import { name, version } from '../package.json'
import { attacksMethod } from './attack/attacks.js'
import { auditMethod } from './audit/audit.js'
import { cellKeyMethod } from './cell-key/cell-key.js'
import { recodeMethod } from './recode/recode.js'
import { controlledRoundingMethod } from './round/controlled-rounding.js'
import { nearestRoundingMethod } from './round/nearest-rounding.js'
import { randomRoundingMethod } from './round/random-rounding.js'
import { smallCountRoundingMethod } from './round/small-count-rounding.js'
import { dominanceRule } from './rules/dominance.js'
import { minimumFrequencyRule } from './rules/minimum-frequency.js'
import { pPercentRule } from './rules/p-percent.js'
import { priorPosteriorRule } from './rules/prior-posterior.js'
import { exactSuppressionMethod } from './suppress/exact-suppression.js'
import { greedySuppressionMethod } from './suppress/greedy-suppression.js'

export { /** @public */ attacksMethod, /** @public */ type AttacksParams } from './attack/attacks.js'
export { /** @public */ auditMethod, /** @public */ type AuditParams } from './audit/audit.js'
export { auditPattern, type Audit, type Covered } from './audit/audit-pattern.js'
export { attainableLevels } from './attackers/attack-model.js'
export { breachRows, type BreachRow } from './audit/breach-rows.js'
export { consistentTables, differencingKinds, type Consistency } from './linked/consistent-tables.js'
export { randomTable, type RandomTable, type RandomTableOptions } from './random-table.js'
export { /** @public */ cellKeyMethod, /** @public */ type CellKeyParams } from './cell-key/cell-key.js'
export { ownTable, type PtableLine } from './cell-key/own-table.js'
export { buildTable, type BuiltTable } from './build/build-table.js'
export { type ContributionOrder } from './build/top-list.js'
export { recordKeys } from './cell-key/record-keys.js'
export { tableLoss, type LossFigure, type TableLoss } from './loss/table-loss.js'
export { joinTables } from './linked/join-tables.js'
export { type Release } from './linked/release.js'
export { /** @public */ recodeMethod, /** @public */ type TableRecodingParams } from './recode/recode.js'
export {
  /** @public */ controlledRoundingMethod,
  /** @public */ type ControlledRoundingParams,
} from './round/controlled-rounding.js'
export {
  /** @public */ nearestRoundingMethod,
  /** @public */ type NearestRoundingParams,
} from './round/nearest-rounding.js'
export {
  /** @public */ randomRoundingMethod,
  /** @public */ type RandomRoundingParams,
} from './round/random-rounding.js'
export {
  /** @public */ smallCountRoundingMethod,
  /** @public */ type SmallCountRoundingParams,
} from './round/small-count-rounding.js'
export { /** @public */ dominanceRule, /** @public */ type DominanceParams } from './rules/dominance.js'
export {
  /** @public */ minimumFrequencyRule,
  /** @public */ type MinimumFrequencyParams,
} from './rules/minimum-frequency.js'
export { /** @public */ pPercentRule, /** @public */ type PPercentParams } from './rules/p-percent.js'
export { /** @public */ priorPosteriorRule, /** @public */ type PriorPosteriorParams } from './rules/prior-posterior.js'
export {
  /** @public */ exactSuppressionMethod,
  /** @public */ type ExactSuppressionParams,
} from './suppress/exact-suppression.js'
export { /** @public */ greedySuppressionMethod } from './suppress/greedy-suppression.js'
export { /** @public */ solverFrom } from './solver/solver.js'
export { cellName } from './table/cell-name.js'
export { relationsOf } from './table/relations.js'

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
    nearestRoundingMethod,
    randomRoundingMethod,
    smallCountRoundingMethod,
    recodeMethod,
    greedySuppressionMethod,
  ],
})

export default plugin
