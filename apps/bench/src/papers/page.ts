import type { TextColumn } from '@sdc/report'
import { markdownTable } from '../speed/report/benchmarks-file.js'
import type { Figure, Paper, PaperTable } from './paper.js'
import { placesContent, tableContent } from './render.js'
import type { PlaceCount, Summary } from './summary.js'

/** A paper with everything that its page shows. */
export interface PageContent {
  readonly paper: Paper
  readonly tables: readonly PaperTable[]
  readonly summary: Summary
  readonly places: readonly PlaceCount[]
  readonly figures: readonly Figure[]
}

/** Formats a paper as a page of the documentation: counts, figures and tables, as Markdown. */
export function paperPage({ paper, tables, summary, places, figures }: PageContent): string {
  const counts = placesContent(places)
  return `${[
    `# Paper ${paper.id}: ${paper.title}`,
    `${paper.citation} [References](../references.md) has all sources, [Papers](index.md) explains the verdicts.`,
    ...paper.introduction,
    `**${sentenceCase(summary.outcome)}.** ${summary.sentence}`,
    `\`sdc-bench papers ${paper.id}\` makes this page's values. Random values are drawn anew with another \`--seed\`.`,
    '## Printed values',
    table(counts.columns, counts.rows),
    ...(figures.length > 0 ? ['## Figures', ...figures.map((figure) => `![${titleOf(figure)}](${figure.name})`)] : []),
    ...tables.flatMap((one) => {
      const { columns, rows, notes } = tableContent(one)
      return [
        `## ${one.title}`,
        `${one.id === one.title ? '' : `${one.id}. `}${one.sentence}`,
        table(columns, rows),
        ...(notes.length > 0 ? [notes.map((note) => `- ${note}`).join('\n')] : []),
      ]
    }),
  ].join('\n\n')}\n`
}

/** Formats the page that lists the papers, with its counts and an explanation of the verdicts. */
export function papersPage(pages: readonly PageContent[]): string {
  const numbers = [
    'printed',
    'compared',
    'exact',
    'in range',
    'outlying',
    'misprints',
    'disputed',
    'known bias',
    'not reproducible',
    'left out',
  ]
  const columns: TextColumn[] = [
    { name: 'paper', align: 'left' },
    ...numbers.map((name) => ({ name, align: 'right' }) as const),
  ]
  const rows = pages.map(({ paper, summary: { counts, compared }, places }) => {
    const sum = (key: 'printed' | 'leftOut'): number => places.reduce((total, one) => total + one[key], 0)
    return [
      `[${paper.title}](${paper.id}.md)`,
      ...[
        sum('printed'),
        compared,
        counts.exact,
        counts['in range'],
        counts.outlying,
        counts.misprint,
        counts.disputed,
        counts['known bias'],
        counts['not reproducible'],
        sum('leftOut'),
      ].map(String),
    ]
  })
  return `${[
    '# Papers',
    'Five papers are reproduced: each value that they print is computed anew and compared.',
    markdownTable(columns, rows),
    '## Verdicts',
    verdicts.map(([name, meaning]) => `- **${name}**: ${meaning}.`).join('\n'),
    'A value that is compared twice counts once. Verdicts hold for any random seed: twenty are tried, and continuous ' +
      'integration runs three others.',
  ].join('\n\n')}\n`
}

const verdicts: readonly (readonly [name: string, meaning: string])[] = [
  ['exact', 'equal to every printed decimal'],
  ['in range', 'within a tolerance that is stated with its reason; for a random value, the range of 95 % of our draws'],
  ['outlying', 'drawn once, and outside that range; one in twenty is expected'],
  ['misprint', 'the paper is wrong or incomplete there, and the reason is given'],
  ['disputed', 'the paper defines the value differently or contradicts itself'],
  ['known bias', 'outside the range of draws with any seed; its size is given, and ours may not change'],
  ['not reproducible', 'nothing that was tried gives the printed value; ours may not change'],
  ['left out', 'not compared, and the page of the paper gives the reason'],
]

/** Title that the picture has for readers who cannot see it. */
const titleOf = ({ name, svg }: Figure): string => /<title>([^<]*)/.exec(svg)?.[1] ?? name

const sentenceCase = (text: string): string => `${text.slice(0, 1)}${text.slice(1).toLowerCase()}`

/** Table whose columns of one group have the group in their names; characters with a meaning in Markdown are escaped. */
function table(columns: readonly TextColumn[], rows: readonly (readonly string[])[]): string {
  const named = columns.map(({ group, name, align }) => ({
    name: escaped(group === undefined ? name : `${group}: ${name}`),
    align,
  }))
  return markdownTable(
    named,
    rows.map((row) => row.map(escaped)),
  )
}

const escaped = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('*', '\\*')
