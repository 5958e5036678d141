import { canBeChosen, place, scoreOf, type Comparison, type Row } from '@sdc/engine'

/** So many of the best are printed beside the front. */
export const BEST = 10

/** A candidate that was measured, with its number among them, from 1. */
export interface NumberedRow {
  readonly row: Row
  readonly number: number
}

/**
 * The candidates that people look at: the choice, the front, and the ten best by what chooses; these the best first.
 *
 * @param comparison - All candidates.
 * @param all - Whether all are wanted, in their order.
 * @returns Those that were measured.
 */
export function shownRows(comparison: Comparison, all: boolean): NumberedRow[] {
  const numbered = comparison.rows.filter((row) => !row.error).map((row, i) => ({ row, number: i + 1 }))
  if (all) return numbered
  const rank = rankBy(comparison)
  const ordered = [...numbered].sort((a, b) => rank(a.row, b.row) || a.number - b.number)
  const best = new Set(ordered.slice(0, BEST))
  return ordered.filter((one) => one.row.chosen || one.row.pareto || best.has(one))
}

/**
 * What comes first: the choice, then what can be chosen before what cannot, what has no high risk before what has one where
 * no limit decides, then the less of what the choice is made by: the score, or the loss within limits.
 */
function rankBy({ rows, axes, limits }: Comparison): (a: Row, b: Row) => number {
  const score = scoreOf(rows, axes)
  const losses = limits.some(({ metric }) => metric.kind !== 'loss')
  const keys = new Map(
    rows.map((row): [Row, readonly number[]] => {
      const at = place(row, axes)
      const value = !at ? Infinity : limits.length === 0 ? score.of(at) : losses ? at[1] : at[0]
      const isHigh = limits.length === 0 && row.high.length > 0
      return [row, [row.chosen ? 0 : 1, canBeChosen(row) ? 0 : 1, isHigh ? 1 : 0, value]]
    }),
  )
  return (a, b) => {
    const [of, than] = [keys.get(a) ?? [], keys.get(b) ?? []]
    const at = of.findIndex((one, k) => one !== than[k])
    return at < 0 ? 0 : of[at] < than[at] ? -1 : 1
  }
}
