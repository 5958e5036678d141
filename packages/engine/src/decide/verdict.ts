import type { Metric, Registry } from '@sdc/core'
import type { Comparison, Decision, Row, VerdictLine } from '../compare/comparison.js'
import { worstRun } from '../compare/place.js'
import { unitText } from '../ground/value-text.js'
import { beyondText, type Limit } from '../limits/limits.js'
import { partTitle, planTitle } from './labels.js'
import { MOST_LOST, WORTH_KEEPING } from './limits.js'

/** Comparison that a verdict describes. */
type Judged = Pick<Comparison, 'rows' | 'axes' | 'limits' | 'metrics' | 'records'> & {
  readonly decision: Omit<Decision, 'lines'>
}

/** Maximum number of risks in a verdict: the risk axis, then those nearest to their limits. */
const RISKS = 3

/**
 * States the verdict in four lines: the plan; its risks, compared with the original and chance; its losses; plans that are as
 * good, or the best of another kind. Without a choice: the nearest plan with the limits that it breaks, and advice.
 *
 * @param registry - Registry with the methods and metrics.
 * @param judged - The comparison.
 * @returns The lines.
 */
export function verdictLines(registry: Registry, judged: Judged): VerdictLine[] {
  const chosen = judged.rows.find((row) => row.chosen)
  return chosen ? choiceLines(registry, judged, chosen) : noChoiceLines(judged)
}

/** Beginning of a line, by its subject. */
const beginnings: Readonly<Record<VerdictLine['of'], string>> = {
  choice: 'Choose',
  risk: 'Found and learned',
  loss: 'Kept and lost',
  others: 'Equal or instead',
  none: 'No choice',
  advice: 'Possible remedies',
}

/** Joins the lines of a verdict into one text. */
export function verdictText(lines: readonly VerdictLine[]): string {
  return lines.map(({ of, text }) => `${beginnings[of]}: ${text}.`).join('\n')
}

function choiceLines(registry: Registry, judged: Judged, row: Row): VerdictLine[] {
  return [
    { of: 'choice', text: planTitle(registry, row) },
    { of: 'risk', text: riskClauses(row, judged).join('; ') },
    { of: 'loss', text: lossClauses(registry, row, judged).join('; ') },
    { of: 'others', text: insteadWords(registry, row, judged, judged.decision) },
  ]
}

function riskClauses(row: Row, { axes, limits, decision }: Judged): string[] {
  const limited = limits.filter(({ metric, value }) => metric.kind === 'risk' && value > 0)
  const near = ({ metric, value: bound, atEnd }: Limit): number => {
    const value = worstRun(row, metric, atEnd) ?? 0
    return metric.better === 'higher' ? bound / value : value / bound
  }
  const others = limited.filter(({ metric }) => metric.id !== axes.risk.id).sort((a, b) => near(b) - near(a))
  const shown = [axes.risk, ...others.map(({ metric }) => metric)].slice(0, RISKS)
  return shown.map((metric) => {
    const value = worstRun(row, metric)
    const limit = limited.find((one) => one.metric.id === metric.id)
    const close = decision.close.some((one) => one.metric.id === metric.id) ? ', close to it' : ''
    const bound = limit ? [`limit ${unitText(limit.value, metric)}${close}`] : []
    if (value === null) return `${metric.id} has no value`
    const beside = [...besideTexts(metric, decision), ...bound]
    return `${meaning(metric, value)}${beside.length > 0 ? ` (${beside.join(', ')})` : ''}`
  })
}

function meaning(metric: Metric, value: number): string {
  const text = shown(value, metric)
  return metric.high ? metric.high.meaning.replaceAll('{value}', text) : `${metric.title} ${text}`
}

/** Reference values of a metric: `97 % in the original`, `0.1 % by chance`. */
function besideTexts(metric: Metric, decision: Judged['decision']): string[] {
  const { original = null, independent = null } = decision.beside.get(metric.id) ?? {}
  return [
    ...(original === null ? [] : [`${shown(original, metric)} in the original`]),
    ...(independent === null ? [] : [`${shown(independent, metric)} by chance`]),
  ]
}

/** Maximum number of losses that a verdict names. */
const LOSSES = 3

