import type { Limit } from '../limits/limits.js'
import type { Axes, Row } from './comparison.js'
import { canBeChosen, place } from './place.js'
import type { RiskLevel } from './risk-level.js'
import { risksOf } from './risk-levels.js'
import type { Score } from './score.js'

/** So many candidates are measured by every risk at the most before the best of these is chosen. */
export const MOST_FINALISTS = 20

export interface Choice {
  readonly rows: readonly Row[]
  /** The place of the chosen row; undefined where none can be chosen. */
  readonly chosen?: number | undefined
}

/** Measures risks that were not yet measured of a row. */
export type MeasureRest = (row: Row) => Promise<Row>

/**
 * Of the candidates that keep the limits, the one with the least loss, or with the least risk where every limit is one of
 * loss; of equals the one with less of the other.
 *
 * @param rows the candidates, what they are beyond marked.
 * @param axes the axes of the map.
 * @param limits what was bounded.
 * @param stages measure, one after the other, the choice by every risk.
 */
export async function chooseWithin(
  rows: readonly Row[],
  axes: Axes,
  limits: readonly Limit[],
  stages: readonly MeasureRest[],
): Promise<Choice> {
  const [first, second] = least(limits) === 'loss' ? ([1, 0] as const) : ([0, 1] as const)
  let chosen: number | undefined
  let best: readonly number[] | undefined
  for (const [i, row] of rows.entries()) {
    const at = canBeChosen(row) ? place(row, axes) : undefined
    if (at && (!best || at[first] < best[first] || (at[first] === best[first] && at[second] < best[second])))
      [chosen, best] = [i, at]
  }
  if (chosen === undefined) return { rows }
  let finalist = rows[chosen]
  for (const stage of stages) finalist = await stage(finalist)
  return { rows: rows.map((row, i) => (i === chosen ? finalist : row)), chosen }
}

/** What is made as small as it can be within limits: the loss, unless loss is all that is bounded. */
export function least(limits: readonly Limit[]): 'risk' | 'loss' {
  return limits.every(({ metric }) => metric.kind === 'loss') ? 'risk' : 'loss'
}

/**
 * The candidate with the least score of those without a high risk; where each has one, the one whose worst risk is the
 * least beyond what is high.
 *
 * What was not measured of every candidate is measured when it would be chosen, in stages, the cheap ones first: its place
 * can then only get worse, so that the one that stays the best is the best of all, whatever the others' risks are. At most
 * `MOST_FINALISTS` come to the end of the stages.
 */
export async function chooseByScore(
  rows: readonly Row[],
  axes: Axes,
  levels: readonly RiskLevel[],
  score: Score,
  stages: readonly MeasureRest[],
): Promise<Choice> {
  const held = [...rows]
  const passed = held.map(() => 0)
  const isDone = (i: number): boolean => passed[i] === stages.length
  const better = (a: number, b: number): boolean => compareRanks(rankOf(held[a]), rankOf(held[b])) < 0
  const rankOf = (row: Row): readonly number[] => {
    const at = place(row, axes)
    const own = at ? score.of(at) : Infinity
    const worst = risksOf(row, levels)[0]?.severity ?? 0
    return worst > 1 ? [1, worst, own] : [0, own]
  }
  const choosable = held.flatMap((row, i) => (canBeChosen(row) && place(row, axes) ? [i] : []))
  while (choosable.length > 0) {
    const done = choosable.filter(isDone)
    const still = done.length < MOST_FINALISTS ? choosable : done
    const best = still.reduce((a, b) => (better(b, a) ? b : a))
    if (isDone(best)) return { rows: held, chosen: best }
    held[best] = await stages[passed[best]++](held[best])
  }
  return { rows: held }
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((one, i) => one !== b[i])
  return at < 0 ? 0 : a[at] - b[at]
}
