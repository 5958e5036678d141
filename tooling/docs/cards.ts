import {
  describeParams,
  methodNotes,
  paramRange,
  type Card,
  type MaskingMethod,
  type Metric,
  type Registry,
} from '@sdc/core'
import { hasInterval } from '@sdc/engine'
import { costText } from '@sdc/workflow'
import { list, noteLists, page, sourceLinks } from './markdown.js'

/** docs/methods.md: the card of every method. */
export function methodsPage(registry: Registry): string {
  const about =
    'Every masking method: what it does, its formula, its source, its parameters, and what its user must know before a ' +
    'release. What a method claims is in [claims](claims.md). `sdc methods ID` prints the same.'
  return page(
    'Methods',
    about,
    byFamily(
      registry,
      registry.all('methods').map((one) => ({ ...one, notes: methodNotes(one) })),
      methodFacts,
    ),
  )
}

/** docs/metrics.md: the card of every metric. */
export function metricsPage(registry: Registry): string {
  const about =
    'Every metric: what it measures, its formula, its source, its parameters, and how its values are read. ' +
    '`sdc metrics ID` prints the same.'
  return page('Metrics', about, byFamily(registry, registry.all('metrics'), metricFacts))
}

type One = Card & Pick<MaskingMethod | Metric, 'params'> & { readonly enables?: readonly string[] | undefined }

function byFamily<T extends One>(registry: Registry, cards: readonly T[], facts: (one: T) => string): string[] {
  const families = [...new Set(cards.map(({ id }) => id.split('/')[0]))]
  return families.flatMap((family) => [
    `## ${family}`,
    ...cards.filter(({ id }) => id.split('/')[0] === family).flatMap((card) => cardParts(card, registry, facts(card))),
  ])
}

function cardParts(card: One, registry: Registry, facts: string): string[] {
  const { name, references } = registry.pluginOf(card.id)
  const params = describeParams(card.params).map(
    (param) => `\`${param.name}\` (${paramRange(param)}): ${param.description}`,
  )
  return [
    `### ${card.id}`,
    `${card.title}. ${card.summary}`,
    `Formula: ${card.formula}`,
    `Source: ${sourceLinks(card.source, references)}`,
    `Package: \`${name}\`. ${facts}`,
    params.length > 0 ? list('Parameters', params) : 'It has no parameters.',
    ...noteLists(card.notes),
    list('Whoever knows the parameters', card.enables ?? []),
  ]
}

const missingTexts: Readonly<Record<MaskingMethod['traits']['missing'], string>> = {
  refuse: 'refuses missing values',
  keep: 'keeps missing values where they are',
  own: 'has a rule of its own for missing values',
}

function methodFacts({ traits }: MaskingMethod): string {
  const facts = [
    `masks ${traits.accepts.join(', ')} columns`,
    traits.stochastic ? 'draws random numbers' : 'draws nothing',
    missingTexts[traits.missing],
    traits.given === 'unused' ? '' : `columns to condition on: ${traits.given === 'keys' ? 'required' : traits.given}`,
    traits.records === 'same' ? '' : `records: ${traits.records}`,
    traits.postMasking ? 'works on a masked file' : '',
    traits.permutes
      ? 'its values only change places: the masked file must be a permutation of the original in every column'
      : '',
  ]
  return `It ${facts.filter((fact) => fact !== '').join('; ')}.`
}

function metricFacts(metric: Metric): string {
  const { kind, unit, range, better, needsOrigin, needs, costly, cost, share } = metric
  const [least, most] = range.map((bound) => (Number.isFinite(bound) ? String(bound) : 'unbounded'))
  const facts = [
    `${kind}, in ${unit}, from ${least} to ${most}, ${better} is better`,
    needsOrigin ? 'needs the origin of the records' : '',
    needs ? `needs --${needs} FILE` : '',
    costly ? 'costly: compared only where it is named' : '',
    cost ? `time ${costText(cost)}` : '',
    share ? `a share of ${share}` : '',
    hasInterval(metric) ? 'with a 95 % interval' : '',
  ]
  return `Scale: ${facts.filter((fact) => fact !== '').join('; ')}.`
}