function lossClauses(registry: Registry, row: Row, { axes, decision, rows }: Judged): string[] {
  const families = decision.families.map((id) => registry.get('metrics', id))
  const meanOf = ({ id }: Metric): number | null => row.metrics.get(id)?.mean ?? null
  const lost = families
    .flatMap((metric) => {
      const mean = meanOf(metric)
      return mean === null ? [] : [{ metric, mean }]
    })
    .sort((a, b) => b.mean - a.mean)
  const worst = lost.slice(0, LOSSES).map(({ metric, mean }) => `${inSentence(metric.title)} ${shown(mean, metric)}`)
  const more = lost.length > LOSSES ? `, all others ${shown(lost[LOSSES].mean, lost[LOSSES].metric)} at most` : ''
  const total = meanOf(axes.loss)
  const kinds = row.parts ? [row.parts.keys.kind, row.parts.values.kind] : []
  const isPerturbed = kinds.includes('groups made equal') || kinds.includes('perturbed')
  // Only losses that are those of independent data where a relation is lost.
  const never = families.filter((metric) => {
    if (metric.of !== 'keys and confidential') return false
    const independent = decision.beside.get(metric.id)?.independent ?? null
    const best = Math.min(...rows.flatMap(({ metrics }) => metrics.get(metric.id)?.mean ?? []))
    return independent !== null && independent > WORTH_KEEPING && best > MOST_LOST * independent
  })
  return [
    `${inSentence(axes.loss.title)} ${total === null ? 'was not measured' : shown(total, axes.loss)}${worst.length > 0 ? ` (${worst.join(', ')}${more})` : ''}`,
    ...(isPerturbed ? ['single records need not be true'] : []),
    ...never.map((metric) => `no plan keeps half of it: ${inSentence(metric.title)}`),
  ]
}

/** A title within a sentence; abbreviations stay unchanged. */
function inSentence(title: string): string {
  return /^[A-Z][a-z]/.test(title) ? title[0].toLowerCase() + title.slice(1) : title
}

/** Formats a value with two significant digits and the unit. */
function shown(value: number, metric: Metric): string {
  return unitText(Number(value.toPrecision(2)), metric)
}

/** Maximum number of equally good plans that a verdict names. */
const EQUALS = 2

function insteadWords(
  registry: Registry,
  row: Row,
  { axes, rows }: Judged,
  { ties, otherKind }: Judged['decision'],
): string {
  const equals = rows.filter(({ label }) => label !== row.label && ties.includes(label))
  const lossOf = (one: Row): string => {
    const mean = one.metrics.get(axes.loss.id)?.mean ?? null
    return mean === null ? '' : ` (${shown(mean, axes.loss)})`
  }
  const other = (one: Row): string => {
    const differing = (['keys', 'values'] as const).flatMap((side) => {
      const part = one.parts?.[side]
      return part && part.label !== row.parts?.[side].label ? [partTitle(registry, part)] : []
    })
    return `${differing.length > 0 ? differing.join(' with ') : planTitle(registry, one)}${lossOf(one)}`
  }
  const more = equals.length > EQUALS ? ` and ${equals.length - EQUALS} more` : ''
  const isNamed = equals.slice(0, EQUALS).some(({ label }) => label === otherKind?.row.label)
  return [
    equals.length > 0
      ? `as good ${equals.length === 1 ? 'is' : 'are'} ${equals.slice(0, EQUALS).map(other).join(', or ')}${more}`
      : 'no other is as good',
    ...(otherKind && !isNamed ? [`with quasi-identifiers ${otherKind.kind}: ${other(otherKind.row)}`] : []),
  ].join('; ')
}

function noChoiceLines({ rows, limits, decision: { nearest, fix } }: Judged): VerdictLine[] {
  const what = nearest
    ? `the nearest, ${nearest.label}, has ${nearest.beyond.map(beyondText).join(' and ')}`
    : `none of ${rows.length} could be measured`
  return [
    {
      of: 'none',
      text: `no plan keeps the ${limits.length === 1 ? 'limit' : `${limits.length} limits`} in every run; ${what}`,
    },
    ...(fix.length > 0 ? [{ of: 'advice' as const, text: fix.join('; ') }] : []),
  ]
}
