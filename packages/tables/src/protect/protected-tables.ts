import type { Rng } from '@sdc/core'
import type { ProtectedTable, TableStep } from '@sdc/engine'
import type { LinkedTables } from '../cells/read-linked.js'
import type { ReasonCodes } from '../view/reasons.js'
import type { TableView } from '../view/table-view.js'

/** A protection, and the state of each table after it. */
export interface ProtectedTables {
  readonly linked: LinkedTables
  readonly rules: readonly TableStep[]
  /** The level of the cells that the table itself calls primary, in percent. */
  readonly percent: number
  readonly protection: TableStep
  readonly reason: string
  readonly result: ProtectedTable
  readonly views: readonly TableView[]
  /** Whose letters say what becomes of cells in the internal version; words without. */
  readonly codes?: ReasonCodes | undefined
  readonly root: Rng
}
