import type { Measured } from '../measure/measure.js'
import { worseEnd } from '../measure/interval.js'

/** Values of a metric over the runs of a candidate, and the reason if there is none. */
export interface MeasuredRuns {
  readonly values: readonly number[]
  /** Values of each file, if runs make several files. */
  readonly ofFiles?: readonly number[]
  /** Worse end of the interval of each value. */
  readonly ends?: readonly number[]
  readonly reason?: string
}

/**
 * Adds a measured metric of a run to those of earlier runs.
 *
 * @param metrics - Values by metric id; changed in place.
 * @param measured - One metric of the run.
 */
export function hold(metrics: Map<string, MeasuredRuns>, measured: Measured): void {
  const { metric, measurement } = measured
  const { value, reason } = measurement
  const { files = [value], ends: worse = [worseEnd(metric, measurement)] } = measured
  const { id } = metric
  const { values, ofFiles = [], ends = [], reason: earlier } = metrics.get(id) ?? { values: [] }
  const last = value === null ? reason : earlier
  const added =
    value === null
      ? { values, ofFiles, ends }
      : {
          values: [...values, value],
          ofFiles: [...ofFiles, ...present(files)],
          ends: [...ends, ...present(worse)],
        }
  metrics.set(id, { ...added, ...(last !== undefined && { reason: last }) })
}

function present(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null)
}
