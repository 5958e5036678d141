import type { Axes, Row } from './comparison.js'
import { place, type Place } from './place.js'
import { unitText } from '../ground/value-text.js'

/** Function that makes one number of a point on the map, and its name. */
export interface Score {
  of(place: Place): number
  /** `the least score (risk + loss)/2, 15 %`. */
  text(score: number): string
}

/**
 * Returns (risk + loss)/2, the usual score of the field (Domingo-Ferrer & Torra 2001), if both axes have the same unit.
 * It does not depend on the other candidates. Axes in different units have no common score: each value then counts as
 * its place between the best and the worst.
 */
export function scoreOf(rows: readonly Row[], axes: Axes): Score {
  const { risk, loss } = axes
  if (risk.unit === loss.unit && risk.better === 'lower')
    return {
      of: (at) => (at[0] + at[1]) / 2,
      text: (score) => `the least score (risk + loss)/2, ${unitText(score, risk)}`,
    }
  const [ofRisk, ofLoss] = [spread(rows, axes, 0), spread(rows, axes, 1)]
  return {
    of: (at) => (ofRisk(at[0]) + ofLoss(at[1])) / 2,
    text: () => 'the best balance, each axis counted from the best to the worst of this comparison',
  }
}

/** A value's place between the least (0) and the greatest (1) of the comparison. */
function spread(rows: readonly Row[], axes: Axes, axis: 0 | 1): (value: number) => number {
  const values = rows.flatMap((row) => place(row, axes)?.[axis] ?? [])
  const least = Math.min(...values)
  const most = Math.max(...values)
  return (one) => (most > least ? (one - least) / (most - least) : 0)
}
