import type { Sensitivity, Table } from '@sdc/core'
import type { ProtectedTable } from '@sdc/engine'
import type { LinkedTables } from './read-linked.js'
import type { TableView } from './table-view.js'

/**
 * What became of each table: its own cells out of those of all tables together.
 *
 * @param linked - The tables, and where their cells are.
 * @param result - What became of all cells.
 * @returns A view a table; of slices that were merged, the cells that there are now.
 */
export function viewsOf({ files, table, cells }: LinkedTables, result: ProtectedTable): TableView[] {
  const { sensitive, protection, audit } = result
  const { status, values, table: merged } = protection.result
  const intervals = audit?.result.intervals ?? protection.result.intervals
  if (merged !== undefined) return [mergedView({ files, table, cells }, merged)]
  return files.map(({ source, table: own, columns }, t) => {
    const places = cells[t]
    const there = (numbers: Float64Array): Float64Array => Float64Array.from(places, (c) => numbers[c])
    const { by, value, count } = columns
    return {
      name: nameOf(files, t),
      source,
      by,
      value,
      count,
      table: own,
      status: Uint8Array.from(places, (c) => status[c]),
      values: values && there(values),
      sensitive: {
        status: Uint8Array.from(places, (c) => sensitive.status[c]),
        lower: there(sensitive.lower),
        upper: there(sensitive.upper),
        width: there(sensitive.width),
      },
      intervals: intervals && { low: there(intervals.low), high: there(intervals.high) },
    }
  })
}

/** A table whose slices were merged: other cells than the file has, all shown. */
function mergedView({ files }: LinkedTables, table: Table): TableView {
  const [{ columns }] = files
  const none = (): Float64Array => new Float64Array(table.values.length)
  const sensitive: Sensitivity = { status: new Uint8Array(none().length), lower: none(), upper: none(), width: none() }
  const { by, value, count } = columns
  const status = new Uint8Array(table.values.length)
  return { name: nameOf(files, 0), source: undefined, by, value, count, table, status, values: undefined, sensitive, intervals: undefined }
}

function nameOf(files: LinkedTables['files'], t: number): string {
  return files.length === 1 ? 'the table' : `table ${t + 1}`
}
