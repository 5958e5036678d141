import { canonicalJson, type MeasureFacts, type PairColumns, type Registry } from '@sdc/core'
import {
  bindMeasurement,
  bindMetric,
  type BoundMeasurement,
  type MeasuredHeads,
} from '../../measure/measure-metrics.js'

/** A requested metric, or one that others combine. */
export interface MetricOnParts {
  readonly number: number
  readonly bound: BoundMeasurement
  /** Metrics that it combines, by the names that it gives them. */
  readonly combines: ReadonlyMap<string, MetricOnParts>
  /** Reason why it needs both files whole, if that is known before they are read. */
  readonly whole: string | undefined
}

/** Returns the columns that a metric reads. */
export function readsOf(
  { bound: { metric } }: MetricOnParts,
  facts: Omit<MeasureFacts<unknown>, 'rows' | 'rng' | 'parts'>,
): PairColumns {
  return metric.reads?.(facts) ?? { original: metric.files === 'masked' ? [] : facts.columns, masked: facts.columns }
}

/** Returns the beginning of the names of a metric's stages. */
export const scopeOf = ({ number }: Pick<MetricOnParts, 'number'>): string => `metric-${number + 1}`

/** Returns the requested metrics with those that they combine, each once, parts before the metrics that combine them. */
export function metricsOnParts(
  registry: Registry,
  chosen: readonly BoundMeasurement[],
  heads: MeasuredHeads,
): { readonly all: readonly MetricOnParts[]; readonly asked: readonly MetricOnParts[] } {
  const found = new Map<string, MetricOnParts>()
  const add = (bound: BoundMeasurement): MetricOnParts => {
    const { metric, params } = bound
    const key = `${metric.id} ${canonicalJson(params)}`
    const known = found.get(key)
    if (known) return known
    const combines = new Map<string, MetricOnParts>()
    for (const [name, ref] of Object.entries(metric.parts?.(params) ?? {}))
      combines.set(name, add(bindMeasurement(bindMetric(registry, ref), heads)))
    const one = { number: found.size, bound, combines, whole: metric.needsFile?.({ params })?.why }
    found.set(key, one)
    return one
  }
  const asked = chosen.map(add)
  return { all: [...found.values()], asked }
}
