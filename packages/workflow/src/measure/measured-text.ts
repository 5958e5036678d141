import { messageText, type Cost, type Measurement, type Message, type Metric } from '@sdc/core'
import { risksMeasured, shortNumber, unitText, type GroupMeasured, type Measured } from '@sdc/engine'
import { displayWidth, fileScreen, flowed, left, type Paint, right, type Screen, textTable } from '@sdc/report/tables'
import { detailTables } from './detail-tables.js'
import { fourLines } from './four-lines.js'
import { groupedWarnings } from '../text/grouped-warnings.js'
import { verdictLine } from '../text/verdict-line.js'
import type { MeasuredFile } from './measure-masked.js'
import { measuredVerdict } from './measured-verdict.js'

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
  /** The original and how it is read, as they are typed after `sdc compare`. */
  readonly data?: string | undefined
}

/**
 * A measured file for people: four lines that say what it comes to, its values, what the metrics warn of, their tables
 * where they are asked for, and every group.
 *
 * @param file - What was measured.
 * @param shown - How much of it is shown.
 * @param screen - What it is printed on; by default a file.
 * @returns The text, whose last line is a verdict.
 */
export function measuredText(
  file: MeasuredFile,
  { details, usualLoss, data }: MeasuredShown,
  screen: Screen = fileScreen,
): string {
  const { measured, groups } = file
  const tables = details ? metricTables(measured, screen) : []
  const warnings = warningMessages(measured).map((one) => flowed(messageText(one), screen, '  '))
  const said = warnings.length > 0 ? [warnings.join('\n')] : []
  const lines = fourLines(file, usualLoss, data).split('\n')
  const first = lines.map((line) => flowed(line, screen, '  ')).join('\n')
  const parts = [first, measuredTable(measured, screen), ...said, ...tables]
  const last = verdictLine(measuredVerdict(measured), screen)
  return [...parts, ...(groups ? [groupsTable(groups, screen)] : []), last].join('\n\n')
}

/**
 * Measured values for people: the value with its unit, where it lies, its scale, and what it is a share of; then the
 * metrics without a value, by the reason.
 *
 * @param measured - The values.
 * @param screen - What it is printed on; by default a file.
 * @returns The table.
 */
export function measuredTable(measured: readonly Measured[], screen: Screen = fileScreen): string {
  const high = new Set(risksMeasured(measured).flatMap(({ metric, severity }) => (severity > 1 ? [metric.id] : [])))
  const rows = measured.flatMap(({ metric, measurement }) => {
    const { value } = measurement
    if (value === null) return []
    return [
      [
        metric.id,
        unitText(value, metric),
        high.has(metric.id) ? 'high' : '',
        intervalText(measurement),
        scaleText(metric),
        restsOn(metric, measurement),
      ],
    ]
  })
  const headings = [
    left('metric', { rank: 0, wraps: true, least: 30 }),
    right('value', { rank: 0 }),
    left('', { rank: 0 }),
    left('95 % interval', { least: 40 }),
    left('scale', { rank: 2, least: 40 }),
    right('of', { rank: 3 }),
  ]
  const paint = (i: number, j: number): Paint | undefined => (rows[i][2] !== '' && j < 3 ? 'yellow' : undefined)
  const values = rows.length > 0 ? [textTable(headings, rows, { screen, paint })] : []
  return [...values, ...withoutValue(measured).map((line) => flowed(line, screen, '  '))].join('\n')
}

/** `20.1 to 24.3`, of random starts their range; of what was measured by a sample, its standard error. */
function intervalText({ interval, sample }: Measurement): string {
  const starts = interval?.by === 'range' ? ' over starts' : ''
  const ends = interval ? `${shortNumber(interval.low)} to ${shortNumber(interval.high)}${starts}` : ''
  const error = sample ? `sample, s.e. ${shortNumber(sample.standardError)}` : ''
  return [ends, error].filter((text) => text !== '').join('; ')
}

/** What a percentage is of: `1080 records`; where only some were looked at, of how many they were drawn. */
function restsOn({ share }: Metric, { used, sample, unit }: Measurement): string {
  const count = share === undefined ? String(used) : `${used} ${unit ?? share}`
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
function warningMessages(measured: readonly Measured[]): Message[] {
  const sayers = new Map<string, string[]>()
  for (const { metric, measurement } of measured) {
    for (const warning of measurement.warnings ?? []) {
      sayers.set(warning, [...(sayers.get(warning) ?? []), metric.id])
    }
  }
  return groupedWarnings(
    [...sayers].map(([warning, ids]) => `${warning} (${ids.join(', ')})`),
    { details: '--json' },
  )
}

/** What metrics found besides their value: every table under its metric's name. */
function metricTables(measured: readonly Measured[], screen: Screen): string[] {
  return measured.flatMap(({ metric, measurement: { tables } }) => detailTables(`${metric.id}: `, tables, screen))
}

/** So many metrics stand beside each other where nobody knows how many fit. */
const METRICS_ABREAST = 4
/** The names of groups are not cut to less. */
const LEAST_GROUP = 16

/** A line for every group, some metrics abreast; a value that cannot be computed is a dash. */
function groupsTable(groups: readonly GroupMeasured[], screen: Screen): string {
  const metrics = groups[0]?.measured.map(({ metric }) => metric) ?? []
  const tables: string[] = []
  const widest = groups.reduce((most, { group }) => Math.max(most, displayWidth(group)), 0)
  const room = screen.width - Math.min(widest, LEAST_GROUP) - '  records'.length
  for (let from = 0; from < metrics.length;) {
    const abreast = Number.isFinite(screen.width) && !screen.wide ? fitting(metrics.slice(from), room) : METRICS_ABREAST
    const shown = metrics.slice(from, from + abreast)
    const at = from
    const columns = [left('group', { rank: 0, wraps: true }), right('records'), ...shown.map(({ id }) => right(id))]
    const rows = groups.map(({ group, records, measured }) => [
      group,
      String(records),
      ...shown.map((metric, m) => {
        const { value } = measured[at + m].measurement
        return value === null ? '–' : unitText(value, metric)
      }),
    ])
    tables.push(textTable(columns, rows, { screen }))
    from += abreast
  }
  return tables.join('\n\n')
}

/** How many metrics, one at least, have room beside each other; a value with its unit takes about as much as a name. */
function fitting(metrics: readonly Metric[], room: number): number {
  let used = 0
  const beyond = metrics.findIndex(({ id, unit }) => {
    used += 2 + Math.max(displayWidth(id), displayWidth(unit) + 8)
    return used > room
  })
  return beyond < 0 ? metrics.length : Math.max(1, beyond)
}

/** A value of a comparison; a dash where there is none. */
export function summaryText(one: number | null): string {
  return one === null ? '–' : shortNumber(one)
}
