import type { Axes, Row } from './comparison.js'
import { canBeChosen, place } from './place.js'

/**
 * Marks the candidates that no other beats: none has less of one of risk and loss and not more of the other.
 *
 * @param rows the candidates.
 * @param axes what they are compared on.
 * @param inPlay which of them are compared: what cannot be chosen is no candidate for a release, and beats none.
 * @returns the rows, marked.
 */
export function markPareto(rows: readonly Row[], axes: Axes, inPlay: (row: Row) => boolean = canBeChosen): Row[] {
  const places = rows.map((row) => (inPlay(row) ? place(row, axes) : undefined))
  return rows.map((row, i) => {
    const mine = places[i]
    const beaten = places.some(
      (other) =>
        mine && other && other[0] <= mine[0] && other[1] <= mine[1] && (other[0] < mine[0] || other[1] < mine[1]),
    )
    return { ...row, pareto: mine !== undefined && !beaten }
  })
}
