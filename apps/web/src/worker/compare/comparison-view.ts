import { worstOf, type Comparison, type Row, type StepPlan } from '@sdc/engine'
import { comparisonMap, namedPoint } from '@sdc/workflow'
import type { MapPoint } from '@sdc/report'
import type { CandidateView, ComparisonView } from '../protocol/protocol.js'

/**
 * What the page shows of a comparison.
 *
 * @param comparison - The comparison, judged or not yet.
 * @param file - The name of the original.
 * @returns The map, and every candidate, those that could not be run with their errors.
 */
export function comparisonView(comparison: Comparison, file: string): ComparisonView {
  const map = comparisonMap(comparison, file)
  const points = new Map(map.points.map((point) => [point.label, point]))
  return {
    map,
    candidates: comparison.rows.map((row) => candidateView(row, comparison, points.get(row.label))),
    verdict: comparison.verdict,
    warnings: [...comparison.notes, ...comparison.warnings],
  }
}

function candidateView(row: Row, { metrics }: Comparison, point: MapPoint | undefined): CandidateView {
  const worst = metrics.flatMap((metric): [string, number | null][] => {
    const held = row.metrics.get(metric.id)
    if (held === undefined) return []
    return [[metric.id, held.min === null || held.max === null ? null : worstOf(metric, [held.min, held.max])]]
  })
  return {
    ...(point ?? { ...namedPoint(row), risk: null, loss: null, pareto: false, chosen: false }),
    use: row.use,
    then: [...row.then],
    steps: stepsOf(row),
    replicates: row.replicates,
    worst: Object.fromEntries(worst),
    ...(row.error && { error: [row.error.message, row.error.fix].filter(Boolean).join('. ') }),
  }
}

/** A candidate's steps as a plan has them: with the columns that it masks spelled out. */
function stepsOf({ steps, masking, masks }: Row): StepPlan[] {
  return steps.map((step, s) => (s < masking && masks[s] !== undefined ? { ...step, columns: [...masks[s]] } : step))
}
