import { briefText, worstOf } from '@sdc/engine'
import type { ReportCandidate } from '@sdc/report'
import type { ComparedCandidate, ComparisonDocument } from '@sdc/search'

/**
 * Returns the worst values over the runs of a choice.
 *
 * @param document - The comparison.
 * @returns A value for each metric, null if a run has none; empty without a choice.
 */
export function worstOfChoice(document: ComparisonDocument): Map<string, number | null> {
  const chosen = document.candidates.find((one) => one.chosen)
  return new Map(Object.keys(chosen?.metrics ?? {}).map((id) => [id, chosen ? worst(chosen, id, document) : null]))
}

function worst({ metrics }: ComparedCandidate, id: string, document: ComparisonDocument): number | null {
  const { min = null, max = null, reason } = metrics[id] ?? {}
  return reason !== undefined || min === null || max === null ? null : worstOf(document.metrics[id], [min, max])
}

/**
 * Returns the candidates of a comparison as rows of a report: the choice, then by place, then those on the front, by
 * loss.
 */
export function candidateRows(document: ComparisonDocument): ReportCandidate[] {
  const { axes, metrics, candidates } = document
  const text = (value: number | null | undefined, id: string): string =>
    value == null ? '–' : briefText(value, metrics[id]).trim()
  const titles = candidates.map(({ title }) => title)
  return [...candidates].sort(byRank(axes.loss)).map((one) => {
    const notes = one.error ? [one.error.message] : one.reasons
    return {
      name:
        titles.indexOf(one.title) === titles.lastIndexOf(one.title) ? one.title : `${one.title}${within(one.label)}`,
      label: one.label,
      loss: text(one.metrics[axes.loss]?.mean, axes.loss),
      risk: text(one.metrics[axes.risk]?.mean, axes.risk),
      worst: text(worst(one, axes.risk, document), axes.risk),
      chosen: one.chosen,
      ...(notes.length > 0 && { note: notes.join('; ') }),
    }
  })
}

function byRank(loss: string): (a: ComparedCandidate, b: ComparedCandidate) => number {
  const rank = ({ chosen, place, pareto, reasons, error }: ComparedCandidate): number =>
    chosen ? 0 : (place ?? (error ? 1e6 : pareto && reasons.length === 0 ? 1e3 : pareto ? 1e4 : 1e5))
  const lossOf = ({ metrics }: ComparedCandidate): number => metrics[loss]?.mean ?? Infinity
  return (a, b) => rank(a) - rank(b) || (lossOf(a) === lossOf(b) ? 0 : lossOf(a) - lossOf(b))
}

/** Returns ` given sex, age`: the part of a label that its title leaves out. */
function within(label: string): string {
  return / (?:given|by) [^+×]*$/.exec(label)?.[0] ?? ''
}
