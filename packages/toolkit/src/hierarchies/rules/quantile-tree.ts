import { sortedValues } from '@sdc/stats'
import { balancedStarts } from '../../columns/balanced-starts.js'
import { roundestNumber } from '../../columns/roundest-number.js'

/** Classes of the finest level, at most. */
const CLASSES = 16

/**
 * Classes of numbers with nearly as many records each: at most 16, and their halves up to two.
 *
 * A class begins at the roundest number above the last value of the one below, so that no boundary is the value of a record where
 * there is room. The first and the last class have no end: `<20`, `[20,35)`, `>=65`.
 *
 * @param values - Values of all records; missing ones are ignored.
 * @param texts - The different values, ascending, as texts.
 * @returns For each different value its labels, level by level.
 */
export function quantileTree(values: Float64Array, texts: readonly string[]): string[][] {
  const sorted = sortedValues(values)
  const runs: number[] = []
  sorted.forEach((value, i) => {
    if (i === 0 || value !== sorted[i - 1]) runs.push(i)
  })
  const runOf = new Map(runs.map((start, run) => [start, run]))
  const distinct = texts.map(Number)
  const levels: string[][] = []
  let starts = balancedStarts(runs, sorted.length, CLASSES).map((start) => runOf.get(start) ?? 0)
  while (starts.length > 1) {
    const breaks = starts.slice(1).map((at) => roundestNumber(distinct[at - 1], distinct[at], distinct[at]))
    const labels = starts.map((_, c) =>
      c === 0 ? `<${breaks[0]}` : c === breaks.length ? `>=${breaks[c - 1]}` : `[${breaks[c - 1]},${breaks[c]})`,
    )
    let own = 0
    levels.push(
      distinct.map((_, i) => {
        while (own + 1 < starts.length && i >= starts[own + 1]) own++
        return labels[own]
      }),
    )
    starts = starts.filter((_, c) => c % 2 === 0)
  }
  return distinct.map((_, i) => levels.map((labels) => labels[i]))
}
