import type { Metric } from '@sdc/core'
import { limitedError, limitedValue, worstOf, type MeasuredRuns, type Measured } from '@sdc/engine'
import type { JudgedValue } from '../policy/policy-types.js'

/**
 * What was measured of one run, as a policy judges it: of several files that of the worst.
 *
 * @param measured - What was measured.
 * @returns The values by metric id.
 */
export function judgedValues(measured: readonly Measured[]): Map<string, JudgedValue> {
  return new Map(measured.map((one) => [one.metric.id, judgedOf(one)] as const))
}

function judgedOf(measured: Measured): JudgedValue {
  const value = limitedValue({}, measured)
  const end = limitedValue({ atEnd: true }, measured)
  const { reason } = measured.measurement
  if (value === null) return { value, reason: reason ?? 'a file of the run has no value' }
  return { value, error: limitedError(measured), ...(end !== null && { worseEnd: end }) }
}

/**
 * The same of a run that an executor made: one task is one run.
 *
 * @param metric - What was measured.
 * @param held - What it gave.
 * @returns The value of the worst of its files.
 */
export function judgedRuns(metric: Metric, held: MeasuredRuns | undefined): JudgedValue {
  const { values, ofFiles = values, ends = ofFiles, error = 0, reason = 'it was not measured' } = held ?? { values: [] }
  if (ofFiles.length === 0) return { value: null, reason }
  return { value: worstOf(metric, ofFiles), worseEnd: worstOf(metric, ends), error }
}
