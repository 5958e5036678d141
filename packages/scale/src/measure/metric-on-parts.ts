import { canonicalJson, type Metric, type Registry, type StreamedMetric } from '@sdc/core'
import { bindMetric, type BoundMetric } from '@sdc/engine/in-parts'

/** A metric of a plan, with those that it combines. */
export interface MetricOnParts {
  readonly number: number
  readonly bound: BoundMetric
  readonly streamed: StreamedMetric<unknown>
  /** What it combines, by the names that it gives them. */
  readonly combines: ReadonlyMap<string, MetricOnParts>
  /** Why it needs both files whole; undefined where it does not. */
  readonly whole: string | undefined
}

/** The name of a stage of a metric. */
export const stageName = ({ number }: Pick<MetricOnParts, 'number'>, pass: string): string =>
  `metric-${number + 1}/${pass.replaceAll(' ', '-')}`

const UNSAID: StreamedMetric<unknown> = { shape: 'whole', why: 'it needs all records at once' }

/**
 * How a metric measures files in parts.
 *
 * @param metric - The metric.
 * @param params - Its parameters, resolved.
 * @returns What it says of itself.
 */
export function shapeOf(metric: Metric, params: unknown): StreamedMetric<unknown> {
  const needed = metric.needsFile?.({ params })
  return needed ? { shape: 'whole', ...needed } : (metric.streamed?.(params) ?? UNSAID)
}

/** The metrics of a plan with those that they combine, each once, parts before what combines them. */
export function metricsOnParts(
  registry: Registry,
  chosen: readonly BoundMetric[],
): { readonly all: readonly MetricOnParts[]; readonly asked: readonly MetricOnParts[] } {
  const found = new Map<string, MetricOnParts>()
  const add = (bound: BoundMetric): MetricOnParts => {
    const key = `${bound.metric.id} ${canonicalJson(bound.params)}`
    const known = found.get(key)
    if (known) return known
    const combines = new Map<string, MetricOnParts>()
    for (const [name, ref] of Object.entries(bound.metric.parts?.(bound.params) ?? {}))
      combines.set(name, add(bindMetric(registry, ref)))
    const streamed = shapeOf(bound.metric, bound.params)
    const part = [...combines.values()].find(({ whole }) => whole !== undefined)
    const whole =
      streamed.shape === 'whole' ? streamed.why : part && `it combines ${part.bound.metric.id}: ${part.whole ?? ''}`
    const one = { number: found.size, bound, streamed, combines, whole }
    found.set(key, one)
    return one
  }
  const asked = chosen.map(add)
  return { all: [...found.values()], asked }
}
