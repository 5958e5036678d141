import type { Cost, Measurement, Metric } from '@sdc/core'
import {
  briefNumber,
  risksMeasured,
  shortNumber,
  unitText,
  type GroupMeasured,
  type Measured,
  type RiskLevel,
} from '@sdc/engine'
import { fileScreen, flowed, left, right, type Paint, type Screen, type TextColumn } from '@sdc/report/tables'
import { RESULT_ROWS, resultTable, verdictLines } from '@sdc/inspect'
import { detailTables } from './detail-tables.js'
import type { MeasuredFile } from './measure-masked.js'
import { shortText } from './measured-rows.js'
import { lossesMeasured, measuredVerdict } from './measured-verdict.js'

/** Returns `0 to 100 %, lower is safer`. */
export function scaleText({ range: [least, most], unit, better, kind }: Metric): string {
  const bounds = most === Infinity ? `from ${least} ${unit}` : `${least} to ${most} ${unit}`
  return `${bounds}, ${better} is ${kind === 'risk' || kind === 'permutation' ? 'safer' : 'better'}`
}

/** Returns `O(n log n); above 200000 records a random sample`. */
export function costText({ time, sampleAbove }: Cost): string {
  return sampleAbove === undefined ? time : `${time}; above ${sampleAbove} records a random sample`
}

/** Returns the value from which a risk is called high. */
export function highText({ high, files }: Metric): string {
  const from = files === 'masked' ? 'the better end of its range' : 'independent data'
  if (high && high.share === undefined) return 'from the value that each measurement finds by a test'
  return high?.share ? `from ${shortNumber(100 * high.share)} % of the way from ${from} to the worse end` : ''
}

/** Options for showing a measured file. */
export interface MeasuredShown {
  /** True for the tables of the metrics as well, on a screen that shows all. */
  readonly details: boolean
  /** Loss metric that the verdict quotes. */
  readonly usualLoss?: string | undefined
}

/**
 * Returns the text of a measured file: columns and records, the worst risks and the losses, the groups, and the
 * verdict. A screen that shows all has every metric with its id, interval and scale.
 *
 * @param file - The measured file.
 * @param shown - Optional tables, and the loss metric of the verdict.
 * @param screen - Screen that the text must fit; by default a file.
 * @returns The text; the verdict is its last part.
 */
export function measuredText(
  file: MeasuredFile,
  { details, usualLoss }: MeasuredShown,
  screen: Screen = fileScreen,
): string {
  const { measured, groups, levels } = file
  const tables = details && screen.all ? metricTables(measured, screen) : []
  return [
    `${flowed(headText(file), screen, '  ')}\n${measuredTable(measured, levels, screen, usualLoss)}`,
    ...tables,
    ...(groups ? [groupsTable(groups, screen)] : []),
    verdictLines(measuredVerdict(file, usualLoss), screen),
  ].join('\n\n')
}

const linkedBy = { key: 'by a link column', origin: 'by the private file', position: 'by position' }

/** Returns `Measured: 2 columns, 1,080 of 1,080 records linked by position.` */
function headText({ columns, linked, rows, matching, levels, measured }: MeasuredFile): string {
  const names = columns.length === 1 ? '1 column' : `${columns.length} columns`
  const records =
    matching === 'none'
      ? `${briefNumber(rows)} records, not linked to the original`
      : `${briefNumber(linked)} of ${briefNumber(rows)} records linked ${linkedBy[matching]}`
  const lacks = levels.length === 0 && measured.some(isComparable)
  return `Measured: ${names}; ${records}${lacks ? '; independent data are not measured out of core' : ''}.`
}

/**
 * Returns true for a value that can be compared with independent data: of a risk that searches for the original's
 * records.
 */
const isComparable = ({ metric, measurement }: Measured): boolean =>
  metric.kind === 'risk' && metric.needsOrigin && measurement.value !== null

/** Smallest number of risks above the losses of a short table. */
const RISKS = 5

/**
 * Returns a table of measured values: risks from the worst to the least, then losses from the greatest. The short one
 * has the worst risks and the greatest losses.
 *
 * @param measured - The values.
 * @param levels - Levels of the risks; without a value in independent data the table has no such column.
 * @param screen - Screen that the table must fit; by default a file.
 * @param usualLoss - Loss metric to begin the losses with.
 * @returns The table.
 */
