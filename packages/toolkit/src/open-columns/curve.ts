import type { Evidence } from './evidence.js'
import type { LookedAt } from './looked-at.js'
import type { RankWindow } from './rank-window.js'
import type { Stretch } from './stretches.js'

/**
 * Counts the masked numbers that a curve through the other records estimates correctly: a monotone or any smooth
 * function.
 *
 * The estimate for a record is the mean of the other records with its open value. If there are none, it is the straight
 * line between the means at the next open values on both sides. No record is part of its own estimate, so that a column
 * with distinct values does not disclose anything merely by that.
 *
 * @param open - Unmasked numbers.
 * @param masked - The masked numbers, with their original values.
 * @param window - The estimates that count as correct.
 * @param stretches - The parts of the open column's order to search.
 * @returns The number of correct estimates, and that of the best constant estimate. Cost: O(records).
 */
export function curveThrough(
  open: LookedAt,
  masked: LookedAt,
  { least, most, chance }: RankWindow,
  stretches: readonly Stretch[],
): Evidence {
  const { order } = open.runs
  const longest = stretches.reduce((most, [from, to]) => Math.max(most, to - from), 0)
  const kept = new Int32Array(longest)
  const starts = new Int32Array(longest + 1)
  const sums = new Float64Array(longest)
  const mean = (run: number): number => sums[run] / (starts[run + 1] - starts[run])
  const place = (run: number): number => open.values[kept[starts[run]]]
  let hits = 0
  let tried = 0
  for (const [from, to] of stretches) {
    let count = 0
    let runs = 0
    for (let at = from; at < to; at++) {
      const i = order[at]
      if (masked.classes[i] < 0) continue
      if (count === 0 || open.classes[i] !== open.classes[kept[count - 1]]) {
        sums[runs] = 0
        starts[runs++] = count
      }
      sums[runs - 1] += masked.values[i]
      kept[count++] = i
    }
    starts[runs] = count
    if (runs < 2) continue
    tried += count
    for (let run = 0; run < runs; run++) {
      const size = starts[run + 1] - starts[run]
      const alone = size > 1 ? Number.NaN : between(run, runs, place, mean)
      for (let at = starts[run]; at < starts[run + 1]; at++) {
        const i = kept[at]
        const guess = size > 1 ? (sums[run] - masked.values[i]) / (size - 1) : alone
        const value = masked.classes[i]
        if (guess >= least[value] && guess <= most[value]) hits++
      }
    }
  }
  return { hits, tried, expected: chance * tried, deviation: Math.sqrt(tried * chance * (1 - chance)) }
}

/** Straight line between the means of the next open values on both sides; at the ends the only mean. */
function between(run: number, runs: number, place: (run: number) => number, mean: (run: number) => number): number {
  if (run === 0) return mean(1)
  if (run === runs - 1) return mean(runs - 2)
  const share = (place(run) - place(run - 1)) / (place(run + 1) - place(run - 1))
  return mean(run - 1) + share * (mean(run + 1) - mean(run - 1))
}
