import { blocksOf, type Column, type ColumnAsRead } from '@sdc/core'
import { mergedTotals, totalsOfBlock } from '@sdc/stats/internal'

/** What an engine knows of a column of a whole file as it came, but for the squares; nothing of categories. */
export function columnAsRead(column: Column): ColumnAsRead | undefined {
  if (column.kind !== 'numeric') return undefined
  const { values } = column
  const totals = blocksOf(values.length).map(({ first, end }) => totalsOfBlock(values.subarray(first, end)))
  return { ...totals.reduce(mergedTotals), firstMissing: values.findIndex(Number.isNaN) }
}