export function measuredTable(
  measured: readonly Measured[],
  levels: readonly RiskLevel[],
  screen: Screen = fileScreen,
  usualLoss?: string,
): string {
  const graded = risksMeasured(measured, levels)
  const losses = lossesMeasured(measured, usualLoss).map(({ one }) => one)
  const risks = graded.flatMap(({ metric }) => measured.find((one) => one.metric === metric) ?? [])
  const others = measured.filter((one) => !risks.includes(one) && !losses.includes(one))
  const known = others.filter(({ measurement }) => measurement.value !== null)
  const lost = Math.min(losses.length, Math.max(RESULT_ROWS - RISKS, RESULT_ROWS - risks.length))
  const short = [...risks.slice(0, RESULT_ROWS - lost), ...losses.slice(0, lost), ...known].slice(0, RESULT_ROWS)
  const shown = screen.all ? [...risks, ...losses, ...others] : short
  const columns = shownColumns(
    levels.some(({ independent }) => independent !== null),
    screen.all,
  )
  const rows = shown.map(({ metric, measurement }) => {
    const independent = levels.find((level) => level.metric.id === metric.id)?.independent ?? null
    const { value } = measurement
    const cells: Readonly<Record<string, string>> = {
      metric: metric.title,
      id: metric.id,
      value: value === null ? '–' : screen.all ? unitText(value, metric) : shortText(value, metric),
      'independent data': independent === null ? '' : shortText(independent, metric),
      level: graded.find((one) => one.metric === metric)?.grade ?? '',
      '95 % interval': intervalText(measurement),
      scale: scaleText(metric),
      of: restsOn(metric, measurement),
    }
    return columns.map(({ name }) => cells[name])
  })
  const level = columns.findIndex(({ name }) => name === 'level')
  const paint = (i: number): Paint | undefined => (rows[i][level] === 'high' ? 'yellow' : undefined)
  return resultTable(columns, rows, { screen, total: risks.length + losses.length + known.length, paint })
}

function shownColumns(hasYardstick: boolean, all: boolean): TextColumn[] {
  const details = (...columns: readonly TextColumn[]): readonly TextColumn[] => (all ? columns : [])
  return [
    left('metric', { rank: 0, least: 34 }),
    ...details(left('id', { rank: 0 })),
    right('value', { rank: 0 }),
    ...(hasYardstick ? [right('independent data', { rank: 0 })] : []),
    left('level', { rank: 0 }),
    ...details(left('95 % interval'), left('scale'), right('of')),
  ]
}

/** Returns `20.1 to 24.3`: the range over random starts, or the standard error of a sample. */
function intervalText({ interval, sample }: Measurement): string {
  const starts = interval?.by === 'range' ? ' over starts' : ''
  const ends = interval ? `${shortNumber(interval.low)} to ${shortNumber(interval.high)}${starts}` : ''
  const error = sample ? `sample, s.e. ${shortNumber(sample.standardError)}` : ''
  return [ends, error].filter((text) => text !== '').join('; ')
}

/**
 * Returns the basis of a percentage: `1080 records`; for a sample, with the number of records that it was drawn from.
 */
function restsOn({ share }: Metric, { used, sample, unit }: Measurement): string {
  const count = share === undefined ? String(used) : `${used} ${unit ?? share}`
  return sample ? `${count}, drawn of ${sample.of}` : count
}

/** Returns the tables that metrics give in addition to their value, each under its metric's name. */
function metricTables(measured: readonly Measured[], screen: Screen): string[] {
  return measured.flatMap(({ metric, measurement: { tables } }) => detailTables(`${metric.id}: `, tables, screen))
}

/** Smallest width of a group's name, in characters. */
const LEAST_GROUP = 16

/** Returns a table of the groups: a row for each, with as many metrics as fit; a missing value is a dash. */
function groupsTable(groups: readonly GroupMeasured[], screen: Screen): string {
  const metrics = groups[0]?.measured.map(({ metric }) => metric) ?? []
  const text = ({ metric, measurement: { value } }: Measured): string =>
    value === null ? '–' : screen.all ? unitText(value, metric) : shortText(value, metric)
  const columns = [
    left('group', { rank: 0, least: LEAST_GROUP }),
    right('records', { rank: 0 }),
    ...metrics.map(({ title, id }) => right(screen.all ? `${title} (${id})` : title, { rank: 2 })),
  ]
  const rows = groups.map(({ group, records, measured }) => [group, briefNumber(records), ...measured.map(text)])
  return resultTable(columns, rows, { screen })
}
