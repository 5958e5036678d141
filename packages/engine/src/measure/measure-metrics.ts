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
import { metricColumns } from './metric-columns.js'

/** Two files whose records and columns are settled. */
export interface MeasuredFiles {
  readonly registry: Registry
  readonly original: Dataset
  readonly masked: Dataset
  readonly origin: Int32Array
  /** The columns asked for. */
  readonly columns: readonly string[]
  readonly given: readonly string[]
  readonly roles: Roles
  readonly rng: Rng
  readonly population?: Dataset | undefined
  readonly control?: Dataset | undefined
  /** Work on the original that other masked files of it share. */
  readonly prepared?: PreparedWork | undefined
}

/** Work on one original for all masked files that are compared: by metric, parameters and columns, and `RESULTS`. */
export type PreparedWork = Map<string, unknown>

/** Name of the aggregates and orders among the prepared work. */
const RESULTS = 'results'

function resultsIn(prepared: PreparedWork): KeptResults {
  const results = (prepared.get(RESULTS) as KeptResults | undefined) ?? keptResults()
  prepared.set(RESULTS, results)
  return results
}

/** One metric, bound. */
export interface BoundMetric {
  readonly metric: Metric
  readonly params: unknown
}

/** A metric by its reference, its parameters resolved; throws UNKNOWN_METRIC and BAD_PARAMETER. */
export function bindMetric(registry: Registry, { use, params }: Ref): BoundMetric {
  const metric = registry.get('metrics', use)
  return { metric, params: resolveAll(registry, metric.params, params, { metric: use }) }
}

/** Measures metrics of one pair of files; what several need as a part is measured once. */
export interface Measurer {
  measure(bound: BoundMetric, tick: (fraction: number) => void): Promise<MeasuredColumns>
  /** What a metric is handed; or why there is nothing to hand over. */
  input(bound: BoundMetric, tick: (fraction: number) => void): Promise<MeasureInput<unknown> | string>
}

/** A measurement with the columns that it is of. */
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

  const measured = (bound: BoundMetric, tick: (fraction: number) => void): Promise<MeasuredColumns> => {
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
    bound: BoundMetric,
    key: string,
    tick: (fraction: number) => void,
  ): Promise<MeasuredColumns> => {
    path.push(key)
    try {
      const input = await inputOf(bound, tick)
      if (typeof input === 'string') return { columns: [], measurement: { value: null, reason: input, used: 0 } }
      const { metric } = bound
      const measurement = await ofPlugin(registry, metric, { metric: metric.id }, tick, (watched) =>
        measureByPlan(metric, { ...input, tick: watched }, (shared ??= sharedFiles(files, resultsIn(prepared)))),
      )
      checkMeasurement(registry, metric, measurement)
      const interval = intervalOf(metric, measurement)
      return { columns: input.columns, measurement: interval ? { ...measurement, interval } : measurement }
    } finally {
      path.pop()
    }
  }

  const inputOf = async (
    { metric, params }: BoundMetric,
    tick: (fraction: number) => void,
  ): Promise<MeasureInput<unknown> | string> => {
    const { columns, reason } = metricColumns(metric, files.columns, roles, original, masked)
    if (reason !== undefined) return reason
    if (metric.needs !== undefined && !files[metric.needs]) return notGiven(metric.needs)
    const parts = new Map<string, Measurement>()
    for (const [name, ref] of Object.entries(metric.parts?.(params) ?? {}))
      parts.set(name, (await measured(bindMetric(registry, ref), tick)).measurement)
    const work = { original, columns, given, roles, params, tick }
    const of = `${metric.id} ${canonicalJson([params, columns, given])}`
    if (metric.prepare && !prepared.has(of)) prepared.set(of, metric.prepare(work))
    const others = { population, control }
    return { ...work, masked, origin, rng: rng.child(metric.id), parts, prepared: prepared.get(of), ...others }
  }

  return { measure: measured, input: inputOf }
}

/** Why a metric has no value without another file. */
export function notGiven(file: NonNullable<Metric['needs']>): string {
  return file === 'population'
    ? `it needs the population that the original is a sample of: ${option('population', 'FILE')}`
    : `it needs people like those of the original who are not in it: ${option('control', 'FILE')}`
}

/** A metric that gives a number that is none must not reach a report. */
export function checkMeasurement(registry: Registry, metric: Metric, measurement: Measurement): void {
  const { value, reason } = measurement ?? {}
  const sound = value === null ? typeof reason === 'string' && reason !== '' : Number.isFinite(value)
  const problem = sound ? extrasProblem(measurement) : `it returned ${String(value)} without a reason`
  if (problem !== undefined) throw pluginFault(registry, metric, { metric: metric.id }, problem)
}
