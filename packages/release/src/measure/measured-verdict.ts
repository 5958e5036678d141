import type { Metric } from '@sdc/core'
import { briefText, negativesSentence, risksMeasured, titleWithin, type Measured, type MeasuredRisk } from '@sdc/engine'
import { ruleSentences } from '@sdc/rules'
import type { MeasuredFile } from './measure-masked.js'

/**
 * Sums up measured values in at most five lines: a high risk if any, the worst risk, the loss, negative values that the
 * original lacks, and broken rules.
 *
 * @param file - The measured file.
 * @param usualLoss - Loss metric to quote, if it was measured.
 * @returns The lines.
 */
export function measuredVerdict(
  file: Pick<MeasuredFile, 'measured' | 'levels' | 'negatives' | 'rules'>,
  usualLoss?: string,
): string[] {
  const { measured, levels, negatives = [], rules } = file
  const risks = risksMeasured(measured, levels)
  return [
    `Verdict: ${stateText(measured, risks)}.`,
    ...risks.slice(0, 1).map((worst) => `Disclosure risk: ${riskText(worst)}.`),
    ...lossText(measured, usualLoss),
    ...negativesSentence(negatives).slice(0, 1),
    ...ruleSentences(rules).slice(0, 1).map(capital),
  ]
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

function stateText(measured: readonly Measured[], risks: readonly MeasuredRisk[]): string {
  const asked = measured.filter(({ metric }) => metric.kind === 'risk')
  const without = asked.filter(({ measurement }) => measurement.value === null).length
  const unknown = without === 0 ? '' : `; ${without} ${without === 1 ? 'has' : 'have'} no value`
  if (asked.length === 0) return 'no risk was measured, so a release cannot be judged'
  if (without === asked.length) return 'no measured risk has a value, so a release cannot be judged'
  const high = risks.filter(({ grade }) => grade === 'high').length
  const known = asked.length - without
  if (high === 0 && without > known)
    return `a release cannot be judged: ${without} of ${asked.length} risks have no value; of the other ${known} none is high`
  if (high === 0) return `no risk is high (${known} measured)${unknown}`
  return `do not release yet: ${high} of ${asked.length} risks ${high === 1 ? 'is' : 'are'} high${unknown}`
}

/** Returns `interval disclosure (ID): 83 % of the values lie in … (independent data 10 %; high from 55 %)`. */
function riskText({ metric, value, independent, high, unit }: MeasuredRisk): string {
  const shown = briefText(value, metric)
  const meaning = metric.high ? `: ${inUnit(metric.high.meaning.replaceAll('{value}', shown), unit)}` : ` ${shown}`
  const notes = [
    ...(independent === null ? [] : [`independent data ${briefText(independent, metric)}`]),
    `high ${metric.better === 'lower' ? 'from' : 'up to'} ${briefText(high, metric)}`,
  ]
  return `${titleWithin(metric)}${meaning} (${notes.join('; ')})`
}

/** Adds the unit that a share is of. */
export function inUnit(text: string, unit: MeasuredRisk['unit']): string {
  return unit === undefined ? text : text.replaceAll('of the records', `of the ${unit}`)
}

function lossText(measured: readonly Measured[], usual: string | undefined): string[] {
  const losses = lossesMeasured(measured, usual)
  const [first] = losses
  if (!first) return []
  const text = ({ one: { metric, measurement } }: Loss): string =>
    `${titleWithin(metric)} ${briefText(measurement.value ?? 0, metric)}`
  const worst = losses.reduce((a, b) => (b.share > a.share ? b : a))
  return [
    `Information loss: ${text(first)}${worst === first || worst.share === 0 ? '' : `; greatest: ${text(worst)}`}.`,
  ]
}

/** Measured loss, as a share of its range. */
interface Loss {
  readonly one: Measured
  readonly share: number
}

/**
 * Returns the losses among measured values: the usual one first, then by their share of the range, the greatest first.
 *
 * @param measured - The values.
 * @param usual - Id of the usual loss.
 * @returns The losses.
 */
export function lossesMeasured(measured: readonly Measured[], usual: string | undefined): Loss[] {
  return measured
    .flatMap((one): Loss[] => {
      const { value } = one.measurement
      return one.metric.kind === 'loss' && value !== null ? [{ one, share: shareOf(one.metric, value) }] : []
    })
    .sort((a, b) => Number(b.one.metric.id === usual) - Number(a.one.metric.id === usual) || b.share - a.share)
}

function shareOf({ range: [least, most], unit }: Metric, value: number): number {
  return (value - least) / ((Number.isFinite(most) ? most : unit === '%' ? 100 : Infinity) - least)
}
