import { textTable, wrapped, type TextColumn } from '@sdc/report'
import type { Paper, PaperRow, PaperTable } from './paper.js'
import type { PlaceCount, Summary } from './summary.js'
import { renewalSeeds, verdictOf, worst, type Check, type CheckValue, type Misprint } from './verdict.js'

/** Longest line, in characters. */
const lineWidth = 100

/**
 * Formats a paper's tables as text.
 *
 * @param paper - the paper
 * @param tables - its tables
 * @param summary - counts of their verdicts
 * @param places - counts by place, if all tables are made
 * @returns lines of at most 100 characters; the last one is the outcome
 */
export function renderPaper(
  paper: Paper,
  tables: readonly PaperTable[],
  { outcome, sentence }: Summary,
  places?: readonly PlaceCount[],
): string {
  const head = [`Paper ${paper.id}: ${paper.citation}`, ...paper.introduction].map((text) => wrapped(text, lineWidth))
  const counts = places === undefined ? [] : [placesText(places)]
  const result = wrapped(`${outcome}. Paper ${paper.id}: ${sentence}`, lineWidth)
  return [...head, wrapped(legend, lineWidth), ...tables.map(renderTable), ...counts, result].join('\n\n')
}

const legend =
  'exact: equal to every printed decimal. misprint: the paper is known to be wrong or incomplete there. outlying: drawn, ' +
  'and outside the range of 95 % of our draws. known bias: outside that range with any seed. not reproducible: nothing ' +
  'that was tried gives the printed value. disputed: the paper defines the value differently or contradicts itself.'

/** Formats printed, compared and left-out values by place, with their sums. */
export function placesText(places: readonly PlaceCount[]): string {
  const { columns, rows } = placesContent(places)
  return textTable(columns, rows)
}

/** Columns and cells of the counts by place; the last row has the sums. */
export function placesContent(places: readonly PlaceCount[]): {
  readonly columns: readonly TextColumn[]
  readonly rows: readonly (readonly string[])[]
} {
  const columns: TextColumn[] = [
    { name: 'place', align: 'left' },
    { name: 'printed', align: 'right' },
    { name: 'compared', align: 'right' },
    { name: 'left out', align: 'right' },
    { name: 'why', align: 'left' },
  ]
  const counts = ['printed', 'compared', 'leftOut'] as const
  const sums = counts.map((key) => String(places.reduce((total, one) => total + one[key], 0)))
  const rows = places.map((one) => [
    one.where,
    ...counts.map((key) => String(one[key])),
    one.leftOut > 0 ? one.why : '',
  ])
  return { columns, rows: [...rows, ['all', ...sums, '']] }
}

/** Formats a table as text: title, sentence, the values with a verdict for each row, notes. */
export function renderTable(table: PaperTable): string {
  const { columns, rows, notes } = tableContent(table)
  const head = wrapped(`${table.id}. ${table.title}`, lineWidth)
  const sections = [head, wrapped(table.sentence, lineWidth), textTable(columns, rows)]
  if (notes.length > 0) sections.push(notes.map((note) => wrapped(note, lineWidth)).join('\n'))
  return sections.join('\n')
}

/** Columns, cells and notes of a table; values without printed ones have one column, and no verdict. */
export function tableContent(table: PaperTable): {
  readonly columns: readonly TextColumn[]
  readonly rows: readonly (readonly string[])[]
  readonly notes: readonly string[]
} {
  const columns: TextColumn[] = table.given.map((name, j) => ({ name, align: alignOf(table.rows, j) }))
  const parts = table.checks.map((group, c) => {
    const checks = table.rows.flatMap((row) => row.checks[c] ?? [])
    const own = checks.some((check) => check.own !== undefined)
    const printed = checks.some((check) => check.printed !== null || check.derived !== undefined)
    const names = ['ours', ...(printed ? ['printed'] : []), ...(own ? ['own'] : [])]
    columns.push(
      ...names.map((name): TextColumn => ({
        ...(names.length > 1 ? { group, name } : { name: group }),
        align: 'right',
      })),
    )
    return { own, printed }
  })
  const judged = parts.some(({ printed }) => printed)
  if (judged) columns.push({ name: 'verdict', align: 'left' })
  const rows = table.rows.map((row) => [
    ...row.given.map(String),
    ...parts.flatMap((part, c) => checkCells(row.checks[c], part)),
    ...(judged ? [verdictText(row)] : []),
  ])
  return { columns, rows, notes: [...(table.notes ?? []), ...checkNotes(table)] }
}

