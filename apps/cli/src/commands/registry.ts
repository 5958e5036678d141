import type { Command } from 'commander'
import {
  describeParams,
  kindsText,
  notesByTopic,
  paramRange,
  sourceText,
  type Card,
  type ClaimName,
  type Claims,
  type Conditional,
  type MaskingMethod,
  type Metric,
  type Plugin,
  type Reference,
  type Registry,
  type Source,
  type Traits,
} from '@sdc/core'
import { left, textTable } from '@sdc/report'
import { scaleText } from '../measured.js'
import { registryOf } from '../registry.js'

interface Options {
  readonly json?: boolean
}

export function addMethods(program: Command): void {
  addList(program, 'methods', 'method', {
    list: (registry) => registry.all('methods'),
    one: (registry, id) => registry.get('methods', id),
    facts: ({ traits }) => [
      ...traitEntries.map(([name, text]) => [text, traitText(traits[name])] as const),
      ...claimEntries.map(([name, text]) => [text, claimText(traits.claims[name])] as const),
    ],
    json: ({ traits, arms }) => ({ traits, arms: arms ?? [] }),
  })
}

export function addMetrics(program: Command): void {
  addList(program, 'metrics', 'metric', {
    list: (registry) => registry.all('metrics'),
    one: (registry, id) => registry.get('metrics', id),
    facts: (metric) => [
      ['scale', scaleText(metric)],
      ['needs the origin of the records', metric.needsOrigin ? 'yes' : 'no'],
      ['costly: compared only where it is named', metric.costly ? 'yes' : 'no'],
    ],
    json: ({ kind, unit, range, better, needsOrigin, recordsOf, costly }) => ({
      kind,
      unit,
      range: range.map((bound) => (Number.isFinite(bound) ? bound : null)),
      better,
      needsOrigin,
      recordsOf,
      costly: costly ?? false,
    }),
  })
}

/** What differs between the list of methods and that of metrics. */
interface Kind<T> {
  list(registry: Registry): T[]
  one(registry: Registry, id: string): T
  facts(one: T): (readonly [string, string])[]
  json(one: T): object
}

function addList<T extends MaskingMethod | Metric>(program: Command, name: string, noun: string, kind: Kind<T>): void {
  const command = program
    .command(name)
    .description(`every ${noun}, or the card of one: formula, parameters, source`)
    .argument('[id]', `the id of a ${noun}`)
    .option('--json', `print JSON (sdc schema ${name})`)
    .action(async (id: string | undefined, options: Options) => {
      const registry = await registryOf(command)
      const cards = id === undefined ? kind.list(registry) : [kind.one(registry, id)]
      if (options.json) {
        const all = cards.map((one) => ({ ...cardJson(one, registry), ...kind.json(one) }))
        process.stdout.write(`${JSON.stringify(id === undefined ? all : all[0], null, 2)}\n`)
      } else if (id === undefined) {
        process.stdout.write(
          `${textTable(
            [left('id'), left('what it does')],
            cards.map((one) => [one.id, one.summary]),
          )}\n\nOne of them in full: sdc ${name} ID\n`,
        )
      } else {
        process.stdout.write(`${cardText(cards[0], kind.facts(cards[0]), registry.pluginOf(cards[0].id))}\n`)
      }
    })
}

function cardJson(one: MaskingMethod | Metric, registry: Registry): object {
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
  return key === undefined ? null : (references?.[key] ?? null)
}

function cardText(
  card: Card & (MaskingMethod | Metric),
  facts: readonly (readonly [string, string])[],
  { references }: Plugin,
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

type TraitName = Exclude<keyof Traits, 'claims' | 'searched'>

const traitNames: Readonly<Record<TraitName, string>> = {
  accepts: 'kind of columns',
  stochastic: 'draws random numbers',
  missing: 'missing values',
  given: 'conditions on other columns (--given)',
  records: 'records',
  adds: 'adds columns',
  kinds: 'kinds of the masked columns',
  scope: 'masks a value by',
  ordered: 'order of the columns matters',
  postMasking: 'works on a masked file',
}

const traitEntries = Object.entries(traitNames) as [TraitName, string][]

const claimTexts: Readonly<Record<ClaimName | 'kAnonymousBy', string>> = {
  marginals: 'keeps every value of a column exactly',
  means: 'keeps means exactly',
  correlations: 'keeps correlations exactly',
  covariances: 'keeps means and covariances exactly',
  expectedMarginals: 'expects every category as often as before',
  approachesCorrelations: 'keeps correlations, the more records the closer',
  approachesRankCorrelations: 'keeps rank correlations, the more records the closer',
  independentGiven: 'independent of the original given --given',
  kAnonymousBy: 'every combination at least k times, k being',
}

const claimEntries = Object.entries(claimTexts) as [keyof Claims, string][]

function traitText(value: Exclude<Traits[keyof Traits], Claims>): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : kindsText(value)
}

function claimText(value: Claims[keyof Claims]): string {
  if (value === true) return 'yes'
  if (value === false || value === undefined) return 'no'
  if (typeof value === 'string') return value
  return 'parameter' in value ? `${value.parameter}, ${whenText(value)}` : whenText(value)
}

function whenText(claim: Conditional): string {
  return `where ${Object.entries(claim.when)
    .map(([name, value]) => {
      if (value === null) return `without ${name}`
      return value === '' ? `${name} is empty` : `${name} = ${String(value)}`
    })
    .join(' and ')}`
}
