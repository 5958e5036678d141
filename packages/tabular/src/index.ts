import { definePlugin, literature, type Plugin } from '@sdc/core'
import { name, version } from '../package.json'
import { auditMethod } from './audit/audit.js'
import { minimumFrequencyRule } from './rules/minimum-frequency.js'
import { exactSuppressionMethod } from './suppress/exact-suppression.js'
import { flowSuppressionMethod } from './suppress/flow-suppression.js'
import { greedySuppressionMethod } from './suppress/greedy-suppression.js'
import { hypercubeSuppressionMethod } from './suppress/hypercube-suppression.js'

export { auditMethod, type AuditParams } from './audit/audit.js'
export { auditPattern, type Audit, type AuditOptions, type InsiderInterval } from './audit/audit-pattern.js'
export { components, openAttacker, type Attacker, type Reach } from './audit/attacker.js'
export { joinTables, type JoinedTables, type JoinOptions } from './linked/join-tables.js'
export { randomTable, type RandomLevels, type RandomTable, type RandomTableOptions } from './random-table.js'
export { minimumFrequencyRule, type MinimumFrequencyParams } from './rules/minimum-frequency.js'
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
  sdc: '^2',
  references: literature,
  tables: [
    minimumFrequencyRule,
    exactSuppressionMethod,
    greedySuppressionMethod,
    flowSuppressionMethod,
    hypercubeSuppressionMethod,
    auditMethod,
  ],
})

export default plugin
