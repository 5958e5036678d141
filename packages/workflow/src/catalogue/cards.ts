import {
  describeParams,
  notesByTopic,
  option,
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
import { brokenLines, displayWidth, fileScreen, flowed, painted, type Screen } from '@sdc/report/tables'
import { familyOf } from '@sdc/inspect'
import { ownOf } from './sorts.js'

/**
 * Returns all cards of a sort, or of one family, as JSON in the forms of `methodsOutput`, `metricsOutput`, …
 *
 * @param registry - The registry.
 * @param sort - Sort of the cards.
 * @param family - The only family, such as `noise`; by default all.
 * @returns A card each.
 */
export function catalogueJson(registry: Registry, sort: Sort, family?: string): unknown[] {
  const all = registry.all(sort).filter(({ id }) => family === undefined || familyOf(id) === family)
  return all.map(({ id }) => cardJson(registry, sort, id))
}

/**
 * Returns a card as JSON; throws UNKNOWN_METHOD, UNKNOWN_METRIC, …
 *
 * @param registry - The registry.
 * @param sort - Sort of the card.
 * @param id - Id of the card.
 * @returns Plain data.
 * @throws UNKNOWN_METHOD, UNKNOWN_METRIC, … if there is no such card.
 */
export function cardJson<K extends Sort>(registry: Registry, sort: K, id: string): object {
  const one = registry.get(sort, id)
  return { ...commonJson(one, notesOf(sort, one), registry), ...ownOf(sort).json(one) }
}

/**
 * Formats a card as text: formula, parameters, source.
 *
 * @param registry - The registry.
 * @param sort - Sort of the card.
 * @param id - Id of the card.
 * @param screen - Target of the text; by default a file.
 * @returns The text.
 * @throws UNKNOWN_METHOD, UNKNOWN_METRIC, … if there is no such card.
 */
export function cardText<K extends Sort>(registry: Registry, sort: K, id: string, screen: Screen = fileScreen): string {
  const one = registry.get(sort, id)
  return textOf(one, notesOf(sort, one), registry.pluginOf(id).references, ownOf(sort).facts(one), screen)
}

/** Properties and notes of a card. */
export function cardFacts<K extends Sort>(
  registry: Registry,
  sort: K,
  id: string,
): { readonly facts: readonly (readonly [name: string, value: string])[]; readonly notes: readonly Note[] } {
  const one = registry.get(sort, id)
  return { facts: ownOf(sort).facts(one), notes: notesOf(sort, one) }
}

/** Fields of a card of any sort. */
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

/** Returns the reference that a source cites by its key; null if it cites none. */
function referenceOf({ key }: Source, { references }: Plugin): Reference | null {
  return key !== undefined && references && Object.hasOwn(references, key) ? references[key] : null
}

function textOf(
  card: AnyCard & { readonly enables?: readonly string[] | undefined },
  notes: readonly Note[],
  references: References | undefined,
  facts: readonly (readonly [string, string])[],
  screen: Screen,
): string {
  const params = describeParams(card.params)
  const text = (line: string, hang = ''): string => flowed(line, screen, hang)
  const rows = card.honours === undefined ? facts : [...facts, ['roles it honours', card.honours.join(', ')] as const]
  return [
    painted(text(`${card.id}: ${card.title}`), 'bold', screen),
    text(card.summary),
    '',
    text(`Formula  ${card.formula}`, ' '.repeat(9)),
    text(`Source   ${sourceText(card.source, references)}`, ' '.repeat(9)),
    '',
    params.length > 0 ? `Parameters (${option('set', 'name=value')})` : 'It has no parameters.',
    ...params.flatMap((param) => [
      text(`  ${param.name}: ${paramRange(param)}`, '    '),
      text(`      ${param.description}`),
    ]),
    '',
    ...factLines(rows, screen),
    ...notesByTopic(notes).flatMap(([heading, texts]) => bulleted(heading, texts, screen)),
    ...bulleted('Attacks by an intruder who knows the parameters', card.enables, screen),
  ].join('\n')
}

/** Returns names next to values; on a terminal each is wrapped within its part of the line. */
function factLines(facts: readonly (readonly [string, string])[], { width, wraps = false }: Screen): string[] {
  const widest = Math.max(...facts.map(([name]) => displayWidth(name)))
  if (!wraps || !Number.isFinite(width)) return facts.map(([name, value]) => `${name.padEnd(widest)}  ${value}`)
  const own = Math.min(widest, Math.max(20, Math.floor(width / 2)))
  return facts.flatMap(([name, value]) => {
    const [names, values] = [brokenLines(name, own, '  '), brokenLines(value, width - own - 2)]
    return Array.from({ length: Math.max(names.length, values.length) }, (_, i) => {
      const before = names[i] ?? ''
      return `${before}${' '.repeat(Math.max(0, own - displayWidth(before)))}  ${values[i] ?? ''}`.trimEnd()
    })
  })
}

function bulleted(heading: string, sentences: readonly string[] | undefined, screen: Screen): string[] {
  if (!sentences || sentences.length === 0) return []
  return ['', heading, ...sentences.map((one) => flowed(`  - ${one}`, screen, '  '))]
}
