import { columnLength, isMissing, type Column, type Dataset } from '@sdc/core'
import type { Measured } from '@sdc/engine'
import type { MeasuredFile } from './measure-masked.js'

/** A measured file for programs; the form is described by `measureOutput`. */
export function measuredJson({ measured, origin, columns, given, matching, groups }: MeasuredFile): unknown {
  return {
    n: origin.filter((row) => row >= 0).length,
    matching,
    columns,
    given,
    metrics: metricsJson(measured),
    ...(groups && {
      groups: groups.map((one) => ({ group: one.group, records: one.records, metrics: metricsJson(one.measured) })),
    }),
  }
}

function metricsJson(measured: readonly Measured[]): Record<string, unknown> {
  const metrics = measured.map(({ metric, params, measurement }) => {
    const { value, reason, used, columns: byColumn, records, recordColumns, tables } = measurement
    const entry = {
      value,
      unit: metric.unit,
      better: metric.better,
      ...(reason === undefined ? {} : { reason }),
      used,
      params,
      ...(byColumn && { columns: Object.fromEntries(byColumn) }),
      ...(tables && { tables: Object.fromEntries([...tables].map(([name, table]) => [name, tableJson(table)])) }),
      ...(records && { records: Array.from(records, (one) => (Number.isNaN(one) ? null : one)) }),
      ...(recordColumns && { recordColumns: tableJson(recordColumns) }),
    }
    return [metric.id, entry]
  })
  return Object.fromEntries(metrics)
}

/** A table by columns; a missing cell is null. */
function tableJson(table: Dataset): Record<string, (string | number | null)[]> {
  const cells = (column: Column): (string | number | null)[] =>
    Array.from({ length: columnLength(column) }, (_, i) => {
      if (isMissing(column, i)) return null
      return column.kind === 'numeric' ? column.values[i] : column.levels[column.codes[i]]
    })
  return Object.fromEntries(table.names.map((name) => [name, cells(table.column(name))]))
}
