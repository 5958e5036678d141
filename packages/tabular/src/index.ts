import { definePlugin, literature, type Plugin } from '@sdc/core'
import { name, version } from '../package.json'
import { attacksMethod } from './attack/attacks.js'
import { auditMethod } from './audit/audit.js'
import { minimumFrequencyRule } from './rules/minimum-frequency.js'

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
export { joinTables, type JoinedTables, type JoinOptions } from './linked/join-tables.js'
export { type ConsistencyOptions, type Release } from './linked/release.js'
export { minimumFrequencyRule, type MinimumFrequencyParams } from './rules/minimum-frequency.js'
export { solverFrom, type SolverSource } from './solver/solver.js'
export { cellName } from './table/cell-name.js'
export { parentCodes, relationsOf, type Relations } from './table/relations.js'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^2',
  references: literature,
  tables: [minimumFrequencyRule, auditMethod, attacksMethod],
})

export default plugin
