import { numericValues, type Dataset } from '@sdc/core'
import type { FileSchema, Measured, MetricPlan } from '@sdc/engine'
import type { RuleFindings } from '@sdc/rules'

/** Metric that counts broken rules, for the verdict. */
const COUNTS = 'loss/broken-rules'

/**
 * Adds the metric that counts broken rules if the schema has rules, unless it is there already.
 *
 * @param metrics - The metrics that a user wants.
 * @param schema - The schema.
 * @returns The metrics to measure.
 */
export function withRules(metrics: readonly MetricPlan[], schema: FileSchema | undefined): readonly MetricPlan[] {
  const hasRules = schema?.rules !== undefined && schema.rules.length > 0
  return !hasRules || metrics.some(({ use }) => use === COUNTS) ? metrics : [...metrics, { use: COUNTS, params: {} }]
}

/**
 * Reads the rules that a masked file breaks from what was measured out of core.
 *
 * @param measured - Values of the metrics, with those of `withRules`.
 * @returns The counts; undefined without rules.
 */
export function rulesMeasured(measured: readonly Measured[]): RuleFindings | undefined {
  const tables = measured.find(({ metric }) => metric.id === COUNTS)?.measurement.tables
  const [kept, left] = [tables?.get('rules'), tables?.get('left-out-rules')]
  if (kept === undefined || left === undefined) return undefined
  const texts = (data: Dataset): string[] => {
    const column = data.column('rule')
    return column.kind === 'categorical' ? Array.from(column.codes, (code) => column.levels[code]) : []
  }
  const any = kept.rows - 1
  const of = (data: Dataset, name: string, row: number): number => numericValues(data, name)[row]
  return {
    records: of(kept, 'records', any),
    broken: of(kept, 'broken', any),
    kept: texts(kept)
      .slice(0, any)
      .map((rule, r) => ({
        rule,
        broken: of(kept, 'broken', r),
        notJudged: of(kept, 'not judged', r),
        brokenBefore: of(kept, 'broken in the original', r),
      })),
    left: texts(left).map((rule, r) => ({
      rule,
      brokenBefore: of(left, 'broken in the original', r),
      recordsBefore: of(left, 'records', r),
    })),
  }
}
