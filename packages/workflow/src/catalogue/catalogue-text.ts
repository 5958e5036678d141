import { option, type Catalogue, type ColumnKind, type Registry, type Sort, type TableMethod } from '@sdc/core'
import { familyOf } from '@sdc/inspect'
import { fileScreen, flowed, left, painted, textTable, type Screen } from '@sdc/report/tables'

/** A line of a catalogue. */
interface Line {
  readonly id: string
  readonly title: string
  /** Short marks for accepted input. */
  readonly takes: string
  readonly summary: string
}

/** A heading with its lines. */
interface Section {
  readonly heading: string
  readonly lines: readonly Line[]
}

/** Meanings of the marks by sort. */
const legends: Readonly<Record<Sort, string>> = {
  methods:
    'takes: n numbers, o ordered categories, c other categories; m records with missing values, g needs --given; ' +
    'r draws random numbers, p works on a masked file',
  metrics:
    'of: n numbers, o ordered categories, c other categories, k the quasi-identifiers; l needs to know which records belong ' +
    'together, f needs another file, s takes long',
  services: 'takes: n numbers, o ordered categories, c other categories; r draws random numbers',
  tables: 'written: how --rule is written',
  attacks: 'needs: what the intruder is given besides (--known NAME=FILE)',
}

const headings: Readonly<Record<Sort, string>> = { methods: 'takes', metrics: 'of', services: 'takes', tables: 'written', attacks: 'needs' } // oxfmt-ignore

const steps: readonly (readonly [TableMethod['step'], string])[] = [
  ['sensitivity', 'Rules that find sensitive cells (--rule)'],
  ['protection', 'Protections (--method)'],
  ['audit', 'Audits'],
]

const sorts: Readonly<Record<Sort, string>> = {
  methods: 'methods',
  metrics: 'metrics',
  services: 'query services',
  tables: 'table methods',
  attacks: 'attacks',
}

/**
 * Lists every method, metric, service, table method or attack by family, a line each; for an empty list, the plugin
 * that may add one.
 *
 * @param registry - The registry.
 * @param sort - Sort of the entries.
 * @param screen - Target of the text; by default a file, where each line has a description.
 * @param family - The only family that is listed, such as `noise`; by default all.
 * @returns The text.
 */
export function catalogueText(registry: Registry, sort: Sort, screen: Screen = fileScreen, family?: string): string {
  const found = sectionsOf(registry, sort, family)
  if (found.length === 0)
    return `There are no ${sorts[sort]} yet: none came with sdc, and no plugin named with ${option('plugin')} brings any.`
  const lines = found.flatMap((section) => section.lines)
  const table = textTable(
    [
      left('id', { rank: 0, least: 35 }),
      left('title', { rank: 0, least: 16 }),
      ...(lines.some(({ takes }) => takes !== '') ? [left(headings[sort], { rank: 0 })] : []),
      ...(screen.all ? [left('summary')] : []),
    ],
    lines.map(({ id, title, takes, summary }) => [
      id,
      title,
      ...(lines.some((one) => one.takes !== '') ? [takes] : []),
      ...(screen.all ? [summary] : []),
    ]),
    { screen },
  ).split('\n')
  const head = table.slice(0, 2)
  let at = head.length
  const parts = found.map(({ heading, lines: own }) => {
    const part = table.slice(at, at + own.length).join('\n')
    at += own.length
    return `${painted(heading, 'bold', screen)}\n${part}`
  })
  const more = screen.all ? '' : `; what each does: ${option('all')}`
  const foot = [legends[sort], `One of them in full: sdc ${sort} ID${more}`]
  return [head.join('\n'), ...parts, foot.map((line) => flowed(line, screen, '  ')).join('\n')].join('\n\n')
}

function sectionsOf(registry: Registry, sort: Sort, only: string | undefined): Section[] {
  const isMeant = ({ id }: { readonly id: string }): boolean => only === undefined || familyOf(id) === only
  if (sort === 'tables')
    return steps.flatMap(([step, heading]) => {
      const own = registry.all('tables').filter((one) => one.step === step && isMeant(one))
      return own.length > 0 ? [{ heading, lines: own.map((one) => lineOf('tables', one)) }] : []
    })
  const families = new Map<string, Line[]>()
  for (const one of registry.all(sort).filter(isMeant)) {
    const family = familyOf(one.id)
    families.set(family, [...(families.get(family) ?? []), lineOf(sort, one)])
  }
  return [...families].map(([heading, lines]) => ({ heading, lines }))
}

function lineOf<K extends Sort>(sort: K, one: Catalogue[K]): Line {
  const { id, title, summary } = one
  return { id, title, summary, takes: takes[sort](one) }
}

const takes: { readonly [K in Sort]: (one: Catalogue[K]) => string } = {
  methods({ traits: { accepts, missing = 'refuse', given = 'unused', stochastic, postMasking = false } }) {
    const marks = `${missing === 'refuse' ? '' : 'm'}${given === 'required' ? 'g' : ''}${stochastic ? 'r' : ''}${postMasking ? 'p' : ''}`
    return `${kindMarks(accepts)} ${marks}`.trim()
  },
  metrics({ accepts, of, needsOrigin, needs, costly = false }) {
    const marks = `${needsOrigin ? 'l' : ''}${needs ? 'f' : ''}${costly ? 's' : ''}`
    return `${kindMarks(accepts)}${of === 'keys' ? 'k' : ' '} ${marks}`.trim()
  },
  services: ({ traits: { accepts, stochastic } }) => `${kindMarks(accepts)} ${stochastic ? 'r' : ''}`.trim(),
  tables: ({ short, step }) => (short && step === 'sensitivity' ? `${short.name}=${short.params.join(',')}` : ''),
  attacks: ({ knows }) => Object.keys(knows).join(', '),
}

/** Returns `n  `, ` oc`: a letter for each kind, in a fixed place. */
function kindMarks(accepts: readonly ColumnKind[]): string {
  const mark = { numeric: 'n', ordered: 'o', nominal: 'c' } as const
  return (['numeric', 'ordered', 'nominal'] as const)
    .map((kind) => (accepts.includes(kind) ? mark[kind] : '·'))
    .join('')
}
