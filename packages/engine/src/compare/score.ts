import type { Axes, Row } from './comparison.js'
import { place, type Place } from './place.js'

/**
 * Returns the function that scores a position on the map: (risk + loss)/2, the usual score of the field (Domingo-Ferrer
 * & Torra 2001), if both axes have the same unit. This score does not depend on the other candidates. Axes in different
 * units have no common score: each value then counts as its position between the best and the worst.
 *
 * @param rows - The measured candidates.
 * @param axes - The axes of the map.
 * @returns The function; a lower score is better.
 */
export function scoreOf(rows: readonly Row[], axes: Axes): (place: Place) => number {
  const { risk, loss } = axes
  if (risk.unit === loss.unit && risk.better === 'lower') return (at) => (at[0] + at[1]) / 2
  const [ofRisk, ofLoss] = [spread(rows, axes, 0), spread(rows, axes, 1)]
  return (at) => (ofRisk(at[0]) + ofLoss(at[1])) / 2
}

/** Position of a value between the least (0) and the greatest (1) of the comparison. */
function spread(rows: readonly Row[], axes: Axes, axis: 0 | 1): (value: number) => number {
  const values = rows.flatMap((row) => place(row, axes)?.[axis] ?? [])
  const least = Math.min(...values)
  const most = Math.max(...values)
  return (one) => (most > least ? (one - least) / (most - least) : 0)
}
