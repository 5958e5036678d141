import type { RunCost } from './run-cost.js'

/** What came of a case. */
export interface Measured extends RunCost {
  readonly cells: number
  readonly sensitive: number
  readonly suppressed: number
  /** Sensitive cells that the audit finds more closely than their levels allow; NaN where nothing was audited. */
  readonly unprotected: number
  /** Of the secondary cells, and that no pattern costs less than; NaN where nothing is said of it. */
  readonly cost: number
  readonly gapPercent: number
  readonly proved: number
}
