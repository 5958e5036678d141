import type { Metric } from '@sdc/core'
import { mean } from '@sdc/stats'
import { replicateInterval } from '@sdc/toolkit/internal'
import { worstOf } from '../limits/limits.js'
import type { Summary } from './comparison.js'
import type { MeasuredRuns } from './held.js'

/**
 * Summarises the values of one metric over the runs of a candidate.
 *
 * @param metric - The metric.
 * @param runs - Its values.
 * @returns Their mean, range and interval, or the reason why there are none.
 */
export function summary(metric: Metric, { values, ofFiles = values, ends = ofFiles, reason }: MeasuredRuns): Summary {
  if (values.length === 0) return { mean: null, min: null, max: null, reason: reason ?? 'it was not measured' }
  const interval = replicateInterval(Float64Array.from(values), metric.range)
  const known = {
    mean: mean(Float64Array.from(values)),
    min: Math.min(...ofFiles),
    max: Math.max(...ofFiles),
    worstEnd: worstOf(metric, ends),
    ...(interval && { interval }),
  }
  return reason === undefined ? known : { ...known, reason: `missing in some runs: ${reason}` }
}
