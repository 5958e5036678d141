import { withLimited, type Comparison, type FileSchema, type MetricPlan, type Row } from '@sdc/engine'
import { planYaml } from './plan-yaml.js'

/** What a comparison was made with, as far as a plan of its choice repeats it. */
export interface PlanContext {
  /** The file that was compared on, as the plan is to name it. */
  readonly data: string
  /** The plugins that it needs. */
  readonly plugins?: readonly string[] | undefined
  readonly schema?: FileSchema | undefined
  readonly seed?: string | number | undefined
  /** What was measured, where it was said. */
  readonly metrics?: readonly MetricPlan[] | undefined
  /** What a release may leave open, and unchanged. */
  readonly acceptOpen?: readonly string[] | undefined
  readonly maxUnchanged?: number | undefined
}

/** A plan that makes the chosen file: with the comparison's seed, the very file of its first run. */
export function chosenPlan(row: Row, comparison: Comparison, context: PlanContext): string {
  const { data, plugins, schema, seed, metrics, acceptOpen = [], maxUnchanged } = context
  const steps = row.steps.map(({ use, columns, given, by, params, smallGroups, precision, missing }, s) => ({
    use,
    // The columns of what masks are spelled out; a further step keeps its own, or maps those masked before it.
    ...(s < row.masking ? { columns: [...row.masks[s]] } : columns === undefined ? {} : { columns }),
    ...(given ? { given } : {}),
    ...(by.length > 0 ? { by, smallGroups } : {}),
    ...(precision ? { precision } : {}),
    ...(missing ? { missing } : {}),
    params,
  }))
  const plan = {
    data,
    ...(plugins ? { plugins } : {}),
    ...(schema ? { schema } : {}),
    ...(seed === undefined ? {} : { seed }),
    steps,
    // Measured again: what was measured here, of the same columns, and held to the same limits.
    metrics: metrics ? withLimited(metrics, comparison.limits) : comparison.metrics.map(({ id }) => id),
    ...(comparison.limits.length > 0 ? { limits: limitsOf(comparison) } : {}),
    measure: { columns: comparison.columns, given: comparison.given },
    ...(acceptOpen.length > 0 ? { acceptOpen } : {}),
    ...(maxUnchanged === undefined ? {} : { maxUnchanged }),
  }
  return planYaml(plan, comparison.verdict)
}

/** The limits as a plan has them. */
function limitsOf({ limits }: Comparison): Record<string, number> {
  return Object.fromEntries(limits.map(({ metric, value }) => [metric.id, value]))
}
