import type { Metric } from '@sdc/core'
import { beyondText, limitText, type Beyond, type Limit } from '../limits/limits.js'
import { negativesSentence } from '../measure/new-negatives.js'
import type { Axes, Row } from './comparison.js'
import { least, MOST_FINALISTS, type Choice } from './choose.js'
import { canBeChosen, place, worstRun } from './place.js'
import type { RiskLevel } from './risk-level.js'
import { risksOf, type RowRisk } from './risk-levels.js'
import type { Score } from './score.js'
import { shortNumber, unitText } from '../ground/value-text.js'

/** What a verdict is about. */
export interface Decided {
  readonly axes: Axes
  readonly limits: readonly Limit[]
  readonly levels: readonly RiskLevel[]
  readonly score: Score
  /** Axes that combine others, with the parts of each. */
  readonly weighed: readonly WeighedAxis[]
}

/** A metric that combines others. */
export interface WeighedAxis {
  readonly metric: Metric
  /** The metrics it combines, by its names for them, and whether their values beside it are those it combines. */
  readonly parts: Readonly<Record<string, { readonly use: string; readonly isMeasured: boolean }>>
}

/**
 * The choice, its reason, what independent data would have, and its worst risk with what that means; every high one is
 * named. Where the least score was passed over, that candidate with the reason.
 */
export function verdictOf({ rows, chosen }: Choice, decided: Decided): string {
  const sentences = chosen === undefined ? noChoice(rows, decided) : choiceSentences(rows, rows[chosen], decided)
  return [...sentences, ...leftUnmasked(rows)].join(' ')
}

function choiceSentences(rows: readonly Row[], row: Row, decided: Decided): string[] {
  const { axes, limits, levels } = decided
  const high = row.high.length > 0
  const within = limits.length > 0
  const values = `with ${axes.risk.id} ${valueText(row, axes.risk)} and ${axes.loss.id} ${valueText(row, axes.loss)}`
  const chosen = `${row.label}, ${values}: ${ruleText(rows, row, decided)}.`
  return [
    high && !within
      ? `Of ${noneSafe(rows)}; the least bad to choose is ${chosen}`
      : `Of ${tried(rows)} choose ${chosen}`,
    ...decided.weighed.map((axis) => weighedText(row, axis)),
    ...riskSentences(row, axes, levels),
    ...(within ? [] : passedOver(rows, row, decided)),
    ...negativesSentence(row.negatives ?? [], row.replicates),
  ]
}

/** `5 candidates none is without a high risk`; where the search ended before the last, it is said of those looked at. */
function noneSafe(rows: readonly Row[]): string {
  const all = !rows.some((row) => canBeChosen(row) && row.high.length === 0)
  return `${tried(rows)} ${all ? 'none' : `none of the ${MOST_FINALISTS} that were looked at closely`} is without a high risk`
}

function ruleText(rows: readonly Row[], row: Row, { axes, limits, score }: Decided): string {
  if (limits.length > 0) {
    const kept = rows.filter(canBeChosen).length
    return `the least ${least(limits)} among the ${kept} that keep ${limits.map(limitText).join(' and ')} in every run`
  }
  if (row.high.length > 0) return 'the one whose worst risk is the least beyond what is high'
  const at = place(row, axes)
  const text = at ? score.text(score.of(at)) : ''
  return rows.some((one) => canBeChosen(one) && one.high.length > 0) ? `${text}, among those without a high risk` : text
}

/** Independent data on the risk axis, the worst risk with its meaning, and all others that are high. */
function riskSentences(row: Row, { risk }: Axes, levels: readonly RiskLevel[]): string[] {
  const axis = levels.find(({ metric }) => metric.id === risk.id)?.independent ?? null
  const risks = risksOf(row, levels).filter(({ level, severity }) => level.metric.id !== risk.id || severity > 1)
  const high = risks.filter(({ severity }) => severity > 1)
  const [worst] = risks
  const unknown = levels.filter(({ metric }) => metric.kind === 'risk' && worstRun(row, metric) === null)
  return [
    ...(axis === null ? [] : [`Independent data have ${risk.id} ${unitText(axis, risk)}.`]),
    ...(high.length > 0
      ? [`High: ${highText(high)}.`]
      : worst
        ? [`The worst of its other risks, and not high, is ${riskText(worst)}.`]
        : []),
    ...(unknown.length > 0 ? [`Without a value: ${unknown.map(({ metric }) => metric.id).join(', ')}.`] : []),
  ]
}

