import type { Metric } from '@sdc/core'

/** A risk metric with the values that it is judged against. */
export interface RiskLevel {
  readonly metric: Metric
  /** Value in data that are independent of the original; null if the metric does not use the original. */
  readonly independent: number | null
  /** Value from which the risk is high; null if the metric is not a risk, or has no worse end. */
  readonly high: number | null
}
