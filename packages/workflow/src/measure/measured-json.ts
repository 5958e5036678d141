import type { Measured } from '@sdc/engine'
import { tableJson, tablesJson } from './detail-tables.js'
import type { MeasuredFile } from './measure-masked.js'

/** A measured file for programs; the form is described by `measureOutput`. */
export function measuredJson(file: MeasuredFile): unknown {
  const { measured, columns, given, matching, groups } = file
  return {
    n: file.linked,
    matching,
    columns,
    given,
    metrics: metricsJson(measured),
    ...(groups && {
      groups: groups.map((one) => ({ group: one.group, records: one.records, metrics: metricsJson(one.measured) })),
    }),
  }
}

/**
 * Measured values by the ids of their metrics.
 *
 * @param measured - The values.
 * @returns JSON.
 */
export function metricsJson(measured: readonly Measured[]): Record<string, unknown> {
  const metrics = measured.map(({ metric, params, measurement }) => {
    const { value, reason, used, columns: byColumn, records, recordColumns, tables, warnings } = measurement
    const { interval, sample } = measurement
    const entry = {
      value,
      unit: metric.unit,
      better: metric.better,
      ...(reason === undefined ? {} : { reason }),
      ...(warnings && { warnings: [...warnings] }),
      used,
      ...(interval && { interval: { ...interval } }),
      ...(sample && { sample: { ...sample } }),
      params,
      ...(byColumn && { columns: Object.fromEntries(byColumn) }),
      ...(tables && { tables: tablesJson(tables) }),
      ...(records && { records: Array.from(records, (one) => (Number.isNaN(one) ? null : one)) }),
      ...(recordColumns && { recordColumns: tableJson(recordColumns) }),
    }
    return [metric.id, entry]
  })
  return Object.fromEntries(metrics)
}