/** `risk/mixed-worst is the greater of its parts: numbers by risk/dr-combine 8 %, categories by …`. */
function weighedText(row: Row, { metric, parts }: WeighedAxis): string {
  const texts = Object.entries(parts).map(([name, { use, isMeasured }]) => {
    const mean = isMeasured ? (row.metrics.get(use)?.mean ?? null) : null
    return `${name} by ${use}${mean === null ? '' : ` ${unitText(mean, metric)}`}`
  })
  return `${metric.id} is ${metric.weighs}: ${texts.join(', ')}.`
}

/** The candidate with the least score, where its risks are why it was not chosen. */
function passedOver(rows: readonly Row[], chosen: Row, { axes, levels, score }: Decided): string[] {
  const scored = rows.flatMap((row) => {
    const at = canBeChosen(row) ? place(row, axes) : undefined
    return at ? [{ row, score: score.of(at) }] : []
  })
  if (scored.length === 0) return []
  const best = scored.reduce((a, b) => (b.score < a.score ? b : a))
  if (best.row === chosen || best.row.high.length === 0) return []
  const high = risksOf(best.row, levels).filter(({ severity }) => severity > 1)
  return [`${best.row.label} has ${score.text(best.score)}, but ${highText(high)}.`]
}

/** The worst of high risks with its meaning, and what else is high. */
function highText([worst, ...others]: readonly RowRisk[]): string {
  const also = others.map(({ level, value }) => `${level.metric.id} ${unitText(value, level.metric)}`)
  return also.length > 0 ? `${riskText(worst)}; high, too: ${also.join(', ')}` : riskText(worst)
}

/** `risk/dbrl 24 %: an intruder … finds 24 % of the records (independent data 0.1 %, high from 10.1 %)`. */
export function riskText({ level: { metric, independent, high }, value }: RowRisk): string {
  const shown = unitText(value, metric)
  const meaning = metric.high ? `: ${metric.high.meaning.replaceAll('{value}', shown)}` : ''
  const against = [
    ...(independent === null ? [] : [`independent data ${shortNumber(independent)}`]),
    ...(high === null ? [] : [`high from ${shortNumber(high)}`]),
  ]
  return `${metric.id} ${shown}${meaning}${against.length > 0 ? ` (${against.join(', ')})` : ''}`
}

function noChoice(rows: readonly Row[], { axes, limits }: Decided): string[] {
  const measured = rows.filter((row) => !row.error && row.unmasked.length === 0)
  const nearest = measured.filter((row) => row.beyond.length > 0 && place(row, axes)).sort(byExcess)[0]
  if (limits.length > 0 && nearest) {
    const what = limits.map(limitText).join(' and ')
    return [
      `No candidate can be chosen: none of ${tried(rows)} keeps ${what} in every run; the nearest, ${nearest.label}, has ${nearest.beyond.map(beyondText).join(' and ')}.`,
    ]
  }
  const why =
    measured.length === 0 && rows.some((row) => row.unmasked.length > 0)
      ? 'each leaves a column as it is that is not to be'
      : `none of the ${rows.length} has both a ${axes.risk.id} and a ${axes.loss.id}`
  return [`No candidate can be chosen: ${why}.`]
}

/** By the number of limits that are not kept, then by how far the worst of them is exceeded for its size. */
function byExcess(a: Row, b: Row): number {
  const [ofA, ofB] = [excess(a.beyond), excess(b.beyond)]
  return a.beyond.length - b.beyond.length || (ofA === ofB ? 0 : ofA - ofB)
}

function excess(beyond: readonly Beyond[]): number {
  const far = beyond.map(({ limit, value }) => {
    if (value === null) return Infinity
    return Math.abs(value - limit.value) / Math.max(Math.abs(limit.value), 1e-9)
  })
  return Math.max(...far)
}

function tried(rows: readonly Row[]): string {
  return `${rows.filter((row) => !row.error && row.unmasked.length === 0).length} candidates`
}

function leftUnmasked(rows: readonly Row[]): string[] {
  const leaving = rows.filter((row) => row.unmasked.length > 0)
  if (leaving.length === 0) return []
  const names = [...new Set(leaving.flatMap(({ unmasked }) => unmasked))].join(', ')
  return [`${leaving.length} left ${names} unmasked and cannot be chosen.`]
}

function valueText(row: Row, metric: Metric): string {
  const summary = row.metrics.get(metric.id)
  if (!summary || summary.mean === null || summary.min === null || summary.max === null) return 'not measured'
  const range =
    row.replicates > 1 ? ` (${shortNumber(summary.min)} to ${shortNumber(summary.max)} in ${row.replicates} runs)` : ''
  return `${unitText(summary.mean, metric)}${range}`
}
