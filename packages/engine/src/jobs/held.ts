import type { Measured } from '../measure/measure.js'
import { limitedError } from '../limits/measure-run.js'
import { worseEnd } from '../measure/interval.js'
import type { MeasuredRuns } from './job.js'

/**
 * Adds what was measured of a run to what earlier runs of a candidate have.
 *
 * @param metrics - By the ids of metrics; changed.
 * @param measured - One metric of the run.
 */
export function hold(metrics: Map<string, MeasuredRuns>, measured: Measured): void {
  const { metric, measurement } = measured
  const { value, reason } = measurement
  const { files = [value], ends: worse = [worseEnd(metric, measurement)] } = measured
  const { id } = metric
  const { values, ofFiles = [], ends = [], reason: earlier, error: before = 0 } = metrics.get(id) ?? { values: [] }
  const error = Math.max(before, limitedError(measured))
  const last = value === null ? reason : earlier
  const added =
    value === null
      ? { values, ofFiles, ends }
      : {
          values: [...values, value],
          ofFiles: [...ofFiles, ...present(files)],
          ends: [...ends, ...present(worse)],
        }
  metrics.set(id, { ...added, ...(error > 0 && { error }), ...(last !== undefined && { reason: last }) })
}

function present(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null)
}
