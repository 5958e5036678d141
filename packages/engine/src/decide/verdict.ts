import type { Metric, Registry } from '@sdc/core'
import type { Comparison, Row } from '../compare/comparison.js'
import type { Decision } from '../compare/decision.js'
import { worstRun } from '../compare/place.js'
import { unitText } from '../ground/value-text.js'
import { beyondText, type Limit } from '../limits/limits.js'
import { excess } from './pairs.js'
import { planWords } from './labels.js'

/** What a verdict is of. */
type Judged = Pick<Comparison, 'rows' | 'axes' | 'limits' | 'metrics' | 'records'> & {
  readonly decision?: Decision | undefined
}

/** So many risks stand in a verdict: that of the map, and those nearest to their limits. */
const RISKS = 3
/** What independent columns lose less of is not worth keeping. */
const LOST = 30

/**
 * The verdict in four lines: the plan in words; who is found and what is learned, beside the original and chance; what is kept
 * and lost; what is as good, or best of another kind. Where nothing can be chosen: the nearest plan with the limits that it
 * breaks, and what would help.
 *
 * @param registry - Where the methods are.
 * @param judged - The comparison.
 * @returns Lines.
 */
export function decisionVerdict(registry: Registry, judged: Judged): string {
  const chosen = judged.rows.find((row) => row.chosen)
  const lines = chosen ? choiceLines(registry, judged, chosen) : noChoiceLines(judged)
  return lines.join('\n')
}

function choiceLines(registry: Registry, judged: Judged, row: Row): string[] {
  const { decision } = judged
  return [
    `Choose: ${planWords(registry, row)}.`,
    `Found and learned: ${riskClauses(row, judged).join('; ')}.`,
    `Kept and lost: ${lossClauses(registry, row, judged).join('; ')}.`,
    ...(decision ? [`Equal or instead: ${insteadWords(registry, row, judged, decision)}.`] : []),
  ]
}

function riskClauses(row: Row, { axes, limits, decision }: Judged): string[] {
  const limited = limits.filter(({ metric, value }) => metric.kind === 'risk' && value > 0)
  const near = ({ metric, value }: Limit): number => (worstRun(row, metric) ?? 0) / value
  const others = limited.filter(({ metric }) => metric.id !== axes.risk.id).sort((a, b) => near(b) - near(a))
  const shown = [axes.risk, ...others.map(({ metric }) => metric)].slice(0, RISKS)
  return shown.map((metric) => {
    const value = worstRun(row, metric)
    const limit = limited.find((one) => one.metric.id === metric.id)
    const close = decision?.close.some((one) => one.metric.id === metric.id) ? ', close to it' : ''
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

/** `97 % in the original`, `0.1 % by chance`. */
function besideTexts(metric: Metric, decision: Decision | undefined): string[] {
  const { original = null, independent = null } = decision?.beside.get(metric.id) ?? {}
  return [
    ...(original === null ? [] : [`${shown(original, metric)} in the original`]),
    ...(independent === null ? [] : [`${shown(independent, metric)} by chance`]),
  ]
}

function lossClauses(registry: Registry, row: Row, { axes, decision, rows }: Judged): string[] {
  const families = (decision?.families ?? []).map((id) => registry.get('metrics', id))
  const text = (metric: Metric): string => {
    const mean = row.metrics.get(metric.id)?.mean ?? null
    return mean === null ? '' : `${metric.title.toLowerCase()} ${shown(mean, metric)}`
  }
  const own = families.map(text).filter(Boolean)
  const kinds = row.parts ? [row.parts.keys.kind, row.parts.values.kind] : []
  const isPerturbed = kinds.includes('groups made equal') || kinds.includes('perturbed')
  const never = families.filter((metric) => {
    const lost = decision?.beside.get(metric.id)?.independent ?? null
    const best = Math.min(...rows.flatMap(({ metrics }) => metrics.get(metric.id)?.mean ?? []))
    return lost !== null && lost > LOST && best > lost / 2
  })
  return [
    own.length > 0 ? `${text(axes.loss)} (${own.join(', ')})` : text(axes.loss),
    ...(isPerturbed ? ['single records are no longer true'] : []),
    ...never.map((metric) => `no candidate keeps half: ${metric.title.toLowerCase()}`),
  ]
}

/** Two significant digits with the unit. */
function shown(value: number, metric: Metric): string {
  return unitText(Number(value.toPrecision(2)), metric)
}

function insteadWords(registry: Registry, row: Row, { axes, rows }: Judged, { ties, otherKind }: Decision): string {
  const equals = ties.filter((label) => label !== row.label)
  const lossOf = (one: Row): string => {
    const mean = one.metrics.get(axes.loss.id)?.mean ?? null
    return mean === null ? 'no loss measured' : shown(mean, axes.loss)
  }
  const named = equals.slice(0, 2).flatMap((label) => rows.find((one) => one.label === label) ?? [])
  const clauses = [
    ...(named.length > 0
      ? [
          `as good ${named.length === 1 ? 'is' : 'are'} ${named.map((one) => `${planWords(registry, one)} (${lossOf(one)})`).join(' and ')}${equals.length > 2 ? ` and ${equals.length - 2} more` : ''}`,
        ]
      : ['nothing is as good']),
    ...(otherKind && !equals.includes(otherKind.row.label)
      ? [`with keys ${otherKind.kind}, best is ${planWords(registry, otherKind.row)} (${lossOf(otherKind.row)})`]
      : []),
  ]
  return clauses.join('; ')
}

function noChoiceLines({ rows, limits, decision }: Judged): string[] {
  const nearest =
    decision?.nearest ?? [...rows].filter(({ error }) => !error).sort((a, b) => excess(a.beyond) - excess(b.beyond))[0]
  const what = nearest
    ? `the nearest, ${nearest.label}, has ${nearest.beyond.map(beyondText).join(' and ')}`
    : `none of ${rows.length} could be measured`
  return [
    `No choice: no plan keeps the ${limits.length === 1 ? 'limit' : `${limits.length} limits`} in every run; ${what}.`,
    ...(decision && decision.advice.length > 0 ? [`What would help: ${decision.advice.join('; ')}.`] : []),
  ]
}
