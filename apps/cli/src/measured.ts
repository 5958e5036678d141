import type { Metric } from '@sdc/core'
import { shortNumber, unitText, type Matching, type Measured } from '@sdc/engine'
import { left, right, textTable } from '@sdc/report'

/** `0 to 100 %, lower is safer`. */
export function scaleText({ range: [least, most], unit, better, kind }: Metric): string {
  const bounds = most === Infinity ? `from ${least} ${unit}` : `${least} to ${most} ${unit}`
  return `${bounds}, ${better} is ${kind === 'risk' || kind === 'permutation' ? 'safer' : 'better'}`
}

/** Measured values for people: value with unit, scale, and how much they rest on. */
export function measuredTable(measured: readonly Measured[]): string {
  const rows = measured.map(({ metric, measurement: { value, reason, used } }) => [
    metric.id,
    value === null ? '–' : unitText(value, metric),
    value === null ? (reason ?? '') : scaleText(metric),
    String(used),
  ])
  return textTable([left('metric'), right('value'), left('scale'), right('used')], rows)
}

/** Measured values for programs; the form is described by `measureOutput`. */
export function measuredJson(
  measured: readonly Measured[],
  origin: Int32Array,
  columns: readonly string[],
  matching: Matching,
): unknown {
  const metrics = measured.map(({ metric, params, measurement }) => {
    const { value, reason, used, columns: byColumn, records } = measurement
    const entry = {
      value,
      unit: metric.unit,
      better: metric.better,
      ...(reason === undefined ? {} : { reason }),
      used,
      params,
      ...(byColumn && { columns: Object.fromEntries(byColumn) }),
      ...(records && { records: Array.from(records, (one) => (Number.isNaN(one) ? null : one)) }),
    }
    return [metric.id, entry]
  })
  return { n: origin.filter((row) => row >= 0).length, matching, columns, metrics: Object.fromEntries(metrics) }
}

export function summaryText(one: number | null): string {
  return one === null ? '–' : shortNumber(one)
}
