/** Start of a span of columns that are read block by block. */
import type { Totals } from '@sdc/core'
import { meanOfTotals, type LinearColumns, type SpanStart } from '@sdc/stats/internal'
import { totalsAt } from '../aggregates/column-totals.js'

/**
 * Returns the start of a span of these columns.
 *
 * @param base - White columns before them.
 * @param columns - Placeholders of the columns.
 * @param totals - `TOTALS` numbers of each column; undefined for draws, which have a mean of about 0 and are not
 *   constant.
 * @returns The start that `extendedSpan` has for the whole file.
 */
export function spanStart(base: LinearColumns, columns: readonly Float64Array[], totals?: Totals): SpanStart {
  const starts = columns.map((_, j) => totals && totalsAt(totals, j))
  return {
    base,
    columns,
    centres: Float64Array.from(starts, (own) => (own ? meanOfTotals(own) : 0)),
    constant: starts.map((own) => own?.varies === false),
  }
}
