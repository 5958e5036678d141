import { cellName } from '@sdc/tabular'
import type { PlottedInterval } from '@sdc/report'
import { cellNumbers, crosstabOf, tablePage, type PageCell, type PageList } from '@sdc/report/tables'
import { cellFigures, reasonCode, rulesOf, type ReasonCodes } from './reasons.js'
import { byTightness, suppressedCells, type TableVersion, type TableView } from './table-view.js'
import { asSentence, percentText, plural, protectedNames, valueText } from './table-words.js'
import { cellMarks, markMeanings, shownOf } from './view-text.js'

/** Largest number of listed cells; longer lists are for programs (CSV, JSON). */
const MOST_LISTED = 1000

/** Texts of a page besides the table. */
export interface PageTexts {
  readonly version: TableVersion
  /** Letter codes for the reasons of suppression; words by default. */
  readonly codes?: ReasonCodes | undefined
  readonly title: string
  /** One sentence each. */
  readonly verdict: readonly string[]
  /** Rows of the outcome for cells (`protectedRows`), if they are those of the file; in the internal version only. */
  readonly cells: readonly (readonly string[])[]
  /** Sentences about the methods; in the internal version only. */
  readonly facts: readonly string[]
  readonly footer: string
}

/**
 * Returns a protected table as one HTML page. The internal version lists the suppressed cells with their true values,
 * levels and intervals, and plots them.
 *
 * @param view - The table.
 * @param words - Version and texts.
 * @returns The HTML.
 */
export async function viewPage(
  view: TableView,
  { version, codes, title, verdict, cells, facts, footer }: PageTexts,
): Promise<string> {
  const { table, by, value, status } = view
  const values = view.values ?? table.values
  const number = cellNumbers(shownOf(view))
  const internal = version === 'internal'
  const names = internal ? (['primary', 'secondary'] as const) : (['suppressed', 'suppressed'] as const)
  const cell = (c: number): PageCell =>
    status[c] === 0 ? { text: number(values[c]) } : { text: cellMarks[version][status[c]], mark: names[status[c] - 1] }
  const plot = internal ? await viewPlot(view, title) : undefined
  const legend = markMeanings[version].filter(([mark]) =>
    status.some((one) => one > 0 && cellMarks[version][one] === mark),
  )
  return tablePage({
    version,
    title,
    subtitle: `${internal ? `${view.name}: ` : ''}${by.join(' × ')}, ${plural(status.length, 'cell')}`,
    verdict: verdict.map(asSentence).join(' '),
    crosstab: crosstabOf({ dimensions: table.dimensions, names: by }, value),
    cell,
    legend,
    lists: internal ? [...cellList(cells), factList(facts), ...suppressedList(view, codes)] : [],
    pictures: plot === undefined ? [] : [{ heading: 'Intervals that a reader can compute', svg: plot }],
    footer,
  })
}

function cellList(rows: readonly (readonly string[])[]): PageList[] {
  if (rows.length === 0) return []
  const names = protectedNames.map((name, j) => ({ name, align: j === 0 ? ('left' as const) : ('right' as const) }))
  return [{ heading: 'Cells', names, rows }]
}

function factList(facts: readonly string[]): PageList {
  return { heading: 'Protection', names: [{ name: '', align: 'left' }], rows: facts.map((fact) => [fact]) }
}

function suppressedList(view: TableView, codes: ReasonCodes | undefined): PageList[] {
  const { table, by, status, sensitive, intervals } = view
  if (!intervals || !suppressedCells(status).length) return []
  const ordered = byTightness(table.values, intervals, suppressedCells(status))
  // Sensitive cells come first, with the narrowest interval at the top.
  const all = [...ordered.filter((c) => status[c] === 1), ...ordered.filter((c) => status[c] !== 1)]
  const number = cellNumbers(table.values)
  const level = (one: number, c: number): string => (sensitive.status[c] === 1 && one > 0 ? valueText(one) : '')
  const share = (part: number | null): string => (part === null ? '' : percentText(100 * part))
  const why = (c: number): string[] => {
    if (sensitive.status[c] !== 1) return ['', '', '', '']
    const { contributors, largest, rest } = cellFigures(table, c)
    return [
      rulesOf(view, c).join(' + '),
      contributors === null ? '' : String(contributors),
      share(largest),
      share(rest),
    ]
  }
  return [
    {
      heading: 'Suppressed cells, the narrowest intervals first',
      note: all.length > MOST_LISTED ? `The first ${MOST_LISTED} of ${all.length}.` : '',
      names: [
        ...by.map((name) => ({ name, align: 'left' as const })),
        { name: 'status', align: 'left' },
        { name: 'rules', align: 'left' },
        ...[
          'contributors',
          'largest / value',
          'rest / largest',
          'value',
          'must reach down by',
          'up by',
          'reader: from',
          'to',
        ].map((name) => ({
          name,
          align: 'right' as const,
        })),
      ],
      rows: all
        .slice(0, MOST_LISTED)
        .map((c) => [
          ...table.dimensions.map(({ codes, levels }) => levels[codes[c]]),
          codes ? reasonCode(view, c, codes) : status[c] === 1 ? 'primary' : 'secondary',
          ...why(c),
          number(table.values[c]),
          level(sensitive.lower[c], c),
          level(sensitive.upper[c], c),
          number(intervals.low[c]),
          number(intervals.high[c]),
        ]),
    },
  ]
}

/**
 * Plots the intervals of the suppressed cells, sensitive ones first; undefined if nothing is suppressed.
 *
 * @param view - The table.
 * @param title - Title of the plot.
 * @param words - Legend of sensitive and other suppressed cells.
 * @returns The SVG.
 */
export async function viewPlot(
  view: TableView,
  title: string,
  words: readonly [sensitive: string, other: string] = ['primary (sensitive)', 'secondary'],
): Promise<string | undefined> {
  const { table, by, status, sensitive, intervals } = view
  const suppressed = suppressedCells(status)
  if (!intervals || suppressed.length === 0) return undefined
  // Drawing libraries are loaded on demand.
  const { intervalPlot } = await import('@sdc/report')
  const isSensitive = (c: number): boolean => sensitive.status[c] === 1
  const named = { dimensions: table.dimensions, names: by }
  const cells = [...suppressed.filter(isSensitive), ...suppressed.filter((c) => !isSensitive(c))]
  return intervalPlot({
    title,
    subtitle: 'INTERNAL: true values can be read from it.',
    cells: cells.map((c): PlottedInterval => ({
      name:
        by.length > 1 ? table.dimensions.map(({ codes, levels }) => levels[codes[c]]).join(', ') : cellName(named, c),
      series: words[isSensitive(c) ? 0 : 1],
      value: table.values[c],
      low: intervals.low[c],
      high: intervals.high[c],
      lower: isSensitive(c) ? sensitive.lower[c] : 0,
      upper: isSensitive(c) ? sensitive.upper[c] : 0,
    })),
  })
}
