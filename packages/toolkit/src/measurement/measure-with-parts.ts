import { resolveParams, SdcError, type MeasureInput, type Measurement, type Metric } from '@sdc/core'
import { measureByPlan } from '../plan/index.js'

/**
 * Measures a metric with its preparation and its parts, and theirs, each taken from a list. The engine does this for
 * users, every part once for all metrics; this is for tests and programs that call a metric without a plan.
 *
 * Throws UNKNOWN_METRIC if a part is not in the list, or is part of itself.
 */
export async function measureWithParts<P>(
  metric: Metric<P>,
  input: MeasureInput<P>,
  metrics: readonly Metric[],
): Promise<Measurement> {
  const parts = new Map<string, Measurement>()
  const others = metrics.filter(({ id }) => id !== metric.id)
  for (const [name, { use, params }] of Object.entries(metric.parts?.(input.params) ?? {})) {
    const part = others.find(({ id }) => id === use)
    if (!part) {
      const fix = `Known: ${others.map(({ id }) => id).join(', ')}.`
      throw new SdcError('UNKNOWN_METRIC', `${metric.id} has the part ${use}`, { metric: use }, fix)
    }
    const own = { ...input, params: resolveParams(part.params, params, { metric: use }) }
    parts.set(name, await measureWithParts(part, own, others))
  }
  return measureByPlan(metric, { ...input, parts, prepared: metric.prepare?.(input) })
}
