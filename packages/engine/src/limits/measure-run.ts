import type { Measurement, Metric } from '@sdc/core'
import { mean } from '@sdc/stats'
import { replicateInterval } from '@sdc/toolkit/internal'
import { worstOf, type Limit } from './limits.js'
import type { FileState } from '../run/files/assemble.js'
import { errorOf, worseEnd } from '../measure/interval.js'
import { measureFiles, type Measured, type MeasureFilesInput } from '../measure/measure.js'

export interface MeasureRunInput extends Omit<MeasureFilesInput, 'masked' | 'origin'> {
  /** The files of one run. */
  readonly files: readonly FileState[]
}

/**
 * Returns the value that a limit applies to: the measured value, or the worse end of its interval. For several files it
 * is that of the worst.
 *
 * @param limit - The limit.
 * @param measured - Result of `measureRun` for its metric.
 * @returns The value, in the metric's unit; null if a file has none.
 */
export function limitedValue({ atEnd = false }: Pick<Limit, 'atEnd'>, measured: Measured): number | null {
  const { metric, measurement, files, ends } = measured
  const one = atEnd ? worseEnd(metric, measurement) : measurement.value
  const all = (atEnd ? ends : files) ?? [one]
  const present = all.filter((of) => of !== null)
  return present.length < all.length ? null : worstOf(metric, present)
}

/**
 * Returns the error of a limited value (`errorOf`), for several files the largest.
 *
 * @param measured - Result of `measureRun`.
 * @returns Half width of a 95 % interval, in the metric's unit.
 */
export function limitedError({ metric, measurement, errors }: Measured): number {
  return Math.max(...(errors ?? [errorOf(metric, measurement)]))
}

/** Value of one run that limits apply to; for several files, that of the worst. */
export interface LimitedValue {
  readonly value: number | null
  /** Reason for a missing value. */
  readonly reason?: string | undefined
  /** Worse end of its 95 % interval, if it has one. */
  readonly worseEnd?: number | undefined
  /** Half width of the 95 % interval of its own error, if the metric draws; 0 or absent if it is exact. */
  readonly error?: number | undefined
}

/**
 * Values of a run that limits apply to.
 *
 * @param measured - The result of `measureRun`.
 * @returns The values by metric id.
 */
export function limitedValues(measured: readonly Measured[]): Map<string, LimitedValue> {
  return new Map(measured.map((one) => [one.metric.id, limitedOf(one)]))
}

function limitedOf(measured: Measured): LimitedValue {
  const value = limitedValue({}, measured)
  const end = limitedValue({ atEnd: true }, measured)
  const { reason } = measured.measurement
  if (value === null) return { value, reason: reason ?? 'a file of the run has no value' }
  return { value, error: limitedError(measured), ...(end !== null && { worseEnd: end }) }
}

/**
 * Measures every file of a run against the original. For one file it does the same as `measureFiles`. For several files
 * it returns the mean of each value (and of its value in independent data), the least `used` and all warnings, without
 * tables or values by record. A metric without a value for one of the files has none.
 */
export async function measureRun({ files, ...input }: MeasureRunInput): Promise<Measured[]> {
  const byFile: Measured[][] = []
  for (const [f, { data, origin }] of files.entries()) {
    const rng = f === 0 ? input.rng : input.rng.child(`file ${f + 1}`)
    const tick = (fraction: number, doing?: string): void => input.tick?.((f + fraction) / files.length, doing)
    byFile.push(await measureFiles({ ...input, masked: data, origin, rng, tick }))
  }
  const [first] = byFile
  if (files.length === 1) return first
  return first.map((one, k) => {
    const measurements = byFile.map((measured) => measured[k].measurement)
    const ends = measurements.map((of) => worseEnd(one.metric, of))
    const measurement = overFiles(one.metric, measurements)
    const errors = measurements.map((of) => errorOf(one.metric, of))
    return { ...one, measurement, files: measurements.map(({ value }) => value), ends, errors }
  })
}

function overFiles(metric: Metric, measurements: readonly Measurement[]): Measurement {
  const used = Math.min(...measurements.map((one) => one.used))
  const warnings = [...new Set(measurements.flatMap((one) => one.warnings ?? []))]
  const warned = warnings.length > 0 ? { warnings } : {}
  const without = measurements.findIndex(({ value }) => value === null)
  if (without >= 0) {
    const reason = `file ${without + 1} of ${measurements.length}: ${measurements[without].reason}`
    return { value: null, reason, used, ...warned }
  }
  const columns = measurements[0].columns && meanByColumn(measurements)
  const values = measurements.flatMap(({ value }) => (value === null ? [] : [value]))
  const interval = replicateInterval(Float64Array.from(values), metric.range)
  const high = meanOf(measurements.map((one) => one.high ?? null))
  const fair = meanOf(measurements.map((one) => one.fair ?? null))
  const independent = meanOf(measurements.map((one) => one.independent ?? null))
  return {
    value: meanOf(values),
    used,
    ...(high !== null && { high }),
    ...(fair !== null && { fair }),
    ...(independent !== null && { independent }),
    ...(interval && { interval }),
    ...(columns && { columns }),
    ...warned,
  }
}

function meanByColumn(measurements: readonly Measurement[]): ReadonlyMap<string, number | null> {
  const names = [...(measurements[0].columns?.keys() ?? [])]
  return new Map(names.map((name) => [name, meanOf(measurements.map(({ columns }) => columns?.get(name) ?? null))]))
}

/** Mean of values; null if one is missing. */
function meanOf(values: readonly (number | null)[]): number | null {
  const present = values.filter((value) => value !== null)
  return present.length < values.length ? null : mean(Float64Array.from(present))
}
