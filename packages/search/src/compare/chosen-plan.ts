import type { FileSchema, MetricPlan } from '@sdc/engine'
import type { ComparisonDocument } from './comparison-document.js'
import { planYaml } from './plan-yaml.js'

/** Context of a comparison for a plan of its choice. */
export interface PlanContext {
  /** Name of the compared file in the plan. */
  readonly data: string
  /** Required plugins. */
  readonly plugins?: readonly string[] | undefined
  readonly schema?: FileSchema | undefined
  readonly seed?: string | number | undefined
  /** Metrics of the comparison, if they were named. */
  readonly metrics?: readonly MetricPlan[] | undefined
  /** Unmasked disclosing columns and unchanged values that a release may have. */
  readonly acceptOpen?: readonly string[] | undefined
  readonly maxUnchanged?: number | undefined
}

/** File name of the plan of a choice. */
export const chosenPlanName = 'chosen-plan.yaml'

/**
 * Plan of the choice of a comparison; with the comparison's seed, it makes the file of its first run.
 *
 * @param document - The comparison.
 * @param context - Context of the comparison.
 * @returns YAML; undefined if nothing was chosen.
 */
export function chosenPlan(document: ComparisonDocument, context: PlanContext): string | undefined {
  const chosen = document.candidates.find((one) => one.chosen)
  if (!chosen) return undefined
  const { data, plugins, schema, seed, metrics, acceptOpen = [], maxUnchanged } = context
  const { limits, columns, given, verdict } = document
  const plan = {
    data,
    ...(plugins ? { plugins } : {}),
    ...(schema ? { schema } : {}),
    ...(seed === undefined ? {} : { seed }),
    steps: chosen.steps.map(({ use, columns: own, given: on, by, params, smallGroups, precision, missing, waves }) => ({
      use,
      columns: own,
      ...(on ? { given: on } : {}),
      ...(by.length > 0 ? { by, smallGroups } : {}),
      ...(precision ? { precision } : {}),
      ...(missing ? { missing } : {}),
      ...(waves ? { waves } : {}),
      params,
    })),
    // Measures the same metrics of the same columns, with the same limits.
    metrics: metrics ?? Object.keys(document.metrics),
    ...(Object.keys(limits).length > 0 ? { limits } : {}),
    measure: { columns, given },
    ...(acceptOpen.length > 0 ? { acceptOpen } : {}),
    ...(maxUnchanged === undefined ? {} : { maxUnchanged }),
  }
  return planYaml(plan, verdict)
}