function alignOf(rows: readonly PaperRow[], j: number): 'left' | 'right' {
  return rows.every((row) => /^-?[\d.]+$/.test(String(row.given[j]))) ? 'right' : 'left'
}

function checkCells(
  check: Check | null,
  { own, printed }: { readonly own: boolean; readonly printed: boolean },
): string[] {
  if (check === null) return ['', ...(printed ? [''] : []), ...(own ? [''] : [])]
  const { decimals = 0, shown = decimals } = check
  return [
    text(check.ours, shown),
    ...(printed ? [text(check.printed, decimals)] : []),
    ...(own ? [check.own === undefined ? '' : text(check.own, shown)] : []),
  ]
}

function text(value: CheckValue | null, decimals: number): string {
  if (value === null) return '–'
  return typeof value === 'string' ? value : value.toFixed(decimals)
}

function verdictText(row: PaperRow): string {
  const checks = row.checks.filter((check) => check !== null)
  if (checks.length === 0) return ''
  const verdicts = checks.map(verdictOf)
  const verdict = worst(verdicts)
  // Exact values of the row are worth a word.
  const exact = verdicts.filter((one) => one === 'exact').length
  if (verdict === 'in range' && exact > 0) return `${exact} exact, others in range`
  if (verdict === 'not compared') return ''
  const ids = checks.flatMap((check) => known(check)?.id ?? [])
  return [verdict === 'differs' ? 'DIFFERS' : verdict, ...new Set(ids)].join(' ')
}

/** Known reason why a value differs from the printed one. */
function known(check: Check): Misprint | undefined {
  const verdict = verdictOf(check)
  if (verdict === 'misprint' || verdict === 'not reproducible') return check.misprint
  return verdict === 'disputed' ? check.disagreement : undefined
}

/** Explanations of misprints, tolerances, biases and missing values, each once. */
function checkNotes(table: PaperTable): string[] {
  const checks = table.rows.flatMap((row) => row.checks).filter((check) => check !== null)
  return [
    ...toleranceNotes(checks),
    ...biasNote(checks),
    ...new Set(
      checks.flatMap((check) => {
        const verdict = verdictOf(check)
        if (verdict === 'not compared') return [`No verdict: ${check.notCompared ?? ''}`]
        const reason = known(check)
        if (reason) return [`${reason.id}: ${reason.why}`]
        if (verdict === 'not printed' && check.derived)
          return [`Not printed: ours is what follows ${check.derived.how}`]
        if (check.derived)
          return [`Not ${text(check.derived.value, check.decimals ?? 0)}, which follows ${check.derived.how}`]
        return check.ours === null ? [`Not computed: ${check.reason ?? 'no reason was given'}`] : []
      }),
    ),
  ]
}

/** Size of the known biases: smallest and largest difference between ours of earlier runs and the printed value. */
function biasNote(checks: readonly Check[]): string[] {
  const sizes = checks.flatMap(({ before, printed, ...check }) => {
    const isBiased = verdictOf({ ...check, before, printed }) === 'known bias'
    return isBiased && before && 'mean' in before ? [before.mean - Number(printed)] : []
  })
  if (sizes.length === 0) return []
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)].map((size) => `${size > 0 ? '+' : ''}${short(size)}`)
  const range = sizes.length === 1 ? least : `${least} to ${most}`
  return [
    `Known bias (${sizes.length}): the mean of ours over ${renewalSeeds} seeds minus the printed value is ${range}.`,
  ]
}

const short = (value: number): string => String(Number(value.toPrecision(3)))

/** Reasons for tolerances, each once, with the smallest and the largest tolerance. */
function toleranceNotes(checks: readonly Check[]): string[] {
  const ranges = new Map<string, [number, number]>()
  for (const check of checks) {
    if (!check.tolerance || !['in range', 'outlying'].includes(verdictOf(check))) continue
    const { by, why } = check.tolerance
    const [least, most] = ranges.get(why) ?? [by, by]
    ranges.set(why, [Math.min(least, by), Math.max(most, by)])
  }
  return [...ranges].map(
    ([why, [least, most]]) => `Tolerance ${short(least)}${least < most ? ` to ${short(most)}` : ''}: ${why}`,
  )
}
