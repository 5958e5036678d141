import { reportNumber, type ComparedFacts } from '@sdc/workflow/reports'
import type { ReportCandidate } from '@sdc/report'
import type { CandidateView, Compared, ComparisonView, Settings } from '../protocol/protocol.js'

/**
 * Collects the facts that a comparison adds to the report of a release.
 *
 * @param compared - The comparison.
 * @param label - The candidate that was drawn, whichever the comparison would have chosen.
 * @param settings - Those of the release.
 * @returns The map with this candidate as the chosen one, the table of candidates, and what was said of them.
 */
export function comparedFacts({ view, settings: then }: Compared, label: string, { policy }: Settings): ComparedFacts {
  const { map, candidates, verdict, warnings } = view
  const own = candidates.find((one) => one.label === label)
  const isSamePolicy = then.policy.text === policy.text && then.policy.release === policy.release
  return {
    map: { ...map, points: map.points.map((point) => ({ ...point, chosen: point.label === label })) },
    candidates: candidates.map((one) => candidateRow(one, map, label)),
    runs: own?.replicates ?? 1,
    worst: new Map(Object.entries(own?.worst ?? {})),
    verdict,
    // A release of the page is judged by its policy, not by the comparison's limits.
    limits: [],
    warnings: isSamePolicy ? warnings : [...warnings, 'the candidates were compared under a different policy'],
  }
}

function candidateRow(one: CandidateView, { risk, loss }: ComparisonView['map'], chosen: string): ReportCandidate {
  const text = (value: number | null | undefined, unit: string): string =>
    value == null ? '–' : `${reportNumber(value)} ${unit}`.trim()
  const [least, most] = one.riskRange ?? [one.risk, one.risk]
  const notes = one.error === undefined ? (one.reasons ?? []) : [one.error]
  return {
    label: one.label,
    loss: text(one.loss, loss.unit),
    risk: text(one.risk, risk.unit),
    worst: text(risk.better === 'lower' ? most : least, risk.unit),
    chosen: one.label === chosen,
    ...(notes.length > 0 && { note: notes.join('; ') }),
  }
}
