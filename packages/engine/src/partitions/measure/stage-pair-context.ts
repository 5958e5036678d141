import type { Dataset, Measurement, Registry, Rng, Roles } from '@sdc/core'
import type { MetricColumns } from '../../measure/metric-columns.js'
import type { ColumnsInMemory, MeasuredSources } from './files-in-memory.js'
import type { MetricOnParts } from './metric-on-parts.js'
import type { PairFiles } from './pair-files.js'
import type { ByRecord } from './stored-measurement.js'

/** Measurement of a metric, or the reason why it needs both files whole. */
export type MetricEnd =
  | {
      readonly measurement: Measurement
      /** Reads the numbers by record, if they are requested and exist. */
      readonly byRecord?: (() => Promise<ByRecord>) | undefined
      /** True if it has them only in memory. */
      readonly lacksRecords?: boolean | undefined
      readonly needsWhole?: undefined
    }
  | { readonly measurement?: undefined; readonly needsWhole: string }

/** Columns that a metric may read in memory, or the reason why a task cannot. */
export interface MetricInMemory {
  readonly columns: ColumnsInMemory
  readonly why: string | undefined
}

/** Input of the tasks of a measurement, the same in every process. */
export interface StagePairContext extends PairFiles {
  readonly registry: Registry
  readonly sources: MeasuredSources
  readonly given: readonly string[]
  readonly roles: Roles
  readonly rng: Rng
  /** Bytes that a task may take, if they are limited. */
  readonly taskBytes?: number | undefined
  /** Number of ranges into which columns are divided for sorting. */
  readonly ranges: number
  /** Both files without their records. */
  readonly heads: { readonly original: Dataset; readonly masked: Dataset }
  /** The population without its records, if one is given. */
  readonly population?: Dataset | undefined
  /** True if numbers by record are kept. */
  readonly byRecord: boolean
  /** Returns the columns of a metric, or the reason why there are none; once the columns are read. */
  columnsOf(on: MetricOnParts): Promise<MetricColumns>
  inMemory(on: MetricOnParts): MetricInMemory
  /** Ends of the metrics whose plans have ended. */
  readonly ends: Map<MetricOnParts, MetricEnd>
}
