import {
  describeParams,
  notesByTopic,
  paramRange,
  sourceText,
  type Card,
  type Catalogue,
  type Note,
  type Params,
  type Plugin,
  type Reference,
  type References,
  type Registry,
  type Sort,
  type Source,
} from '@sdc/core'
import { left, textTable } from '@sdc/report/tables'
import { ownOf } from './sorts.js'

/** Every method, metric, service, table method or attack, a line each; where there is none, who could bring one. */
export function catalogueText(registry: Registry, sort: Sort): string {
  const rows = registry.all(sort).map(({ id, summary }) => [id, summary])
  if (rows.length === 0) {
    return `There are no ${words[sort]} yet: none came with sdc, and no plugin named with --plugin brings any.`
  }
  return `${textTable([left('id'), left('what it does')], rows)}\n\nOne of them in full: sdc ${sort} ID`
}

const words: Readonly<Record<Sort, string>> = {
  methods: 'methods',
  metrics: 'metrics',
  services: 'query services',
  tables: 'table methods',
  attacks: 'attacks',
}

/** All of a sort for programs; the forms are described by `methodsOutput`, `metricsOutput`, … */
export function catalogueJson(registry: Registry, sort: Sort): unknown[] {
  return registry.all(sort).map(({ id }) => cardJson(registry, sort, id))
}

/** The card of one for programs; throws UNKNOWN_METHOD, UNKNOWN_METRIC, … */
export function cardJson<K extends Sort>(registry: Registry, sort: K, id: string): object {
  const one = registry.get(sort, id)
  return { ...commonJson(one, notesOf(sort, one), registry), ...ownOf(sort).json(one) }
}

/** The card of one for people: formula, parameters, source; throws UNKNOWN_METHOD, UNKNOWN_METRIC, … */
export function cardText<K extends Sort>(registry: Registry, sort: K, id: string): string {
  const one = registry.get(sort, id)
  return textOf(one, notesOf(sort, one), registry.pluginOf(id).references, ownOf(sort).facts(one))
}

/** What a card of any sort has. */
type AnyCard = Card & { readonly params: Params<unknown> }

function notesOf<K extends Sort>(sort: K, one: Catalogue[K]): readonly Note[] {
  return ownOf(sort).notes?.(one) ?? one.notes ?? []
}

function commonJson(one: AnyCard, notes: readonly Note[], registry: Registry): object {
  const { id, title, summary, formula, source, honours } = one
  const plugin = registry.pluginOf(id)
  return {
    id,
    title,
    summary,
    formula,
    source: source.map((from) => ({ ...from, reference: referenceOf(from, plugin) })),
    notes,
    plugin: plugin.name,
    ...(honours !== undefined && { honours }),
    params: describeParams(one.params),
  }
}

/** What a source names by its key; null where it names nothing. */
function referenceOf({ key }: Source, { references }: Plugin): Reference | null {
  return key !== undefined && references && Object.hasOwn(references, key) ? references[key] : null
}

function textOf(
  card: AnyCard & { readonly arms?: readonly string[] | undefined },
  notes: readonly Note[],
  references: References | undefined,
  facts: readonly (readonly [string, string])[],
): string {
  const params = describeParams(card.params)
  const rows = card.honours === undefined ? facts : [...facts, ['roles it honours', card.honours.join(', ')] as const]
  const width = Math.max(...rows.map(([name]) => name.length))
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
    ...rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`),
    ...notesByTopic(notes).flatMap(([heading, texts]) => bulleted(heading, texts)),
    ...bulleted('Whoever knows the parameters', card.arms),
  ].join('\n')
}

function bulleted(heading: string, sentences: readonly string[] | undefined): string[] {
  return sentences && sentences.length > 0 ? ['', heading, ...sentences.map((one) => `  - ${one}`)] : []
}
