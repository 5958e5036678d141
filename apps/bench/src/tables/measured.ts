import type { RunCost } from './run-cost.js'

/** Result of a case. */
export interface Measured extends RunCost {
  readonly cells: number
  readonly sensitive: number
  readonly suppressed: number
  /** Sensitive cells whose interval in the audit is narrower than their levels permit; NaN without an audit. */
  readonly unprotected: number
  /** Cost of the secondary cells, and a lower bound for all patterns; NaN if unknown. */
  readonly cost: number
  readonly gapPercent: number
  readonly proved: number
}
