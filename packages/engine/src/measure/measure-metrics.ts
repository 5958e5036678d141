import {
  canonicalJson,
  option,
  type Dataset,
  type Measurement,
  type MeasureInput,
  type Metric,
  type Ref,
  type Registry,
  type Rng,
  type Roles,
} from '@sdc/core'
import { keptResults, measureByPlan, sharedFiles, type KeptResults, type SharedFiles } from '@sdc/toolkit'
import { resolveAll } from '../bind/references.js'
import { extrasProblem } from '../ground/extras-problem.js'
import { ofPlugin, pluginFault } from '../ground/plugin-faults.js'
import { intervalOf } from './interval.js'
import { metricColumns, type FileHeads, type MetricColumns } from './metric-columns.js'

/** Two files with determined records and columns. */
export interface MeasuredFiles {
  readonly registry: Registry
  readonly original: Dataset
  readonly masked: Dataset
  readonly origin: Int32Array
  /** Requested columns. */
  readonly columns: readonly string[]
  readonly given: readonly string[]
  readonly roles: Roles
  readonly rng: Rng
  readonly population?: Dataset | undefined
  readonly control?: Dataset | undefined
  /** Work on the original that is shared with other masked files. */
  readonly prepared?: PreparedWork | undefined
}

/**
 * Work on one original for all masked files that are compared: by metric, parameters and columns, and under `RESULTS`.
 */
export type PreparedWork = Map<string, unknown>

/** Name of the aggregates and orders among the prepared work. */
const RESULTS = 'results'

function resultsIn(prepared: PreparedWork): KeptResults {
  const results = (prepared.get(RESULTS) as KeptResults | undefined) ?? keptResults()
  prepared.set(RESULTS, results)
  return results
}

/** A metric with its resolved parameters. */
export interface BoundMetric {
  readonly metric: Metric
  readonly params: unknown
}

/** Resolves a metric reference and its parameters; throws UNKNOWN_METRIC and BAD_PARAMETER. */
export function bindMetric(registry: Registry, { use, params }: Ref): BoundMetric {
  const metric = registry.get('metrics', use)
  return { metric, params: resolveAll(registry, metric.params, params, { metric: use }) }
}

/** A metric, and the columns that it measures in two files. */
export interface BoundMeasurement extends BoundMetric {
  readonly found: MetricColumns
}

/** Two files, and the columns to measure. */
export type MeasuredHeads = Pick<MeasuredFiles, 'columns' | 'roles' | 'original' | 'masked'>

/** Returns a metric with the columns that it measures, for everything that measures it. */
export function bindMeasurement(
  { metric, params }: BoundMetric,
  { columns, roles, ...files }: MeasuredHeads & Pick<FileHeads, 'isUnlike'>,
): BoundMeasurement {
  return { metric, params, found: metricColumns(metric, columns, roles, files) }
}

/** Measures metrics on one pair of files; a metric that several others combine is measured once. */
export interface Measurer {
  measure(bound: BoundMeasurement, tick: (fraction: number) => void): Promise<MeasuredColumns>
  /** Returns the input of a metric, or the reason why it cannot be measured. */
  input(bound: BoundMeasurement, tick: (fraction: number) => void): Promise<MeasureInput<unknown> | string>
}

/** A measurement with its columns. */
export interface MeasuredColumns {
  readonly measurement: Measurement
  readonly columns: readonly string[]
}

export function createMeasurer(files: MeasuredFiles): Measurer {
  const { registry, original, masked, origin, given, roles, rng, population, control } = files
  const held = new Map<string, Promise<MeasuredColumns>>()
  const prepared: PreparedWork = files.prepared ?? new Map()
  let shared: SharedFiles | undefined
  const path: string[] = []

  const measured = (bound: BoundMeasurement, tick: (fraction: number) => void): Promise<MeasuredColumns> => {
    const key = `${bound.metric.id} ${canonicalJson(bound.params)}`
    if (path.includes(key)) {
      const message = `its parts form a cycle: ${[...path, key].join(' → ')}`
      return Promise.reject(pluginFault(registry, bound.metric, { metric: bound.metric.id }, message))
    }
    const known = held.get(key)
    if (known) return known
    const made = settle(bound, key, tick)
    held.set(key, made)
    return made
  }

  const settle = async (
    bound: BoundMeasurement,
    key: string,
    tick: (fraction: number) => void,
  ): Promise<MeasuredColumns> => {
    path.push(key)
    try {
      const input = await inputOf(bound, tick)
      if (typeof input === 'string') return { columns: [], measurement: { value: null, reason: input, used: 0 } }
      const measurement = await measureInput(
        registry,
        bound.metric,
        input,
        (shared ??= sharedFiles(files, resultsIn(prepared))),
      )
      return { columns: input.columns, measurement }
    } finally {
      path.pop()
    }
  }

  const inputOf = async (
    { metric, params, found: { columns, reason } }: BoundMeasurement,
    tick: (fraction: number) => void,
  ): Promise<MeasureInput<unknown> | string> => {
    if (reason !== undefined) return reason
    if (metric.needs !== undefined && metric.needs !== 'rules' && !files[metric.needs]) return notGiven(metric.needs)
    const parts = new Map<string, Measurement>()
    for (const [name, ref] of Object.entries(metric.parts?.(params) ?? {}))
      parts.set(name, (await measured(bindMeasurement(bindMetric(registry, ref), files), tick)).measurement)
    const work = { original, columns, given, roles, params, tick }
    const of = `${metric.id} ${canonicalJson([params, columns, given])}`
    if (metric.prepare && !prepared.has(of)) prepared.set(of, metric.prepare(work))
    const others = { population, control }
    return { ...work, masked, origin, rng: rng.child(metric.id), parts, prepared: prepared.get(of), ...others }
  }

  return { measure: measured, input: inputOf }
}

/** Reason of a metric without a value because another file is missing. */
export function notGiven(file: 'population' | 'control'): string {
  return file === 'population'
    ? `it needs the population that the original is a sample of: ${option('population', 'FILE')}`
    : `it needs people like those of the original who are not in it: ${option('control', 'FILE')}`
}

/**
 * Measures a metric of files in memory.
 *
 * @param registry - Registry with the plugin of the metric.
 * @param metric - The metric.
 * @param input - Both files.
 * @param shared - Intermediate results on the same files, if other metrics use them.
 * @returns The measurement, with its interval.
 * @throws BAD_PLUGIN for a measurement without a valid value.
 */
export async function measureInput(
  registry: Registry,
  metric: Metric,
  input: MeasureInput<unknown>,
  shared?: SharedFiles,
): Promise<Measurement> {
  const measurement = await ofPlugin(registry, metric, { metric: metric.id }, input.tick, (tick) =>
    measureByPlan(metric, { ...input, tick }, shared),
  )
  return checkedMeasurement(registry, metric, measurement)
}

/** Returns a measurement with its interval. Throws BAD_PLUGIN for an invalid value, before it reaches a report. */
export function checkedMeasurement(registry: Registry, metric: Metric, measurement: Measurement): Measurement {
  const { value, reason } = measurement ?? {}
  const sound = value === null ? typeof reason === 'string' && reason !== '' : Number.isFinite(value)
  const problem = sound ? extrasProblem(measurement) : `it returned ${String(value)} without a reason`
  if (problem !== undefined) throw pluginFault(registry, metric, { metric: metric.id }, problem)
  const interval = intervalOf(metric, measurement)
  return interval ? { ...measurement, interval } : measurement
}
