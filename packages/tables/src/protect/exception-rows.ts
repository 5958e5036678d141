import { numericValues, type Dataset } from '@sdc/core'
import type { BreachRow } from '@sdc/tabular'

/** Returns the unkept levels from the report of an audit; none without one. */
export function exceptionRows(report: ReadonlyMap<string, Dataset | number> | undefined): BreachRow[] {
  const rows = report?.get('exceptions')
  if (typeof rows !== 'object') return []
  const text = (name: string): ((row: number) => string) => {
    const column = rows.column(name)
    if (column.kind === 'numeric') throw new TypeError(`${name} is not a text`)
    return (row) => column.levels[column.codes[row]] ?? ''
  }
  const [cell, side, who, help] = ['cell', 'side', 'who', 'help'].map(text)
  const [value, required, kept] = ['value', 'required', 'kept'].map((name) => numericValues(rows, name))
  return Array.from({ length: rows.rows }, (_, row) => ({
    cell: cell(row),
    side: side(row) as BreachRow['side'],
    who: who(row),
    value: value[row],
    required: required[row],
    kept: kept[row],
    help: help(row),
  }))
}
