import type { Axes, Row } from './comparison.js'
import { canBeChosen, place } from './place.js'

/**
 * Marks the Pareto front: rows that can be chosen, and that no other such row beats on one axis without losing on the
 * other.
 *
 * @param rows - The candidates.
 * @param axes - The axes of the map.
 * @returns The rows, marked.
 */
export function markPareto(rows: readonly Row[], axes: Axes): Row[] {
  const places = rows.map((row) => (canBeChosen(row) ? place(row, axes) : undefined))
  return rows.map((row, i) => {
    const mine = places[i]
    const beaten = places.some(
      (other) =>
        mine && other && other[0] <= mine[0] && other[1] <= mine[1] && (other[0] < mine[0] || other[1] < mine[1]),
    )
    return { ...row, pareto: mine !== undefined && !beaten }
  })
}
