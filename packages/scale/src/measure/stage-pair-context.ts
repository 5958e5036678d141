import type { Dataset, Rng, Roles, Totals } from '@sdc/core'
import type { MetricOnParts } from './metric-on-parts.js'
import type { PairFiles } from './pair-files.js'

/** What the tasks of a measurement work with, wherever they run. */
export interface StagePairContext extends PairFiles {
  readonly given: readonly string[]
  readonly roles: Roles
  readonly rng: Rng
  /** Bytes that a task may take, where that is bounded. */
  readonly taskBytes?: number | undefined
  /** Into how many ranges columns are cut to be put in order. */
  readonly ranges: number
  /** Both files without their records. */
  readonly heads: { readonly original: Dataset; readonly masked: Dataset }
  /** The columns that a metric is of, or why there is none; once the columns are read. */
  columnsOf(on: MetricOnParts): Promise<{ readonly columns: readonly string[]; readonly reason?: string | undefined }>
  /** The totals of passes, by stage, that were asked for. */
  readonly folded: Map<string, Promise<Totals>>
}
