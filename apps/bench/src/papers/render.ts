import { textTable, wrapped, type TextColumn } from '@sdc/report'
import type { Paper, PaperRow, PaperTable } from './paper.js'
import type { Summary } from './summary.js'
import { verdictOf, worst, type Check, type CheckValue, type Misprint } from './verdict.js'

/** Terminals and documents of 100 columns hold every line. */
const lineWidth = 100

/** A paper's tables as text. */
export function renderPaper(paper: Paper, tables: readonly PaperTable[], { outcome, sentence }: Summary): string {
  const head = [`Paper ${paper.id}: ${paper.citation}`, ...paper.introduction].map((text) => wrapped(text, lineWidth))
  const legend =
    'exact = equal to every printed decimal; misprint = the paper is known to be wrong or incomplete there; not ' +
    'reproducible = nothing that was tried gives it; disputed = the paper is of another opinion, or contradicts itself; ' +
    'outlying = drawn, and outside of where 95 % of draws are.'
  const result = wrapped(`${outcome}. Paper ${paper.id}: ${sentence}`, lineWidth)
  return [...head, wrapped(legend, lineWidth), ...tables.map(renderTable), result].join('\n\n')
}

/** A table as text: title, sentence, the values with a verdict per line, notes. */
export function renderTable(table: PaperTable): string {
  const head = wrapped(`${table.id}. ${table.title}`, lineWidth)
  const columns: TextColumn[] = table.given.map((name, j) => ({ name, align: alignOf(table.rows, j) }))
  const parts = table.checks.map((group, c) => {
    const checks = table.rows.map((row) => row.checks[c])
    const own = checks.some((check) => check?.own !== undefined)
    columns.push({ group, name: 'ours', align: 'right' }, { group, name: 'printed', align: 'right' })
    if (own) columns.push({ group, name: 'own', align: 'right' })
    return own
  })
  if (parts.length > 0) columns.push({ name: 'verdict', align: 'left' })
  const rows = table.rows.map((row) => [
    ...row.given.map(String),
    ...parts.flatMap((own, c) => checkCells(row.checks[c], own)),
    ...(parts.length > 0 ? [verdictText(row)] : []),
  ])
  const sections = [head, wrapped(table.sentence, lineWidth), textTable(columns, rows)]
  const notes = [...(table.notes ?? []), ...checkNotes(table)]
  if (notes.length > 0) sections.push(notes.map((note) => wrapped(note, lineWidth)).join('\n'))
  return sections.join('\n')
}

function alignOf(rows: readonly PaperRow[], j: number): 'left' | 'right' {
  return rows.every((row) => /^-?[\d.]+$/.test(String(row.given[j]))) ? 'right' : 'left'
}

function checkCells(check: Check | null, own: boolean): string[] {
  if (check === null) return own ? ['', '', ''] : ['', '']
  const { decimals = 0, shown = decimals } = check
  const cells = [text(check.ours, shown), text(check.printed, decimals)]
  return own ? [...cells, check.own === undefined ? '' : text(check.own, shown)] : cells
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
  // What is exact is not to be lost beside what can only be near.
  const exact = verdicts.filter((one) => one === 'exact').length
  if (verdict === 'within tolerance' && exact > 0) return `${exact} exact, others within tolerance`
  if (verdict === 'not compared') return ''
  const ids = checks.flatMap((check) => known(check)?.id ?? [])
  return [verdict === 'differs' ? 'DIFFERS' : verdict, ...new Set(ids)].join(' ')
}

/** What is known of a value that is not as printed. */
function known(check: Check): Misprint | undefined {
  const verdict = verdictOf(check)
  if (verdict === 'misprint' || verdict === 'not reproducible') return check.misprint
  return verdict === 'disputed' ? check.disagreement : undefined
}

/** Misprints, tolerances and missing values are explained below the table, each once. */
function checkNotes(table: PaperTable): string[] {
  const checks = table.rows.flatMap((row) => row.checks).filter((check) => check !== null)
  return [
    ...toleranceNotes(checks),
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

/** Every reason for a tolerance once, with the least and the greatest that it is given for. */
function toleranceNotes(checks: readonly Check[]): string[] {
  const ranges = new Map<string, [number, number]>()
  for (const check of checks) {
    if (!check.tolerance || !['within tolerance', 'outlying'].includes(verdictOf(check))) continue
    const { by, why } = check.tolerance
    const [least, most] = ranges.get(why) ?? [by, by]
    ranges.set(why, [Math.min(least, by), Math.max(most, by)])
  }
  const short = (by: number): string => String(Number(by.toPrecision(3)))
  return [...ranges].map(
    ([why, [least, most]]) => `Tolerance ${short(least)}${least < most ? ` to ${short(most)}` : ''}: ${why}`,
  )
}
