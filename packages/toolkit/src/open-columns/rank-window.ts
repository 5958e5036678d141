import type { LookedAt } from './looked-at.js'

/** A guess is right where at most this share of the column's values lies between it and the original. */
export const WINDOW = 0.01

/** Within which bounds a guess of each value is right. */
export interface RankWindow {
  /** By class: the least and the greatest guess that is right. */
  readonly least: Float64Array
  readonly most: Float64Array
  /** The share of the records that the best guess gets right which is the same for all. */
  readonly chance: number
}

/**
 * The guesses that come near enough: the column's value nearest to the guess is the original, or at most 1 % of the values
 * lie from the original's next up to it.
 *
 * By ranks rather than by standard deviations, since one huge value would make every guess a near one.
 * @param column - numbers
 * @returns bounds by class; cost O(distinct values)
 */
export function rankWindow({ values, runs: { order, starts }, present, distinct }: LookedAt): RankWindow {
  const width = Math.floor(WINDOW * present)
  const value = (run: number): number => values[order[starts[run]]]
  const between = (run: number): number => value(run) + (value(run + 1) - value(run)) / 2
  const least = new Float64Array(distinct)
  const most = new Float64Array(distinct)
  let longest = 0
  let low = 0
  let high = 0
  for (let run = 0; run < distinct; run++) {
    while (starts[run] - starts[low] > width) low++
    while (high + 1 < distinct && starts[Math.max(high, run) + 2] - starts[run + 1] <= width)
      high = Math.max(high, run) + 1
    high = Math.max(high, run)
    least[run] = low === 0 ? -Infinity : between(low - 1)
    most[run] = high === distinct - 1 ? Infinity : between(high)
    longest = Math.max(longest, starts[run + 1] - starts[run])
  }
  // A constant guess is right for the ties it falls on, and for the window on both sides.
  return { least, most, chance: present === 0 ? 1 : Math.min(1, (longest + 2 * width) / present) }
}
