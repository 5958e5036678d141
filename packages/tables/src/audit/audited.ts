import type { Sensitivity, Table } from '@sdc/core'
import type { AppliedTable } from '@sdc/engine'
import type { Audit } from '@sdc/tabular'

/** What the audit of a pattern found. */
export interface AuditedTable {
  readonly table: Table
  /** Dimensions without relations, because somebody said that they have no total. */
  readonly withoutTotal: readonly string[]
  readonly rules: readonly AppliedTable[]
  /** Who says which cells are sensitive; where nobody does, each suppressed cell is taken for one. */
  readonly sensitiveBy: 'rules and table' | 'pattern' | 'nobody'
  /** The level of cells that are called primary, in percent. */
  readonly percent: number
  readonly sensitive: Sensitivity
  /** By `patternStatuses`. */
  readonly statuses: Uint8Array
  readonly audit: Audit
}

/** The suppressed cells, and the sensitive ones that are published. */
export function auditedCells({ statuses, audit }: AuditedTable): number[] {
  const missed = new Set(audit.unprotected)
  return [...statuses.keys()].filter((cell) => statuses[cell] > 0 || missed.has(cell))
}
