import type { Metric } from '@sdc/core'

/** A risk metric with what its values are held against. */
export interface RiskLevel {
  readonly metric: Metric
  /** Its value in data that have nothing to do with the original; null where it does not look for the original. */
  readonly independent: number | null
  /** Value from which the risk is high; null if the metric is not a risk, or has no worse end. */
  readonly high: number | null
}
