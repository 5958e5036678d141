import {
  describeParams,
  notesByTopic,
  paramRange,
  type Card,
  type ParamCard,
  type Registry,
  type Sort,
} from '@sdc/core'
import { cardFacts } from '@sdc/workflow'
import { list, page, prose, sourceLinks, table } from './markdown.js'
import { measuredParts } from './measured-parts.js'
import type { Measured } from './measured/measured.js'
import { otherNames } from './other-names.js'

/** Nouns for each sort of cards. */
const sorts = {
  methods: {
    title: 'Methods',
    about: 'Masking methods of microdata. Each page shows the method on census.csv.',
    command: 'sdc methods',
  },
  metrics: {
    title: 'Metrics',
    about:
      'Measures of disclosure risk and information loss. Each page shows the values of files masked from census.csv.',
    command: 'sdc metrics',
  },
  tables: {
    title: 'Table methods',
    about: 'Sensitivity rules, protections and audits of tables.',
    command: 'sdc tables',
  },
  attacks: { title: 'Attacks', about: 'Attacks on released files, tables and query services.', command: 'sdc attacks' },
  services: { title: 'Query services', about: 'Services that answer queries about a file.', command: 'sdc services' },
} as const satisfies Record<Sort, unknown>

/** Returns the page of a card within docs/; the family is a folder if a sort has several. */
export function cardPath(sort: Sort, id: string): string {
  return sort === 'methods' || sort === 'metrics' ? `${sort}/${id}.md` : `${sort}/${id.split('/')[1]}.md`
}

/** Returns all pages of cards with an index for each sort, by their names within docs/. */
export function cardPages(registry: Registry, measured: Measured): ReadonlyMap<string, string> {
  return new Map(
    (Object.keys(sorts) as Sort[]).flatMap((sort) => [
      [`${sort}/index.md`, indexPage(registry, sort)] as const,
      ...registry.all(sort).map((card) => [cardPath(sort, card.id), cardPage(registry, sort, card, measured)] as const),
    ]),
  )
}

function indexPage(registry: Registry, sort: Sort): string {
  const { title, about, command } = sorts[sort]
  const cards = registry.all(sort)
  const families = [...new Set(cards.map(({ id }) => id.split('/')[0]))]
  const rowsOf = (family: string): string =>
    table(
      ['id', 'title', 'summary'],
      cards
        .filter(({ id }) => id.startsWith(`${family}/`))
        .map(({ id, title: name, summary }) => [
          `[${id}](${cardPath(sort, id).slice(sort.length + 1)})`,
          prose(name),
          prose(summary),
        ]),
    )
  const parts = families.flatMap((family) =>
    families.length > 1 ? [`## ${family}`, rowsOf(family)] : [rowsOf(family)],
  )
  return page(title, `${about} \`${command}\` prints this list, and \`${command} ID\` one of them.`, parts)
}

type AnyCard = Card & {
  readonly params: Parameters<typeof describeParams>[0]
  readonly enables?: readonly string[] | undefined
}

function cardPage(registry: Registry, sort: Sort, card: AnyCard, measured: Measured): string {
  const { name, references } = registry.pluginOf(card.id)
  const { facts, notes } = cardFacts(registry, sort, card.id)
  const up = '../'.repeat(cardPath(sort, card.id).split('/').length - 1)
  return page(prose(card.title), prose(card.summary), [
    `\`${card.id}\` of \`${name}\` · \`${sorts[sort].command} ${card.id}\``,
    ...measuredParts(registry, sort, card.id, measured),
    '## Formula',
    `\`\`\`text\n${card.formula.split(/;\s{2,}/).join(';\n')}\n\`\`\``,
    `Source: ${sourceLinks(card.source, references, up)}.`,
    '## Parameters',
    parametersOf(describeParams(card.params)),
    ...notesByTopic(notes).flatMap(([heading, texts]) => [`## ${heading}`, list(texts.map(prose))]),
    ...(card.enables?.length ? ['## Attacks that its parameters enable', list(card.enables.map(prose))] : []),
    ...otherNamesOf(card.id),
    '## Properties',
    table(
      ['property', 'value'],
      [...facts.filter(([, value]) => value !== 'no'), ...honours(card)].map((row) => row.map(prose)),
    ),
  ])
}

const honours = ({ honours: roles }: Card): (readonly [string, string])[] =>
  roles === undefined ? [] : [['roles it honours', roles.join(', ')]]

function parametersOf(params: readonly ParamCard[]): string {
  if (params.length === 0) return 'None.'
  const rows = params.map((param) => [`\`${param.name}\``, prose(paramRange(param)), prose(param.description)])
  return table(['name', 'value', 'meaning'], rows)
}

/** Returns the names in other programs. */
function otherNamesOf(id: string): string[] {
  const names = otherNames[id]
  return names === undefined
    ? []
    : [
        '## In other programs',
        table(
          ['program', 'name there'],
          Object.entries(names).map(([program, name]) => [program, name]),
        ),
      ]
}
