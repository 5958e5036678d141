import { withColumns, type Column, type Dataset, type Measurement, type MetricSession, type Ref } from '@sdc/core'
import {
  bindMeasurement,
  bindMetric,
  createMeasurer,
  type BoundMeasurement,
  type MeasuredFiles,
} from './measure-metrics.js'

/** Measures a metric that a method's parameter refers to. */
export async function measureReference(files: MeasuredFiles, ref: Ref): Promise<Measurement> {
  const bound = bindMeasurement(bindMetric(files.registry, ref), files)
  return (await createMeasurer(files).measure(bound, () => {})).measurement
}

/**
 * Opens a session on a file that a search changes step by step. Each change is measured by the metric's own session if
 * it has one, else by a new measurement.
 */
export async function openSession(files: MeasuredFiles, ref: Ref): Promise<MetricSession> {
  const bound = bindMeasurement(bindMetric(files.registry, ref), files)
  const input = bound.metric.session ? await createMeasurer(files).input(bound, () => {}) : undefined
  if (bound.metric.session && typeof input === 'object') return bound.metric.session(input)
  return measuringSession(files, bound)
}

async function measuringSession(files: MeasuredFiles, bound: BoundMeasurement): Promise<MetricSession> {
  const valueOf = async (masked: Dataset): Promise<number> =>
    (await createMeasurer({ ...files, masked }).measure(bound, () => {})).measurement.value ?? Number.NaN
  let now = files.masked
  let value = await valueOf(now)
  let next = { masked: now, value }
  return {
    get value() {
      return value
    },
    async propose(name, records, values) {
      const masked = withColumns(now, new Map([[name, changedColumn(now.column(name), records, values)]]))
      next = { masked, value: await valueOf(masked) }
      return next.value
    },
    accept() {
      now = next.masked
      value = next.value
    },
  }
}

function changedColumn(column: Column, records: Int32Array, values: ArrayLike<number>): Column {
  if (column.kind === 'numeric') {
    const changed = column.values.slice()
    for (let i = 0; i < records.length; i++) changed[records[i]] = values[i]
    return { ...column, values: changed }
  }
  const codes = column.codes.slice()
  for (let i = 0; i < records.length; i++) codes[records[i]] = values[i]
  return { ...column, codes }
}
