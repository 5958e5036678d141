import { SdcError, type Dataset, type Metric, type Registry, type Roles } from '@sdc/core'
import type { MetricPlan } from '../plan/plan.js'
import { bindMetric } from '../measure/measure-metrics.js'
import { metricColumns } from '../measure/metric-columns.js'
import type { Axes } from './comparison.js'

/** What the axes of a comparison would be measured of. */
export interface AxesAtHand {
  readonly registry: Registry
  readonly original: Dataset
  readonly columns: readonly string[]
  readonly roles: Roles
  /** What kinds the columns have together. */
  readonly kinds: 'numeric' | 'categorical' | 'mixed'
  /** An axis with the parameters that the comparison gives it. */
  readonly planOf: (metric: Metric) => MetricPlan
}

/**
 * Throws where no candidate would have a place on the map, before any is run: where an axis has no column to measure in this
 * file, or, of a mixed file, one of its parts is of a role that no column has.
 *
 * @param axes - The metrics of the map.
 * @param at - The file.
 * @throws BAD_OPTION with the axis, its part, and what to name.
 */
export function refuseUnmeasuredAxes({ risk, loss }: Axes, at: AxesAtHand): void {
  for (const [axis, metric] of [
    ['risk', risk],
    ['loss', loss],
  ] as const) {
    const problem = problemOf(metric, at)
    if (problem === undefined) continue
    const message = `${metric.id}, the ${axis} axis, would have no value for any candidate: ${problem}`
    const advice = `Say what it lacks, or take another metric of ${axis}: --${axis} ID (axes in a plan).`
    throw new SdcError('BAD_OPTION', message, { metric: metric.id }, advice)
  }
}

function problemOf(
  metric: Metric,
  { registry, original, columns, roles, kinds, planOf }: AxesAtHand,
): string | undefined {
  const own = metricColumns(metric, columns, roles, original, original).reason
  if (own !== undefined || kinds !== 'mixed' || !metric.parts) return own
  const parts = Object.entries(metric.parts(bindMetric(registry, planOf(metric)).params))
  for (const [name, { use }] of parts) {
    const part = registry.get('metrics', use)
    if (part.of === 'masked columns') continue
    const { reason } = metricColumns(part, columns, roles, original, original)
    if (reason !== undefined) return `its part ${name} (${use}): ${reason}`
  }
  return undefined
}
