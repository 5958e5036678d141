import { worstOf } from '@sdc/engine'
import type { ReportCandidate } from '@sdc/report'
import type { ComparedCandidate, ComparisonDocument } from '@sdc/search'
import { reportNumber } from '../facts/number-text.js'

/**
 * Worst values of the runs of a choice.
 *
 * @param document - The comparison.
 * @returns A value a metric, null where a run has none; empty without a choice.
 */
export function worstOfChoice(document: ComparisonDocument): Map<string, number | null> {
  const chosen = document.candidates.find((one) => one.chosen)
  return new Map(Object.keys(chosen?.metrics ?? {}).map((id) => [id, chosen ? worst(chosen, id, document) : null]))
}

function worst({ metrics }: ComparedCandidate, id: string, document: ComparisonDocument): number | null {
  const { min = null, max = null, reason } = metrics[id] ?? {}
  return reason !== undefined || min === null || max === null ? null : worstOf(document.metrics[id], [min, max])
}

/** Candidates of a comparison as rows of a report. */
export function candidateRows(document: ComparisonDocument): ReportCandidate[] {
  const { axes, metrics, candidates } = document
  const text = (value: number | null | undefined, id: string): string =>
    value == null ? '–' : `${reportNumber(value)} ${metrics[id].unit}`.trim()
  return candidates.map((one) => {
    const notes = one.error ? [one.error.message] : one.reasons
    return {
      label: one.label,
      loss: text(one.metrics[axes.loss]?.mean, axes.loss),
      risk: text(one.metrics[axes.risk]?.mean, axes.risk),
      worst: text(worst(one, axes.risk, document), axes.risk),
      chosen: one.chosen,
      ...(notes.length > 0 && { note: notes.join('; ') }),
    }
  })
}
