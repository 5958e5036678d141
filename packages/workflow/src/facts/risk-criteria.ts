import type { ReportCriterion } from '@sdc/report'
import type { MeasuredFacts } from './measure-facts.js'

/**
 * The criteria where no policy was named: every risk, held against what its metric calls high; nobody has decided on it.
 *
 * @param rows - What was measured.
 * @param facts - Which of it are risks with a level.
 * @returns The rows of the risks.
 */
export function riskCriteria(rows: readonly ReportCriterion[], { levels }: MeasuredFacts): ReportCriterion[] {
  const risks = new Set(levels.map(({ metric }) => metric.id))
  return rows.filter(({ id }) => id !== undefined && risks.has(id))
}
