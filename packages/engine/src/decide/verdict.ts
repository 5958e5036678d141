import { listed, type Metric, type Registry } from '@sdc/core'
import type { Comparison, Decision, Row, VerdictLine } from '../compare/comparison.js'
import { compareKeys, meanLoss } from '../compare/place.js'
import { briefNumber, briefText, titleWithin, unitText } from '../ground/value-text.js'
import type { Beyond } from '../limits/limits.js'
import { ruleSentences } from '@sdc/rules'
import { isClose } from './choice.js'
import { partTitle, planTitle } from './parts/labels.js'
import { MOST_LOST, WORTH_KEEPING } from './limits.js'

/** Comparison that a verdict describes. */
type Judged = Pick<Comparison, 'rows' | 'axes' | 'limits' | 'levels'> & {
  readonly decision: Omit<Decision, 'lines'>
}

/**
 * States the verdict in four lines: the choice, its disclosure risk, its information loss, and the runner-up. Without a
 * choice: the nearest plan with the limits that it exceeds, and advice.
 *
 * @param registry - Registry with the methods and metrics.
 * @param judged - The comparison.
 * @returns The lines.
 */
export function verdictLines(registry: Registry, judged: Judged): VerdictLine[] {
  const chosen = judged.rows.find((row) => row.chosen)
  return chosen ? choiceLines(registry, judged, chosen) : noChoiceLines(judged)
}

/** Heading of a line, by its subject. */
const verdictHeadings: Readonly<Record<VerdictLine['of'], string>> = {
  choice: 'Choice',
  risk: 'Disclosure risk',
  loss: 'Information loss',
  'runner-up': 'Runner-up',
  none: 'No choice',
  advice: 'Possible remedies',
}

/** Joins the lines of a verdict into one text. */
export function verdictText(lines: readonly VerdictLine[]): string {
  return lines.map(({ of, text }) => `${verdictHeadings[of]}: ${text}.`).join('\n')
}

function choiceLines(registry: Registry, judged: Judged, row: Row): VerdictLine[] {
  return [
    { of: 'choice', text: planTitle(registry, row) },
    { of: 'risk', text: riskText(row, judged) },
    { of: 'loss', text: lossText(registry, row, judged) },
    { of: 'runner-up', text: runnerUpText(registry, row, judged) },
  ]
}

/** Risk of the choice: its mean and range over the runs, compared with independent data and the limit. */
function riskText(row: Row, { axes: { risk }, limits, levels, decision }: Judged): string {
  const { mean = null, min = null, max = null } = row.metrics.get(risk.id) ?? {}
  if (mean === null) return `${titleWithin(risk)} has no value`
  const { independent = null } = decision.beside.get(risk.id) ?? {}
  const limit = limits.find((one) => one.metric.id === risk.id)
  const close = decision.close.some((one) => one.metric.id === risk.id) ? ', close to it' : ''
  const high = levels.flatMap(({ metric }) => (row.high.includes(metric.id) ? [titleWithin(metric)] : []))
  const notes = [
    ...(min === null || max === null || min === max
      ? []
      : [`${briefNumber(min)} to ${briefText(max, risk)} over ${row.replicates} runs`]),
    ...(independent === null ? [] : [`independent data ${briefText(independent, risk)}`]),
    ...(limit ? [`limit ${unitText(limit.value, risk)}${close}`] : []),
  ]
  const text = [
    `${titleWithin(risk)} ${briefText(mean, risk)}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`,
    ...itemsText(row, { limits, decision }),
  ].join('; ')
  return high.length > 0 ? `${text}; high: ${listed(high, HIGH)}` : text
}

/** Risk by a few answers to a questionnaire, with its limit. */
function itemsText({ metrics }: Row, { limits, decision }: Pick<Judged, 'limits' | 'decision'>): string[] {
  return limits.flatMap(({ metric, value }) => {
    const mean = metric.of === 'keys and items' ? (metrics.get(metric.id)?.mean ?? null) : null
    if (mean === null) return []
    const close = decision.close.some((one) => one.metric.id === metric.id) ? ', close to it' : ''
    return [`${titleWithin(metric)} ${briefText(mean, metric)} (limit ${unitText(value, metric)}${close})`]
  })
}

/** Maximum number of high risks that a verdict names. */
const HIGH = 2

