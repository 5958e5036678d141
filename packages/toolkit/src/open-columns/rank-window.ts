import { halfUnitOf, type LookedAt } from './looked-at.js'

/** A guess is right where at most this share of the column's values lies between it and the original. */
export const WINDOW = 0.01

/** Within which bounds a guess of each value is right. */
export interface RankWindow {
  /** By class: the least and the greatest guess that is right. */
  readonly least: Float64Array
  readonly most: Float64Array
  /** The share of the records that the best guess gets right which is the same for all. */
  readonly chance: number
  /** Half a unit of the last digit that the column has: a guess that is nearer is right to the last digit. */
  readonly halfUnit: number
}

/**
 * The guesses that come near enough: the column's value nearest to the guess is the original, or at most 1 % of the values
 * lie from the original's next up to it.
 *
 * By ranks rather than by standard deviations, since one huge value would make every guess a near one.
 * @param column - numbers
 * @returns Bounds by class; cost O(records)
 */
export function rankWindow({ values, runs, present, distinct, longest }: LookedAt): RankWindow {
  const { order, starts } = runs
  const width = Math.floor(WINDOW * present)
  const least = new Float64Array(distinct)
  const most = new Float64Array(distinct)
  // Between each value and the next.
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
  // A constant guess is right for the ties it falls on, and for the window on both sides.
  const chance = present === 0 ? 1 : Math.min(1, (longest + 2 * width) / present)
  return { least, most, chance, halfUnit: halfUnitOf(values) }
}
