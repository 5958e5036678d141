import type { Column } from '@sdc/core'
import { histogramOf } from '@sdc/release/reports'
import type { Bars } from '../protocol/protocol.js'

/** Small picture of a column: the numbers of records in its classes, or in its most frequent levels. */
export function barsOf(column: Column): Bars {
  const { before: counts = [], ...classes } = histogramOf(column) ?? {}
  return { ...classes, counts }
}

type Labels = ReadonlyMap<string, string> | undefined

/** Adds labels to the levels of a picture, and to its classes if each is one number: `1 male`. */
export function labelledBars(bars: Bars, labels: Labels): Bars {
  const levels = bars.levels ?? numbersOf(bars.breaks ?? [])
  if (!levels.some((level) => labels?.has(level))) return bars
  return { ...bars, levels: levels.map((level) => (labels?.has(level) ? `${level} ${labels.get(level)}` : level)) }
}

/** The numbers of classes that have one whole number each; none for other classes. */
function numbersOf(breaks: readonly number[]): readonly string[] {
  const isOne = breaks.every((at, i) => at % 1 !== 0 && (i === 0 || at - breaks[i - 1] === 1))
  return isOne ? breaks.slice(1).map((at) => String(at - 0.5)) : []
}

/** Pictures of a column before and after masking, by the same classes. */
export function bothBars(
  before: Column,
  after: Column,
  labels: Labels,
): { readonly before: Bars; readonly after: Bars } {
  const found = histogramOf(before, after)
  if (!found)
    return { before: labelledBars(barsOf(before), labels), after: { counts: [], leftOut: 'values of another kind' } }
  const { before: counts, after: masked, ...classes } = found
  const shown = labelledBars({ ...classes, counts }, labels)
  return { before: shown, after: { ...shown, counts: masked } }
}
