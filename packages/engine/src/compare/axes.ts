import { canonicalJson, kindOf, SdcError, type Dataset, type Metric, type Registry } from '@sdc/core'
import type { ComparePlan, MetricPlan } from '../plan/plan.js'
import { bindMetric } from '../measure/measure-metrics.js'
import type { Axes } from './comparison.js'
import type { WeighedAxis } from './verdict.js'

/**
 * What kinds some columns have together, for the usual metrics of them.
 *
 * @param original - The file.
 * @param columns - Some of its columns.
 * @returns Whether they are numbers, categories, or both; no column counts as numbers.
 */
export function kindsTogether(original: Dataset, columns: readonly string[]): 'numeric' | 'categorical' | 'mixed' {
  const numeric = columns.filter((name) => kindOf(original.column(name)) === 'numeric').length
  return numeric === columns.length ? 'numeric' : numeric === 0 ? 'categorical' : 'mixed'
}

/** What axes are chosen by. */
export interface AxesInput {
  readonly registry: Registry
  readonly compare: ComparePlan
  readonly original: Dataset
}

/** The metrics of the map: those the plan names, else the usual ones for the kinds of the columns. */
export function axesOf({ registry, compare, original }: AxesInput, columns: readonly string[]): Axes {
  const kind = kindsTogether(original, columns)
  const usual = registry.defaults.axes?.[kind]
  const axis = (which: 'risk' | 'loss'): Axes['risk'] => {
    const id = compare.axes[which] ?? usual?.[which]
    if (id !== undefined) return registry.get('metrics', id)
    const advice = 'Name one: axes in a plan, --risk and --loss on the command line.'
    throw new SdcError('BAD_PLAN', `no plugin names a usual metric of ${which} for ${kind} columns`, {}, advice)
  }
  return { risk: axis('risk'), loss: axis('loss') }
}

/** What is measured, and the axes. */
export function withAxes(plans: readonly MetricPlan[], axes: Axes): MetricPlan[] {
  const missing = [axes.risk, axes.loss].filter(({ id }) => !isPlanned(plans, id))
  return [...plans, ...missing.map(({ id }) => ({ use: id, params: {} }))]
}

/** The axes that say how they weigh their parts. */
export function weighedAxes(registry: Registry, { risk, loss }: Axes, metrics: readonly MetricPlan[]): WeighedAxis[] {
  return [risk, loss].flatMap((metric) => {
    if (metric.weighs === undefined || !metric.parts) return []
    const settled = (ref: MetricPlan): string => canonicalJson(bindMetric(registry, ref).params ?? null)
    const parts = Object.entries(metric.parts(bindMetric(registry, planOf(metric, metrics)).params))
    const named = parts.map(([name, ref]) => {
      const planned = metrics.find(({ use }) => use === ref.use) ?? { use: ref.use, params: {} }
      return [name, { use: ref.use, isMeasured: settled(planned) === settled(ref) }] as const
    })
    return [{ metric, parts: Object.fromEntries(named) }]
  })
}

/** What is measured of a metric: with the parameters that the comparison gives it. */
export function planOf({ id }: Metric, metrics: readonly MetricPlan[]): MetricPlan {
  return metrics.find(({ use }) => use === id) ?? { use: id, params: {} }
}

/** Whether a metric is measured. */
export function isPlanned(plans: readonly MetricPlan[], id: string): boolean {
  return plans.some(({ use }) => use === id)
}
