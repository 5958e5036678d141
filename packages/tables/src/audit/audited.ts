import type { Sensitivity, Table } from '@sdc/core'
import type { AppliedTable } from '@sdc/engine'
import type { Audit } from '@sdc/tabular'

/** Result of the audit of a pattern. */
export interface AuditedTable {
  readonly table: Table
  /** Dimensions declared without a total, which have no relations. */
  readonly withoutTotal: readonly string[]
  readonly rules: readonly AppliedTable[]
  /** Source of the sensitive cells; with `nobody`, each suppressed cell counts as one. */
  readonly sensitiveBy: 'rules and table' | 'pattern' | 'nobody'
  /** Level of cells with status primary, in percent. */
  readonly percent: number
  readonly sensitive: Sensitivity
  /** Status of each cell (`patternStatuses`). */
  readonly statuses: Uint8Array
  readonly audit: Audit
}

/** Returns the suppressed cells, and the published sensitive ones. */
export function auditedCells({ statuses, audit }: AuditedTable): number[] {
  const missed = new Set(audit.unprotected)
  return [...statuses.keys()].filter((cell) => statuses[cell] > 0 || missed.has(cell))
}
