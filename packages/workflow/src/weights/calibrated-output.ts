import { shortNumber } from '@sdc/engine'
import { counted, groupedNumber, resultTable, verdictLine } from '@sdc/inspect'
import { fileScreen, left, right, type Screen } from '@sdc/report/tables'
import { largestDifference, type CalibratedMargin, type CalibratedWeights } from './calibrated.js'

/**
 * Formats calibrated weights: margins before and after, the figures, and the verdict as the last line.
 *
 * @param result - The calibrated weights.
 * @param screen - Screen that the text must fit.
 * @returns The text.
 */
export function calibratedText(result: CalibratedWeights, screen: Screen = fileScreen): string {
  const { factors, sum, designEffect, iterations, bounds, method, weight, margins, records } = result
  const changed = [...margins].sort((a, b) => changeOf(b) - changeOf(a))
  const rows = changed.map(({ column, category, total, before, after }) => [
    column,
    category ?? 'sum of values',
    ...[before, after, total].map(totalText),
    total === 0 ? '–' : `${shortNumber(nearZero(100 * (before / total - 1)))} %`,
  ])
  const table = resultTable(
    [
      left('margin', { rank: 0, wraps: true }),
      left('category', { rank: 0, wraps: true }),
      ...['before', 'after', 'total'].map((name) => right(name, { rank: 0 })),
      right('off before'),
    ],
    rows,
    { screen },
  )
  const within = bounds === undefined ? 'no bounds' : `bounds ${bounds[0]} to ${bounds[1]}`
  const atBounds =
    factors.atLow === undefined ? '' : ` (${factors.atLow} at the lower bound, ${factors.atHigh} at the upper)`
  const figures = [
    `method         ${method}, ${within}`,
    `sum of weights ${totalText(sum.before)} before, ${totalText(sum.after)} after`,
    `factors        ${shortNumber(factors.min)} to ${shortNumber(factors.max)}${atBounds}`,
    `design effect  ${shortNumber(designEffect.before)} before, ${shortNumber(designEffect.after)} after (1 + cv² of the weights)`,
  ]
  const verdict =
    `"${weight}" of ${counted(records, 'record')} meets ${counted(margins.length, 'total')} after ` +
    `${counted(iterations, 'iteration')}: largest difference ${shortNumber(100 * largestDifference(result))} %.`
  return [table, '', ...figures, '', verdictLine(verdict, screen)].join('\n')
}

/** Returns calibrated weights as JSON in the form of `calibrateOutput`. */
export function calibratedJson(result: CalibratedWeights): unknown {
  const { bounds, ...rest } = result
  return { ...rest, bounds: bounds ?? null, largestDifference: largestDifference(result) }
}

function changeOf({ total, before }: CalibratedMargin): number {
  return total === 0 ? 0 : Math.abs(before / total - 1)
}

function totalText(total: number): string {
  return groupedNumber(Math.abs(total) >= 1000 ? Math.round(total) : Number(total.toPrecision(6)))
}

/** Returns 0 for a percentage within the rounding errors of sums. */
function nearZero(percent: number): number {
  return Math.abs(percent) < 1e-9 ? 0 : percent
}
