import {
  describeParams,
  kindsText,
  paramRange,
  type Card,
  type MaskingMethod,
  type Metric,
  type Registry,
  notesByTopic,
  sourceText,
  type Plugin,
  type Reference,
  type References,
  type Source,
} from '@sdc/core'
import { left, textTable } from '@sdc/report'
import { scaleText } from '../measure/measured-text.js'
import { traitFacts } from './traits-text.js'

/** The two sorts of things that a registry lists. */
export type Sort = 'methods' | 'metrics'

/** Every method or metric, a line each. */
export function catalogueText(registry: Registry, sort: Sort): string {
  const rows = registry.all(sort).map(({ id, summary }) => [id, summary])
  return `${textTable([left('id'), left('what it does')], rows)}\n\nOne of them in full: sdc ${sort} ID`
}

/** Every method or metric for programs; the forms are described by `methodsOutput` and `metricsOutput`. */
export function catalogueJson(registry: Registry, sort: Sort): unknown[] {
  return registry.all(sort).map(({ id }) => cardJson(registry, sort, id))
}

/** The card of one for programs; throws UNKNOWN_METHOD or UNKNOWN_METRIC. */
export function cardJson(registry: Registry, sort: Sort, id: string): object {
  if (sort === 'methods') {
    const method = registry.get('methods', id)
    return { ...commonJson(method, registry), traits: method.traits, arms: method.arms ?? [] }
  }
  const metric = registry.get('metrics', id)
  const { kind, accepts, of, files, unit, range, better, needsOrigin, recordsOf, costly = false } = metric
  const bounds = range.map((bound) => (Number.isFinite(bound) ? bound : null))
  return {
    ...commonJson(metric, registry),
    kind,
    accepts,
    of,
    files,
    unit,
    range: bounds,
    better,
    needsOrigin,
    recordsOf,
    costly,
  }
}

/** The card of one for people: formula, parameters, source; throws UNKNOWN_METHOD or UNKNOWN_METRIC. */
export function cardText(registry: Registry, sort: Sort, id: string): string {
  if (sort === 'methods') {
    const method = registry.get('methods', id)
    return textOf(method, registry.pluginOf(id).references, traitFacts(method.traits))
  }
  const metric = registry.get('metrics', id)
  return textOf(metric, registry.pluginOf(id).references, [
    ['scale', scaleText(metric)],
    ['kind of columns', kindsText(metric.accepts)],
    ['of', metric.of],
    ['needs the origin of the records', metric.needsOrigin ? 'yes' : 'no'],
    ['costly: compared only where it is named', metric.costly ? 'yes' : 'no'],
  ])
}

function commonJson(one: MaskingMethod | Metric, registry: Registry): object {
  const { id, title, summary, formula, source, notes } = one
  const plugin = registry.pluginOf(id)
  return {
    id,
    title,
    summary,
    formula,
    source: source.map((from) => ({ ...from, reference: referenceOf(from, plugin) })),
    notes: notes ?? [],
    plugin: plugin.name,
    params: describeParams(one.params),
  }
}

/** What a source names by its key; null where it names nothing. */
function referenceOf({ key }: Source, { references }: Plugin): Reference | null {
  return key !== undefined && references && Object.hasOwn(references, key) ? references[key] : null
}

function textOf(
  card: Card & (MaskingMethod | Metric),
  references: References | undefined,
  facts: readonly (readonly [string, string])[],
): string {
  const params = describeParams(card.params)
  const width = Math.max(...facts.map(([name]) => name.length))
  return [
    `${card.id}: ${card.title}`,
    card.summary,
    '',
    `Formula  ${card.formula}`,
    `Source   ${sourceText(card.source, references)}`,
    '',
    params.length > 0 ? 'Parameters (--set name=value)' : 'It has no parameters.',
    ...params.map((param) => `  ${param.name}: ${paramRange(param)}\n      ${param.description}`),
    '',
    ...facts.map(([name, value]) => `${name.padEnd(width)}  ${value}`),
    ...notesByTopic(card.notes).flatMap(([heading, texts]) => bulleted(heading, texts)),
    ...bulleted('Whoever knows the parameters', 'arms' in card ? card.arms : undefined),
  ].join('\n')
}

function bulleted(heading: string, sentences: readonly string[] | undefined): string[] {
  return sentences && sentences.length > 0 ? ['', heading, ...sentences.map((one) => `  - ${one}`)] : []
}
