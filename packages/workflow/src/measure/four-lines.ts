import type { Measurement, Metric } from '@sdc/core'
import { negativesSentence, risksMeasured, shortNumber, unitText, type MeasuredRisk } from '@sdc/engine'
import { quoted } from '../inspect/next-commands.js'
import type { MeasuredFile } from './measure-masked.js'

/**
 * What a steward reads before any table, in four lines: what was measured, the worst risk, the loss, and what to do next.
 *
 * The worst risk is the one that is farthest on its way from the better end of its range to what its metric calls high. A
 * risk that has no value is no small one: what is missing is said where something is to be done about it.
 *
 * @param file - What was measured of a file.
 * @param usualLoss - The metric of loss to quote, where it was measured.
 * @param data - The original and how it is read, as they are typed after `sdc compare`.
 * @returns Four lines.
 */
export function fourLines(file: MeasuredFile, usualLoss?: string, data = 'DATA'): string {
  const risks = risksMeasured(file.measured)
  return [whatLine(file), riskLine(file, risks), lossLine(file, usualLoss), nextLine(file, risks, data)].join('\n')
}

function whatLine(file: MeasuredFile): string {
  const { measured, rows, matching, columns } = file
  const by = { key: 'by a key', origin: 'by the private file', position: 'by position', none: 'by nothing' }[matching]
  const named = columns.length === 0 ? '' : `: ${some(columns)}`
  const count = (kind: Metric['kind']): number => measured.filter(({ metric }) => metric.kind === kind).length
  const both = `${counted(count('risk'), 'risk')} and ${counted(count('loss'), 'loss')}`
  const what = `${both} of ${counted(columns.length, 'column')}${named}`
  return `Measured: ${what}; ${file.linked} of ${rows} records linked to the original, ${by}.`
}

function riskLine({ measured }: MeasuredFile, [worst]: readonly MeasuredRisk[]): string {
  const without = measured.filter(
    ({ metric, measurement: { value } }) => metric.kind === 'risk' && value === null,
  ).length
  const unknown = without > 0 ? ` ${counted(without, 'risk')} ${without === 1 ? 'has' : 'have'} no value.` : ''
  if (!worst) {
    const counts = measured.flatMap(({ metric, measurement: { value } }) =>
      metric.kind === 'risk' && value !== null ? [`${metric.id} ${unitText(value, metric)}`] : [],
    )
    return counts.length === 0
      ? `Worst risk: none that was measured has a value.`
      : `Worst risk: none that was measured has a scale: ${some(counts)}.${unknown}`
  }
  const { metric, value, interval, high, severity, unit } = worst
  const shown = unitText(value, metric)
  const meaning = metric.high ? `: ${inUnit(metric.high.meaning.replaceAll('{value}', shown), unit)}` : ''
  const where = interval ? `95 %: ${shortNumber(interval.low)} to ${shortNumber(interval.high)}, ` : ''
  const against = severity > 1 ? `high: from ${shortNumber(high)} on` : `high from ${shortNumber(high)} on`
  return `Worst risk: ${metric.id} ${shown}${meaning} (${where}${against}).${unknown}`
}

/** A sentence that says what a share is of. */
export function inUnit(text: string, unit: Measurement['unit']): string {
  return unit === undefined ? text : text.replaceAll('of the records', `of the ${unit}`)
}

function lossLine({ measured, negatives = [] }: MeasuredFile, usual: string | undefined): string {
  const losses = measured.filter(({ metric, measurement }) => metric.kind === 'loss' && measurement.value !== null)
  const one = losses.find(({ metric }) => metric.id === usual) ?? losses[0]
  if (!one) return 'Loss: none that was measured has a value.'
  const text = ({ metric, measurement: { value } }: (typeof losses)[number]): string =>
    `${metric.id} ${unitText(value ?? Number.NaN, metric)}`
  const share = ({ metric, measurement: { value } }: (typeof losses)[number]): number => {
    const [least, most] = metric.range
    return ((value ?? least) - least) / ((Number.isFinite(most) ? most : metric.unit === '%' ? 100 : Infinity) - least)
  }
  const worst = losses.reduce((a, b) => (share(b) > share(a) ? b : a))
  const greatest = worst === one || share(worst) === 0 ? '' : `; the greatest is ${text(worst)}`
  return [`Loss: ${text(one)}${greatest}.`, ...negativesSentence(negatives)].join(' ')
}

function nextLine({ measured, columns }: MeasuredFile, risks: readonly MeasuredRisk[], data: string): string {
  const high = risks.filter(({ severity }) => severity > 1)
  const missing = measured.filter(({ metric, measurement: { value } }) => metric.kind === 'risk' && value === null)
  const names = columns.length > 0 ? quoted(columns.join(',')) : 'COLUMNS'
  if (high.length > 0) {
    const ids = some(high.map(({ metric }) => metric.id))
    const limit = high[0].metric
    const bound = `${limit.id}=${shortNumber(high[0].high)}`
    return `Next: do not release it yet; high: ${ids}. Mask more strongly, or let a search choose: sdc compare ${data} --columns ${names} --limit ${bound}`
  }
  if (missing.length > 0)
    return `Next: give what is missing for ${some(missing.map(({ metric }) => metric.id))} (the reasons are below), and measure again: an unknown risk is not a small one.`
  return 'Next: no risk that was measured is high. Read the warnings, see what the file is open to otherwise (sdc attack), then release: sdc mask … --release.'
}

/** `1 loss`, `2 losses`. */
function counted(count: number, of: 'risk' | 'loss' | 'column'): string {
  return `${count} ${of}${count === 1 ? '' : of === 'loss' ? 'es' : 's'}`
}

/** Up to four names, and how many more there are. */
function some(names: readonly string[]): string {
  const shown = names.slice(0, 4).join(', ')
  return names.length > 4 ? `${shown} and ${names.length - 4} more` : shown
}
