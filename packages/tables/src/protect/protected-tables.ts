import type { Rng } from '@sdc/core'
import type { ProtectedTable, TableStep } from '@sdc/engine'
import type { LinkedTables } from '../cells/read-linked.js'
import type { ReasonCodes } from '../view/reasons.js'
import type { TableView } from '../view/table-view.js'

/** A protection, and the state of each table after it. */
export interface ProtectedTables {
  readonly linked: LinkedTables
  readonly rules: readonly TableStep[]
  /** Level of the cells with status primary in the table, in percent. */
  readonly percent: number
  readonly protection: TableStep
  readonly reason: string
  readonly result: ProtectedTable
  readonly views: readonly TableView[]
  /** Letter codes for the reasons of suppression in the internal version; words by default. */
  readonly codes?: ReasonCodes | undefined
  readonly root: Rng
}
