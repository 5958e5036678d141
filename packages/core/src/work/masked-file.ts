import type { OneOrMore } from '../base/one-or-more.js'
import type { Column, Dataset } from '../columns/dataset.js'
import type { ValueBounds } from '../columns/value-bounds.js'
import type { Measurement } from './measurement.js'
import type { MetricSession } from './measured-files.js'
import type { Ref } from '../reference/ref.js'
import type { Reported } from './reported.js'
import type { Work } from './work.js'

export interface MaskInput<P> extends Work<P> {
  /** The records of this group, as the steps before left them. */
  readonly data: Dataset
  /** The records of all groups. */
  readonly whole: Dataset
  /**
   * Ranges of numeric columns from the schema. The engine reflects out-of-range values at the bound; a method whose
   * model can do better does so itself.
   */
  readonly bounds?: ReadonlyMap<string, ValueBounds>
  /** Measures columns of this group against its original, by a metric that a parameter names (`refParam`). */
  measure(metric: Ref, columns: ReadonlyMap<string, Column>): Promise<Measurement>
  /**
   * The same for a search that changes few records at a time. Metrics that have no `session` of their own are measured
   * anew at every proposal.
   */
  session(metric: Ref, columns: ReadonlyMap<string, Column>): Promise<MetricSession>
}

export interface MaskedFile {
  /**
   * The changed columns. Their kind is coarser if the trait `kinds` allows it, with exactly the levels that occur; null
   * drops a column; a new name adds one if the trait `adds` allows it.
   */
  readonly columns: ReadonlyMap<string, Column | null>
  /**
   * Origin of each record in `data`, −1 for none; needed if the records are not those of `data` in their order. A
   * column that is not named then moves with its record.
   */
  readonly origin?: Int32Array
}

export interface MaskResult {
  /** One file; several for multiple imputation. */
  readonly files: OneOrMore<MaskedFile>
  /** Details of the run (groups, fits), for the owner only. */
  readonly report?: ReadonlyMap<string, Reported>
  /** Data that users of the file need for their estimates (a transition matrix); released only on request. */
  readonly publish?: ReadonlyMap<string, Dataset | number>
  /**
   * Columns that the method found safe to release although values may be unchanged: quasi-identifiers whose every
   * combination k records share, or confidential columns that satisfy a condition in every class. A release accepts
   * them if no later step changes the file.
   */
  readonly protects?: readonly string[]
  /** Warnings for the user: missing cells left unchanged, constant columns left out of a distance. */
  readonly warnings?: readonly string[]
}
