import type { ExactMoments } from './exact-moments-margin.js'
import type { KeptWithin } from './keep-within.js'
import type { RoundedColumn } from './precision.js'
import type { StepFindings } from './run-step.js'

/** Facts of a run, in memory or out of core: manifests, messages and JSON are made of them. */
export interface RunFacts {
  /** The columns that were masked, in the order of the file. */
  readonly columns: readonly string[]
  readonly given: readonly string[]
  readonly warnings: readonly string[]
  /** Reports and published data of the methods. */
  readonly reports: readonly StepFindings[]
  /** Rounding of columns by methods that make new values, once for each step. */
  readonly rounded: readonly RoundedColumn[]
  /** Values brought within the bounds of the schema, once for each step. */
  readonly kept: readonly KeptWithin[]
  /** The groups in which moments are exactly the original's, in the columns that no later step masked. */
  readonly exact: readonly ExactMoments[]
  /** Columns whose missing cells are released filled. */
  readonly imputed: readonly string[]
}
