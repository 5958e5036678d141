import type { Dataset, Measurement, Rng, Roles } from '@sdc/core'
import type { MetricOnParts } from './metric-on-parts.js'
import type { PairFiles } from './pair-files.js'

/** Measurement of a metric, or the reason why it needs both files whole. */
export type MetricEnd =
  | { readonly measurement: Measurement; readonly needsWhole?: undefined }
  | { readonly measurement?: undefined; readonly needsWhole: string }

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
  /** Ends of the metrics whose plans have ended. */
  readonly ends: Map<MetricOnParts, MetricEnd>
}
