import type { Column } from '@sdc/core'
import { histogramOf } from '@sdc/release/reports'
import type { Bars } from '../protocol/protocol.js'

/** Small picture of a column: the numbers of records in its classes, or in its most frequent levels. */
export function barsOf(column: Column): Bars {
  const { before: counts = [], ...classes } = histogramOf(column) ?? {}
  return { ...classes, counts }
}

/** Adds the labels of levels to a picture: `1 male`. */
export function labelledBars(bars: Bars, labels: ReadonlyMap<string, string> | undefined): Bars {
  if (labels === undefined || bars.levels === undefined) return bars
  const levels = bars.levels.map((level) => (labels.has(level) ? `${level} ${labels.get(level)}` : level))
  return { ...bars, levels }
}

/** Pictures of a column before and after masking, by the same classes. */
export function bothBars(before: Column, after: Column): { readonly before: Bars; readonly after: Bars } {
  const found = histogramOf(before, after)
  if (!found) return { before: barsOf(before), after: { counts: [], leftOut: 'values of another kind' } }
  const { before: counts, after: masked, ...classes } = found
  return { before: { ...classes, counts }, after: { ...classes, counts: masked } }
}
