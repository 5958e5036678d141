import { fineName, type FineCandidate } from './fine-candidates.js'
import type { FineRow } from './fine-row.js'

/**
 * Candidates in the order of how many others dominate what they are without their last step, by risk and loss: what may
 * be on the front comes first, the best scores of it at the head, so that a run that is cut off lacks what matters least.
 *
 * @param candidates - Each has a last step.
 * @param rows - What was measured without it; a candidate that has no value there is left out.
 */
export function frontFirst(candidates: readonly FineCandidate[], rows: readonly FineRow[]): FineCandidate[] {
  const measured = new Map(rows.filter(({ score }) => Number.isFinite(score.mean)).map((row) => [row.name, row]))
  const before = candidates.flatMap((candidate) => {
    const row = measured.get(fineName({ ...candidate, then: candidate.then.slice(0, -1) }))
    return row ? [{ candidate, row }] : []
  })
  const dominated = ({ row }: (typeof before)[number]): number =>
    before.filter((other) => isBetter(other.row, row)).length
  return before
    .map((one) => ({ ...one, count: dominated(one) }))
    .sort((a, b) => a.count - b.count || a.row.score.mean - b.row.score.mean)
    .map(({ candidate }) => candidate)
}

function isBetter(a: FineRow, b: FineRow): boolean {
  const [risk, loss] = [a.risk.mean - b.risk.mean, a.loss.mean - b.loss.mean]
  return risk <= 0 && loss <= 0 && risk + loss < 0
}
