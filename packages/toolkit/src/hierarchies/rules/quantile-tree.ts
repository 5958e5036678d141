import { balancedStarts } from '../../columns/balanced-starts.js'
import { roundestNumber } from '../../columns/roundest-number.js'

/** Classes of the finest level, at most. */
const CLASSES = 16

/**
 * Returns classes of numbers with nearly as many records each: at most 16, and their halves up to two.
 *
 * A class begins at the roundest number above the last value of the one below, so that a boundary is not the value of a
 * record if there is room. The first and the last class have no end: `<20`, `[20,35)`, `>=65`.
 *
 * @param sorted - Values of all records, ascending, without missing ones.
 * @param distinct - The different values, ascending.
 * @returns For each different value its labels, level by level.
 */
export function quantileTree(sorted: Float64Array, distinct: Float64Array): string[][] {
  const runs: number[] = []
  sorted.forEach((value, i) => {
    if (i === 0 || value !== sorted[i - 1]) runs.push(i)
  })
  const runOf = new Map(runs.map((start, run) => [start, run]))
  const levels: string[][] = []
  let starts = balancedStarts(runs, sorted.length, CLASSES).map((start) => runOf.get(start) ?? 0)
  while (starts.length > 1) {
    const breaks = starts.slice(1).map((at) => roundestNumber(distinct[at - 1], distinct[at], distinct[at]))
    const labels = starts.map((_, c) =>
      c === 0 ? `<${breaks[0]}` : c === breaks.length ? `>=${breaks[c - 1]}` : `[${breaks[c - 1]},${breaks[c]})`,
    )
    let own = 0
    levels.push(
      Array.from(distinct, (_, i) => {
        while (own + 1 < starts.length && i >= starts[own + 1]) own++
        return labels[own]
      }),
    )
    starts = starts.filter((_, c) => c % 2 === 0)
  }
  return Array.from(distinct, (_, i) => levels.map((labels) => labels[i]))
}
