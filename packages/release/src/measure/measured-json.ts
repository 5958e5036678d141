import { textsOf, type Message } from '@sdc/core'
import { risksMeasured, type Limit, type Measured, type RiskLevel } from '@sdc/engine'
import { tableJson, tablesJson } from './detail-tables.js'
import type { MeasuredFile } from './measure-masked.js'
import { measuredVerdict } from './measured-verdict.js'

/** Verdict, levels and messages of a measured file, in addition to its values. */
export interface MeasuredContext {
  readonly messages?: readonly Message[] | undefined
  /** Limits that a user set. */
  readonly limits?: readonly Limit[] | undefined
  readonly usualLoss?: string | undefined
}

/**
 * Measured file for programs; `measureOutput` describes the form.
 *
 * @param file - The measured file.
 * @param context - Messages and limits.
 * @returns JSON.
 */
export function measuredJson(
  file: MeasuredFile,
  { messages = [], limits = [], usualLoss }: MeasuredContext = {},
): unknown {
  const { measured, levels, columns, given, matching, groups } = file
  return {
    n: file.linked,
    matching,
    columns,
    given,
    metrics: metricsJson(measured, levels, limits),
    ...(groups && {
      groups: groups.map((one) => ({ group: one.group, records: one.records, metrics: metricsJson(one.measured) })),
    }),
    verdict: measuredVerdict(file, usualLoss).join('\n'),
    warnings: textsOf(messages, 'warning'),
    notes: textsOf(messages, 'note'),
  }
}

/**
 * Measured values by the ids of their metrics.
 *
 * @param measured - The values.
 * @param levels - Values of the risks in independent data.
 * @param limits - Limits that a user set.
 * @returns JSON.
 */
export function metricsJson(
  measured: readonly Measured[],
  levels: readonly RiskLevel[] = [],
  limits: readonly Limit[] = [],
): Record<string, unknown> {
  const risks = new Map(risksMeasured(measured, levels).map((one) => [one.metric.id, one]))
  const metrics = measured.map(({ metric, params, measurement }) => {
    const { value, reason, used, columns: byColumn, records, recordColumns, tables, warnings } = measurement
    const { interval, sample } = measurement
    const risk = risks.get(metric.id)
    const limit = limits.find((one) => one.metric.id === metric.id)
    const entry = {
      title: metric.title,
      value,
      unit: metric.unit,
      better: metric.better,
      ...(risk && { independent: risk.independent, high: risk.high, level: risk.grade }),
      ...(limit && { limit: limit.value }),
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
