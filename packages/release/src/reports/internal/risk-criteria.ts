import type { ReportCriterion } from '@sdc/report'
import { NO_VALUE, type MeasuredFacts } from '../facts/measure-facts.js'

/**
 * The criteria where no policy was named: every risk with a value, held against what its metric calls high; nobody has decided on it.
 *
 * @param rows - What was measured.
 * @param facts - Which of it are risks with a level.
 * @returns The rows of the risks.
 */
export function riskCriteria(rows: readonly ReportCriterion[], { levels }: MeasuredFacts): ReportCriterion[] {
  const risks = new Set(levels.flatMap(({ metric, high }) => (high === null ? [] : [metric.id])))
  return rows.filter(({ id, released }) => id !== undefined && risks.has(id) && released !== NO_VALUE)
}
