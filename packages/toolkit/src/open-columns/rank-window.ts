import { halfUnitOf, type LookedAt } from './looked-at.js'

/** An estimate is correct if at most this share of the column's values is between it and the original. */
export const WINDOW = 0.01

/** Bounds of the correct estimates of each value. */
export interface RankWindow {
  /** By class: the least and the greatest correct estimate. */
  readonly least: Float64Array
  readonly most: Float64Array
  /** Share of the records for which the best constant estimate is correct. */
  readonly chance: number
  /** Half a unit of the last digit of the column: a closer estimate is correct to the last digit. */
  readonly halfUnit: number
}

/**
 * Returns the estimates that are close enough: the column's value nearest to the estimate is the original, or at most 1
 * % of the values are between them.
 *
 * Ranks are used instead of standard deviations, because one huge value would make every estimate close.
 *
 * @param column - Numbers.
 * @returns Bounds by class. Cost: O(records).
 */
export function rankWindow({ values, runs, present, distinct, longest }: LookedAt): RankWindow {
  const { order, starts } = runs
  const width = Math.floor(WINDOW * present)
  const least = new Float64Array(distinct)
  const most = new Float64Array(distinct)
  // Midpoints between each value and the next.
  const middles = new Float64Array(distinct)
  for (let run = 0, value = values[order[0]]; run + 1 < distinct; run++) {
    const next = values[order[starts[run + 1]]]
    middles[run] = value + (next - value) / 2
    value = next
  }
  let low = 0
  let high = 0
  for (let run = 0; run < distinct; run++) {
    while (starts[run] - starts[low] > width) low++
    while (high + 1 < distinct && starts[Math.max(high, run) + 2] - starts[run + 1] <= width)
      high = Math.max(high, run) + 1
    high = Math.max(high, run)
    least[run] = low === 0 ? -Infinity : middles[low - 1]
    most[run] = high === distinct - 1 ? Infinity : middles[high]
  }
  // A constant estimate is correct for the ties at its value, and for the window on both sides.
  const chance = present === 0 ? 1 : Math.min(1, (longest + 2 * width) / present)
  return { least, most, chance, halfUnit: halfUnitOf(values) }
}
