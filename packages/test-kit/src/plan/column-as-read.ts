import { blocksOf, type Column, type ColumnAsRead } from '@sdc/core'
import { mergedTotals, totalsOfBlock } from '@sdc/stats/internal'

/** Facts that an engine knows about a column of an unmasked file, except the squares; undefined for categories. */
export function columnAsRead(column: Column): ColumnAsRead | undefined {
  if (column.kind !== 'numeric') return undefined
  const { values } = column
  const totals = blocksOf(values.length).map(({ first, end }) => totalsOfBlock(values.subarray(first, end)))
  return { ...totals.reduce(mergedTotals), firstMissing: values.findIndex(Number.isNaN) }
}
