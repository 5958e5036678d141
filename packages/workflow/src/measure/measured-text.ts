import type { Metric } from '@sdc/core'
import { shortNumber, unitText, type GroupMeasured, type Measured } from '@sdc/engine'
import { left, right, textTable } from '@sdc/report'
import { detailTables } from './detail-tables.js'
import type { MeasuredFile } from './measure-masked.js'

/** `0 to 100 %, lower is safer`. */
export function scaleText({ range: [least, most], unit, better, kind }: Metric): string {
  const bounds = most === Infinity ? `from ${least} ${unit}` : `${least} to ${most} ${unit}`
  return `${bounds}, ${better} is ${kind === 'risk' || kind === 'permutation' ? 'safer' : 'better'}`
}

/** From where on a risk is called high. */
export function highText({ high, files }: Metric): string {
  const from = files === 'masked' ? 'the better end of its range' : 'independent data'
  return high ? `from ${shortNumber(100 * high.share)} % of the way from ${from} to the worse end` : ''
}

/** A measured file for people: its values, the tables of the metrics where they are asked for, and every group. */
export function measuredText({ measured, groups }: MeasuredFile, { details }: { readonly details: boolean }): string {
  const tables = details ? metricTables(measured) : []
  const warnings = warningLines(measured)
  const said = warnings.length > 0 ? [warnings.join('\n')] : []
  return [measuredTable(measured), ...said, ...tables, ...(groups ? [groupsTable(groups)] : [])].join('\n\n')
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

/** What the metrics warn of, each sentence once, with the metrics that say it. */
function warningLines(measured: readonly Measured[]): string[] {
  const sayers = new Map<string, string[]>()
  for (const { metric, measurement } of measured) {
    for (const warning of measurement.warnings ?? []) {
      sayers.set(warning, [...(sayers.get(warning) ?? []), metric.id])
    }
  }
  return [...sayers].map(([warning, ids]) => `warning: ${warning} (${ids.join(', ')})`)
}

/** What metrics found besides their value: every table under its metric's name. */
function metricTables(measured: readonly Measured[]): string[] {
  return measured.flatMap(({ metric, measurement: { tables } }) => detailTables(`${metric.id}: `, tables))
}

/** As many metrics as fit beside each other on a screen. */
const METRICS_ABREAST = 4

/** A line for every group, some metrics abreast; a value that cannot be computed is a dash. */
function groupsTable(groups: readonly GroupMeasured[]): string {
  const metrics = groups[0]?.measured.map(({ metric }) => metric) ?? []
  const tables: string[] = []
  for (let from = 0; from < metrics.length; from += METRICS_ABREAST) {
    const shown = metrics.slice(from, from + METRICS_ABREAST)
    const columns = [left('group'), right('records'), ...shown.map(({ id }) => right(id))]
    const rows = groups.map(({ group, records, measured }) => [
      group,
      String(records),
      ...shown.map((metric, m) => {
        const { value } = measured[from + m].measurement
        return value === null ? '–' : unitText(value, metric)
      }),
    ])
    tables.push(textTable(columns, rows))
  }
  return tables.join('\n\n')
}

/** A value of a comparison; a dash where there is none. */
export function summaryText(one: number | null): string {
  return one === null ? '–' : shortNumber(one)
}
