/** What a span begins with, of columns of which a block at a time is at hand. */
import type { Totals } from '@sdc/core'
import { meanOfTotals, type LinearColumns, type SpanStart } from '@sdc/stats/internal'
import { totalsAt } from '../aggregates/column-totals.js'

/**
 * What a span of these columns begins with.
 *
 * @param base - The white columns that it has before them.
 * @param columns - Stand-ins for them.
 * @param totals - Of each `TOTALS` numbers; none of draws, which are about 0 and not constant.
 * @returns The start that `extendedSpan` has of the whole file.
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
