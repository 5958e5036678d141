import type { TextColumn } from '@sdc/report'
import { machineText } from '../measure/machine.js'
import { titleOf, type Operation } from '../operation.js'
import { reportTables, type ReportTable } from './report-tables.js'
import { explanation } from './report-text.js'
import type { SpeedReport } from './report.js'

/** Returns the report as Markdown: the file that is committed, and that {@link parseBenchmarks} reads. */
export function benchmarksFile(report: SpeedReport): string {
  const head = [
    '# Benchmarks',
    'Written by `npx -y pnpm@12.21.0 -s bench speed --write BENCHMARKS.md`; not to be edited. `bench speed --check ' +
      'BENCHMARKS.md` measures the small rows again and compares their sorts with these.',
    `Machine: ${machineText(report.machine)}.`,
    explanation(report)
      .map((one) => `- ${one}`)
      .join('\n'),
    'Data: independent columns, normal, log-normal (the exponential of normal ones) or uniform; artificial microdata ' +
      'for the tables of every method and metric. Goals are those of the project.',
  ]
  return `${[...head, ...reportTables(report.rows).map(section)].join('\n\n')}\n`
}

function section({ title, sentence, columns, rows, reasons }: ReportTable): string {
  return [
    `## ${title}`,
    ...(sentence === '' ? [] : [sentence]),
    markdownTable(columns, rows),
    ...(reasons.length === 0 ? [] : [reasons.map((one) => `- ${one}`).join('\n')]),
  ].join('\n\n')
}

/**
 * Returns the file with the tables of a report instead of those with their headings; each names its machine, because it
 * is measured separately.
 */
export function withTables(file: string, report: SpeedReport): string {
  return reportTables(report.rows).reduce((made, table) => {
    const apart = `Measured apart from the rest, on ${machineText(report.machine)}; one sort took ${report.sort.median.toFixed(3)} s.`
    const sentence = table.sentence === '' ? apart : `${table.sentence} ${apart}`
    return withSection(made, `## ${table.title}`, `${section({ ...table, sentence })}\n`)
  }, file)
}

export function markdownTable(columns: readonly TextColumn[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map(({ name }, j) => Math.max(3, name.length, ...rows.map((row) => row[j].length)))
  const line = (texts: readonly string[]): string => `| ${texts.join(' | ')} |`
  const padded = (texts: readonly string[]): string =>
    line(texts.map((text, j) => (columns[j].align === 'right' ? text.padStart(widths[j]) : text.padEnd(widths[j]))))
  const rule = columns.map(({ align }, j) =>
    align === 'right' ? `${'-'.repeat(widths[j] - 1)}:` : '-'.repeat(widths[j]),
  )
  return [padded(columns.map(({ name }) => name)), line(rule), ...rows.map(padded)].join('\n')
}

/** Returns the file with this section instead of the one with this heading, or at its end. */
export function withSection(file: string, heading: string, section: string): string {
  const lines = file.split('\n')
  const from = lines.indexOf(heading)
  if (from < 0) return `${file.trimEnd()}\n\n${section}`
  const length = lines.slice(from + 1).findIndex((line) => line.startsWith('## '))
  const after = length < 0 ? [] : lines.slice(from + 1 + length)
  const before = lines.slice(0, from).join('\n')
  return after.length === 0 ? `${before}\n${section}` : `${before}\n${section}\n${after.join('\n')}`
}

/** Returns the section with this heading; undefined if the file has none. */
export function sectionOf(file: string, heading: string): string | undefined {
  const lines = file.split('\n')
  const from = lines.indexOf(heading)
  if (from < 0) return undefined
  const length = lines.slice(from + 1).findIndex((line) => line.startsWith('## '))
  return `${lines
    .slice(from, length < 0 ? undefined : from + 1 + length)
    .join('\n')
    .trimEnd()}\n`
}

/** Returns the rows of the first table of a section, each cell by the name of its column. */
export function tableRows(file: string, heading: string): ReadonlyMap<string, string>[] {
  const lines = (sectionOf(file, heading) ?? '').split(/\r?\n/).filter((line) => line.startsWith('|'))
  const [names = [], , ...rows] = lines.map(cellsOf)
  return rows.map((cells) => new Map(names.map((name, j) => [name, cells[j] ?? ''])))
}

/** A row of the file with a time. */
export interface Committed {
  /** The operation with its parameters. */
  readonly title: string
  readonly seconds: number
  readonly sorts: number
}

/**
 * Returns the measured rows of the tables of single operations, and of those that name operation, data and size in each
 * row, by {@link committedKey}.
 */
export function parseBenchmarks(text: string): Map<string, Committed> {
  const found = new Map<string, Committed>()
  let title = ''
  let names: readonly string[] = []
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#')) {
      title = line.replace(/^#+\s*/, '')
      names = []
    } else if (line.startsWith('|')) {
      const cells = cellsOf(line)
      if (names.length === 0) names = cells
      else addRow(found, title, new Map(names.map((name, j) => [name, cells[j] ?? ''])))
    }
  }
  return found
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}

function addRow(found: Map<string, Committed>, title: string, cell: ReadonlyMap<string, string>): void {
  const number = (name: string): number => Number.parseFloat((cell.get(name) ?? '').replaceAll(',', ''))
  const data = cell.get('data')
  const [n, d, seconds, sorts] = ['n', 'd', 'seconds', 'sorts'].map(number)
  // The rule below the names, a row without a time, and the tables of many sizes lack these.
  if (data === undefined || !(n > 0 && d > 0 && seconds > 0 && sorts > 0)) return
  const named = cell.get('operation') ?? title
  found.set(key(named, data, n, d), { title: named, seconds, sorts })
}

/** Key of an operation in the file. */
export function committedKey(operation: Operation): string {
  return key(titleOf(operation), operation.data, operation.n, operation.d)
}

function key(title: string, data: string, n: number, d: number): string {
  return `${title} | ${data} | ${n} | ${d}`
}