function lossText(registry: Registry, row: Row, { axes: { loss }, decision, rows }: Judged): string {
  const families = decision.families.map((id) => registry.get('metrics', id))
  const meanOf = ({ id }: Metric): number | null => row.metrics.get(id)?.mean ?? null
  const [worst] = families
    .flatMap((metric) => {
      const mean = meanOf(metric)
      return mean === null || metric.id === loss.id ? [] : [{ metric, mean }]
    })
    .sort((a, b) => b.mean - a.mean)
  const total = meanOf(loss)
  const kinds = row.parts ? [row.parts.keys.kind, row.parts.values.kind] : []
  const isPerturbed = kinds.includes('groups made equal') || kinds.includes('perturbed')
  // Losses of independent data are allowed only if a relation is lost.
  const never = families.filter((metric) => {
    if (metric.of !== 'keys and confidential') return false
    const independent = decision.beside.get(metric.id)?.independent ?? null
    const best = Math.min(...rows.flatMap(({ metrics }) => metrics.get(metric.id)?.mean ?? []))
    return independent !== null && independent > WORTH_KEEPING && best > MOST_LOST * independent
  })
  const part = worst ? ` (most: ${titleWithin(worst.metric)} ${briefText(worst.mean, worst.metric)})` : ''
  return [
    `${titleWithin(loss)} ${total === null ? 'has no value' : briefText(total, loss)}${part}`,
    ...decision.lost.map((one) => `beyond what the purpose asks for: ${beyondShort(one)}`),
    ...(isPerturbed ? ['values of single records are changed'] : []),
    ...ruleSentences(row.rules)
      .slice(0, 1)
      .map((sentence) => sentence.slice(0, -1)),
    ...never.map((metric) => `no plan reduces this by half: ${titleWithin(metric)}`),
  ].join('; ')
}

/**
 * The second best plan, with the reason against it: a tie first, then the lowest loss within the limits, then beyond.
 */
function runnerUpText(registry: Registry, row: Row, judged: Judged): string {
  const { axes, rows, limits, decision } = judged
  const others = rows.filter((one) => !one.chosen && !one.error && meanLoss(one, axes) < Infinity)
  const place = (one: Row): number => decision.ties.indexOf(one.label)
  const order = (one: Row): readonly number[] => [
    place(one) >= 0 ? place(one) : Infinity,
    one.beyond.length,
    meanLoss(one, axes),
  ]
  const [second] = others.sort((a, b) => compareKeys(order(a), order(b)))
  if (!second) return 'no other plan has values on both axes'
  const differing = (['keys', 'values'] as const).flatMap((side) => {
    const part = second.parts?.[side]
    return part && part.label !== row.parts?.[side].label ? [partTitle(registry, part)] : []
  })
  const mean = second.metrics.get(axes.loss.id)?.mean ?? 0
  const name = differing.length > 0 ? differing.join(' with ') : planTitle(registry, second)
  return `${name}: loss ${briefText(mean, axes.loss)}, ${whyNot(second, row, { limits, axes, decision })}`
}

function whyNot(
  second: Row,
  row: Row,
  { limits, axes, decision }: Pick<Judged, 'limits' | 'axes' | 'decision'>,
): string {
  if (second.refusals) return `but its release would be refused (${second.refusals[0]})`
  const [beyond] = second.beyond
  if (beyond) return `but ${beyondShort(beyond)}`
  if (second.high.length > row.high.length) return 'but more risks are high'
  const isTie = decision.ties.includes(second.label)
  if (isTie && isClose(second, limits) && !isClose(row, limits)) return 'as good, but close to a limit'
  const [own, chosen] = [second, row].map((one) => one.parts?.keys.kind)
  if (isTie && own !== undefined && own !== chosen) return `as good, but quasi-identifiers are ${own}`
  if (isTie) return 'as good'
  return meanLoss(second, axes) > meanLoss(row, axes) ? 'which is higher' : 'but a higher risk'
}

/** Short form: `linkage by quasi-identifiers 31 % (limit 20 %)`. */
function beyondShort({ limit, value }: Beyond): string {
  const shown = value === null ? 'without a value' : briefText(value, limit.metric)
  return `${titleWithin(limit.metric)} ${shown} (limit ${unitText(limit.value, limit.metric)})`
}

function noChoiceLines({ rows, limits, decision: { nearest, fix } }: Judged): VerdictLine[] {
  const against = [...(nearest?.beyond.map(beyondShort) ?? []), ...(nearest?.refusals ?? [])]
  const what = nearest
    ? `nearest is ${nearest.title}, with ${against.join(' and ')}`
    : `none of ${rows.length} could be measured`
  return [
    {
      of: 'none',
      text: `no plan keeps the ${limits.length === 1 ? 'limit' : `${limits.length} limits`} in every run; ${what}`,
    },
    ...(fix.length > 0 ? [{ of: 'advice' as const, text: fix.join('; ') }] : []),
  ]
}
