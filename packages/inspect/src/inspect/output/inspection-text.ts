import { option } from '@sdc/core'
import {
  cut,
  displayWidth,
  fileScreen,
  left,
  painted,
  right,
  textTable,
  wrapped,
  type Screen,
} from '@sdc/report/tables'
import type { ColumnInspection, FindingKind, Inspection } from '../inspection.js'
import { nextCommands, quoted } from './next-commands.js'
import { riskSentence } from './risk-sentence.js'
import { counted, groupedNumber, percentText } from '../words.js'

const headings: Readonly<Record<FindingKind, string>> = {
  labels: 'Labels',
  kinds: 'Kinds of missing values',
  categories: 'Numbers or categories?',
  missing: 'Codes that look like missing values',
  identifiers: 'Identifiers of a person, unit or household',
  weights: 'Weights',
  dates: 'Dates and times',
  ages: 'High ages',
  sums: 'Equations (a masked column can be computed from the others)',
  determined: 'Columns that tell others (who knows one knows the other)',
  constant: 'Nothing to mask',
  numbers: 'Numbers that methods find hard',
  levels: 'Levels to clean',
  limits: 'Not looked at',
}

/** Most characters of a column name if a line must fit. */
const NAME = 20
/** Number of lines of one kind shown by default. */
const SHOWN = 8

/**
 * Formats an inspection: a line for every column, the findings by kind, and the next commands.
 *
 * @param inspection - The inspection.
 * @param screen - Screen or file that the text must fit.
 * @param written - Name of the schema that was written, if any.
 * @returns The text.
 */
export function inspectionText(inspection: Inspection, screen: Screen = fileScreen, written?: string): string {
  const { file, records, columns, findings } = inspection
  const what = `${file}: ${counted(records, 'record')}, ${counted(columns.length, 'column')}`
  const kinds = [...new Set(findings.map(({ kind }) => kind))]
  const parts = kinds.map((kind) => {
    const own = findings.filter((one) => one.kind === kind)
    const shown = screen.all || own.length <= SHOWN + 1 ? own : own.slice(0, SHOWN)
    const rest = own.length - shown.length
    const lines = shown.map(({ text }) => wrappedLine(text, screen))
    const more = rest > 0 ? [`  and ${rest} more (${option('all')})`] : []
    return [painted(headings[kind], 'bold', screen), ...lines, ...more].join('\n')
  })
  const found = riskLines(inspection, screen)
  const next = [painted('Next', 'bold', screen), ...nextCommands(inspection, written).map((line) => `  ${line}`)]
  return [
    painted(what, 'bold', screen),
    columnsTable(columns, screen),
    roleNote(columns, screen),
    ...parts,
    found.join('\n'),
    next.join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Returns the number of unique records before masking, and the command with details. */
function riskLines({ file, risk: inspected }: Inspection, screen: Screen): string[] {
  const { risk, isGuess = false } = inspected ?? {}
  if (risk?.identity === undefined) return []
  const right = `an intruder who knows them finds ${percentText(risk.identity.expected)} on average`
  return [
    painted('Risk before masking', 'bold', screen),
    wrappedLine(riskSentence(risk, isGuess).replace(/\.$/, `; ${right}.`), screen),
    `  more: sdc risk ${quoted(file)}${isGuess ? '' : ' --schema SCHEMA'}`,
  ]
}

function wrappedLine(text: string, { width }: Screen): string {
  return `  ${wrapped(text, Math.max(width, NAME), '    ').trimStart()}`
}

/** Most rows shown by default; the others are counted. */
const ROWS = 100

function columnsTable(columns: readonly ColumnInspection[], screen: Screen): string {
  const shown = screen.all || columns.length <= ROWS ? columns : columns.slice(0, ROWS)
  const rows = shown.map((column) => [
    screen.all ? column.name : cut(column.name, NAME),
    typeText(column),
    groupedNumber(column.distinct),
    column.missing === 0 ? '' : groupedNumber(column.missing),
    roleText(column),
    column.looks,
  ])
  const names = [left('column'), left('type'), right('distinct'), right('missing'), left('role'), left('content')]
  const hasMissing = columns.some(({ missing }) => missing > 0)
  const kept = hasMissing ? [0, 1, 2, 3, 4, 5] : [0, 1, 2, 4, 5]
  const own = rows.map((row) => kept.map((j) => row[j]))
  const before = kept.slice(0, -1).reduce((sum, j) => {
    return sum + 2 + Math.max(names[j].name.length, ...rows.map((row) => displayWidth(row[j])))
  }, 0)
  // The content of a column may be any text of the file; it is put on one line and cut to the remaining width.
  const room = screen.all ? Infinity : Math.max(screen.width - before, 12)
  const fitted = own.map((row) => [...row.slice(0, -1), cut(row[row.length - 1].replace(/\s+/g, ' '), room)])
  const table = textTable(
    kept.map((j) => names[j]),
    fitted,
  )
  const rest = columns.length - shown.length
  return rest > 0 ? `${table}\nand ${counted(rest, 'more column')} (${option('all')})` : table
}

/**
 * Returns `number` or `category`, with a question mark if the values may be codes or are undecided, and no schema
 * decides.
 */
function typeText({ kind, isSaid, shape, suggestedKind }: ColumnInspection): string {
  if (shape === 'empty') return '–'
  if (suggestedKind !== undefined && suggestedKind !== 'numeric' && suggestedKind !== 'categorical')
    return suggestedKind
  if (isSaid) return kind === 'numeric' ? 'number' : 'category'
  if (kind === 'categorical') return suggestedKind === undefined ? 'category?' : 'category'
  return suggestedKind === 'numeric' || shape === 'repeated numbers' ? 'number' : 'number?'
}

function roleText({ role }: ColumnInspection): string {
  if (role === undefined) return '–'
  return role.unsure ? `${role.role} ?` : role.role
}

function roleNote(columns: readonly ColumnInspection[], { width }: Screen): string {
  const doubts = columns.filter(({ role }) => role?.unsure).length
  if (doubts === 0) return ''
  return wrapped('A role with a question mark is a guess. Somebody who knows the file should check all roles.', width)
}
