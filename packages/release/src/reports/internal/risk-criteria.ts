import type { ReportCriterion } from '@sdc/report'
import { NO_VALUE, type MeasuredFacts } from '../facts/measure-facts.js'

/**
 * Returns the criteria without a policy: every risk with a value, compared with the limit that its metric calls high;
 * nobody has decided on it.
 *
 * @param rows - The measurements.
 * @param facts - Levels of the risks.
 * @returns The rows of the risks.
 */
export function riskCriteria(rows: readonly ReportCriterion[], { levels }: MeasuredFacts): ReportCriterion[] {
  const risks = new Set(levels.flatMap(({ metric, high }) => (high === null ? [] : [metric.id])))
  return rows.filter(({ id, released }) => id !== undefined && risks.has(id) && released !== NO_VALUE)
}
