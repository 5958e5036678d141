import type { Cost, Measurement, Metric } from '@sdc/core'
import { shortNumber, unitText, type GroupMeasured, type Measured } from '@sdc/engine'
import { left, right, textTable } from '@sdc/report/tables'
import { detailTables } from './detail-tables.js'
import { fourLines } from './four-lines.js'
import type { MeasuredFile } from './measure-masked.js'

/** `0 to 100 %, lower is safer`. */
export function scaleText({ range: [least, most], unit, better, kind }: Metric): string {
  const bounds = most === Infinity ? `from ${least} ${unit}` : `${least} to ${most} ${unit}`
  return `${bounds}, ${better} is ${kind === 'risk' || kind === 'permutation' ? 'safer' : 'better'}`
}

/** `O(n log n); above 200000 records a random sample of that many`. */
export function costText({ time, sampleAbove }: Cost): string {
  return sampleAbove === undefined ? time : `${time}; above ${sampleAbove} records a random sample of that many`
}

/** From where on a risk is called high. */
export function highText({ high, files }: Metric): string {
  const from = files === 'masked' ? 'the better end of its range' : 'independent data'
  return high ? `from ${shortNumber(100 * high.share)} % of the way from ${from} to the worse end` : ''
}

/** How a measured file is shown. */
export interface MeasuredShown {
  /** Whether the tables of the metrics are. */
  readonly details: boolean
  /** The metric of loss that the lines at the beginning quote. */
  readonly usualLoss?: string | undefined
}

/**
 * A measured file for people: four lines that say what it comes to, its values, what the metrics warn of, their tables
 * where they are asked for, and every group.
 *
 * @param file - What was measured.
 * @param shown - How much of it is shown.
 * @returns The text.
 */
export function measuredText(file: MeasuredFile, { details, usualLoss }: MeasuredShown): string {
  const { measured, groups } = file
  const tables = details ? metricTables(measured) : []
  const warnings = warningLines(measured)
  const said = warnings.length > 0 ? [warnings.join('\n')] : []
  const parts = [fourLines(file, usualLoss), measuredTable(measured), ...said, ...tables]
  return [...parts, ...(groups ? [groupsTable(groups)] : [])].join('\n\n')
}

/**
 * Measured values for people: the value with its unit, where it lies, its scale, and what it is a share of; then the
 * metrics without a value, by the reason.
 *
 * @param measured - The values.
 * @returns The table.
 */
export function measuredTable(measured: readonly Measured[]): string {
  const rows = measured.flatMap(({ metric, measurement }) => {
    const { value } = measurement
    if (value === null) return []
    return [
      [metric.id, unitText(value, metric), intervalText(measurement), scaleText(metric), restsOn(metric, measurement)],
    ]
  })
  const headings = [left('metric'), right('value'), left('95 % interval'), left('scale'), right('of')]
  const values = rows.length > 0 ? [textTable(headings, rows)] : []
  return [...values, ...withoutValue(measured)].join('\n')
}

/** `20.1 to 24.3`; of what was measured by a sample, its standard error. */
function intervalText({ interval, sample }: Measurement): string {
  const ends = interval ? `${shortNumber(interval.low)} to ${shortNumber(interval.high)}` : ''
  const error = sample ? `sample, s.e. ${shortNumber(sample.standardError)}` : ''
  return [ends, error].filter((text) => text !== '').join('; ')
}

/** What a percentage is of: `1080 records`; where only some were looked at, of how many they were drawn. */
function restsOn({ share }: Metric, { used, sample }: Measurement): string {
  const count = share === undefined ? String(used) : `${used} ${share}`
  return sample ? `${count}, drawn of ${sample.of}` : count
}

/** Metrics without a value, those with the same reason on one line. */
function withoutValue(measured: readonly Measured[]): string[] {
  const byReason = new Map<string, string[]>()
  for (const { metric, measurement } of measured) {
    if (measurement.value !== null) continue
    const reason = measurement.reason ?? 'it was not measured'
    byReason.set(reason, [...(byReason.get(reason) ?? []), metric.id])
  }
  return [...byReason].map(([reason, ids]) => `– without a value: ${ids.join(', ')}: ${reason}`)
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
