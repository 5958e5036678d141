import { numericValues, type CategoricalColumn, type Dataset, type Sensitivity, type Table } from '@sdc/core'
import type { ProtectedTable } from '@sdc/engine'
import { cellName } from '@sdc/tabular'
import type { LinkedTables } from '../cells/read-linked.js'
import type { TableFile } from '../cells/read-table-cells.js'
import { reasonKind } from './reasons.js'
import type { AloneInterval, TableView } from './table-view.js'

/**
 * Splits the outcome for all tables together into that of each table.
 *
 * @param linked - The tables, and the places of their cells.
 * @param result - Outcome for all cells.
 * @returns One view per table; with the new cells if slices were merged.
 */
export function viewsOf({ table, files, names, cells }: LinkedTables, result: ProtectedTable): TableView[] {
  const { sensitive, protection, audit, rounding, rules } = result
  const { status, table: merged } = protection.result
  const values = rounding?.result.values ?? protection.result.values
  const intervals = rounding?.result.intervals ?? audit?.result.intervals ?? protection.result.intervals
  if (merged !== undefined) return [mergedView(files[0], names[0], merged)]
  const alone = aloneIntervals(audit?.result.report)
  return files.map(({ source, table: own, columns, of }, t) => {
    const places = cells[t]
    const there = (numbers: Float64Array): Float64Array => Float64Array.from(places, (c) => numbers[c])
    const flags = (own: Uint8Array): Uint8Array => Uint8Array.from(places, (c) => own[c])
    const { by, value, count } = columns
    return {
      name: names[t],
      source,
      by,
      value,
      of: of ?? value,
      count,
      table: own,
      status: flags(status),
      values: values && there(values),
      sensitive: {
        status: flags(sensitive.status),
        lower: there(sensitive.lower),
        upper: there(sensitive.upper),
        width: there(sensitive.width),
      },
      rules: (sensitive.rules ?? []).map((rule, r) => ({
        ...rule,
        kind: reasonKind(rules[r]),
        status: flags(rule.status),
      })),
      intervals: intervals && { low: there(intervals.low), high: there(intervals.high) },
      alone: new Map(
        Array.from(places).flatMap((place, c) => {
          const one = alone.get(cellName(table, place))
          return one === undefined ? [] : [[c, one] as const]
        }),
      ),
    }
  })
}

/** Intervals of lone respondents from the report of an audit, by the names of the cells. */
function aloneIntervals(report: ReadonlyMap<string, Dataset | number> | undefined): Map<string, AloneInterval> {
  const cells = report?.get('cells')
  const found = new Map<string, AloneInterval>()
  if (typeof cells !== 'object') return found
  const [name, knows] = ['cell', 'insider'].map((column) => {
    const { levels, codes } = categoricalColumn(cells, column)
    return (row: number): string => levels[codes[row]] ?? ''
  })
  const [low, high] = ['insiderLow', 'insiderHigh'].map((column) => numericValues(cells, column))
  for (let row = 0; row < cells.rows; row++)
    if (knows(row) !== '') found.set(name(row), { knows: knows(row), low: low[row], high: high[row] })
  return found
}

/** A table with merged slices: other cells than in the file, all shown. */
function mergedView({ columns: { by, value, count }, of = value }: TableFile, name: string, table: Table): TableView {
  const none = (): Float64Array => new Float64Array(table.values.length)
  const status = new Uint8Array(table.values.length)
  const sensitive: Sensitivity = { status, lower: none(), upper: none(), width: none() }
  const kept = { rules: [], alone: new Map(), values: undefined, intervals: undefined, source: undefined }
  return { name, by, value, of, count, table, status, sensitive, ...kept }
}

function categoricalColumn(data: Dataset, name: string): CategoricalColumn {
  const column = data.column(name)
  if (column.kind === 'numeric') throw new TypeError(`${name} is not a text`)
  return column
}
