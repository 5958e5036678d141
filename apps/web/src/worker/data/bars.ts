import type { Column } from '@sdc/core'
import { histogramOf, labelled } from '@sdc/release/reports'
import type { Bars } from '../protocol/bars-view.js'

/** Returns a small picture of a column: the numbers of records in its classes, or in its most frequent levels. */
export function barsOf(column: Column): Bars {
  const { before: counts = [], ...classes } = histogramOf(column) ?? {}
  return { ...classes, counts }
}

/** Returns pictures of a column before and after masking, with the same classes. */
export function bothBars(
  before: Column,
  after: Column,
  labels: ReadonlyMap<string, string> | undefined,
): { readonly before: Bars; readonly after: Bars } {
  const found = histogramOf(before, after)
  if (!found)
    return { before: labelled(barsOf(before), labels), after: { counts: [], leftOut: 'values of another kind' } }
  const { before: counts, after: masked, ...classes } = found
  const shown = labelled({ ...classes, counts }, labels)
  return { before: shown, after: { ...shown, counts: masked } }
}
