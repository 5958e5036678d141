import { option } from '@sdc/core'
import { cut, displayWidth, oneLine } from './display-width.js'
import { fittedColumns, LEAST_WORDS } from './fitted-columns.js'
import { fileScreen, painted, type Paint, type Screen } from './screen.js'
import type { TextColumn } from './text-column.js'
import { brokenLines, flowed } from './wrapped.js'

/** Options for printing a table. */
export interface TextTableShown {
  readonly screen?: Screen | undefined
  /** Option that shows the columns without room; by default `--all`. Empty to leave out the line that names them. */
  readonly elsewhere?: string | undefined
  /** Emphasis of a cell, on a screen with colour. */
  readonly paint?: ((row: number, column: number) => Paint | undefined) | undefined
}

const gap = '  '

/**
 * Formats a table as aligned text: a line of group names if there are any, a line of names, a rule, and a line per row.
 * No line ends in blanks or is wider than the screen. Columns of words are cut first, or continue on the next line.
 * Then the columns of the highest rank are left out, and a last line names them. `--all` leaves none out.
 *
 * @param columns - Names, alignment and ranks.
 * @param rows - The cells, one per column in each row.
 * @param shown - Target of the text; default a file, which has room for all.
 * @returns The lines, without a final line end.
 */
export function textTable(
  columns: readonly TextColumn[],
  rows: readonly (readonly string[])[],
  { screen = fileScreen, elsewhere = `${option('all')} shows them`, paint }: TextTableShown = {},
): string {
  const cells = rows.map((row) => row.map(oneLine))
  const named = columns.map((column, j) => ({
    ...column,
    name: oneLine(column.name),
    group: oneLine(column.group ?? ''),
    ...(column.wraps && { least: leastOf(column, cells.map((row) => row[j])) }),
  })) // oxfmt-ignore
  const most = columns.map((column, j) =>
    isFree(column, screen)
      ? displayWidth(column.name)
      : cells.reduce((width, row) => Math.max(width, displayWidth(row[j])), 0),
  )
  const fitted = fittedColumns(named, most, screen.all ? Infinity : screen.width, gap.length)
  const kept = fitted.map(({ at, width }) => ({ column: named[at], at, width }))
  const line = (texts: readonly string[], row?: number): string =>
    kept
      .map(({ column, at, width }, j) => {
        const text = texts[j]
        const tone = row === undefined ? undefined : paint?.(row, at)
        const shown = tone === undefined ? text : painted(text, tone, screen)
        const room = ' '.repeat(Math.max(0, width - displayWidth(text)))
        return column.align === 'right' ? room + shown : shown + room
      })
      .join(gap)
      .trimEnd()
  const spans = groupSpans(kept)
  const grouped = spans.some(({ group }) => group !== '')
  const groups = spans.map(({ group, width }) => centred(group, width)).join(gap)
  const rule = kept.map(({ width }) => '─'.repeat(width)).join(gap)
  // The most important columns are named first.
  const out = named.filter((_, j) => !fitted.some(({ at }) => at === j)).sort((a, b) => (a.rank ?? 1) - (b.rank ?? 1))
  return [
    ...(grouped ? [groups.trimEnd()] : []),
    ...headLines(kept).map((texts) => line(texts)),
    painted(rule, 'dim', screen),
    ...cells.flatMap((row, i) => {
      const parts = kept.map(({ column, at, width }) =>
        isFree(column, screen) ? [row[at]] : cellLines(row[at], column, width),
      )
      const height = Math.max(1, ...parts.map((lines) => lines.length))
      return Array.from({ length: height }, (_, h) => line(parts.map((lines) => lines[h] ?? ''), i)) // oxfmt-ignore
    }),
    ...(out.length > 0 && elsewhere !== '' ? [leftOutText(out, elsewhere, screen)] : []),
  ].join('\n')
}

/** Most cells reserved for the longest word of a column of words, to keep it unbroken. */
const LONGEST_WORD = 32

/** Returns the least width of a wrapping column, so that ids, file names and options are not broken. */
function leastOf({ least = LEAST_WORDS }: TextColumn, cells: readonly string[]): number {
  const longest = cells.flatMap((text) => text.split(' ')).reduce((most, word) => Math.max(most, displayWidth(word)), 0)
  return Math.max(least, Math.min(longest, LONGEST_WORD))
}

/** Returns the names of the columns, in as many lines as their widths need, aligned to the rule below. */
function headLines(columns: readonly { readonly column: TextColumn; readonly width: number }[]): string[][] {
  const names = columns.map(({ column, width }) =>
    brokenLines(column.name, width).map((text) => cut(text.trimStart(), width)),
  )
  const height = Math.max(...names.map(({ length }) => length))
  return Array.from({ length: height }, (_, h) => names.map((lines) => lines[h - height + lines.length] ?? ''))
}

/** Returns true for a sentence in a pipe, which is neither cut nor broken, so that programs can search for it. */
function isFree({ sentence = false }: TextColumn, { wraps = false, width }: Screen): boolean {
  return sentence && !wraps && Number.isFinite(width)
}

/** Returns the lines of a cell: the rest of the text continues below, indented, or is cut. */
function cellLines(text: string, { sentence = false, wraps = sentence }: TextColumn, width: number): string[] {
  if (displayWidth(text) <= width) return [text]
  if (!wraps || width < 8) return [cut(text, width)]
  return brokenLines(text, width, '  ')
}

/** Returns a sentence on the columns without room, with as many names as fit in a line. */
function leftOutText(columns: readonly TextColumn[], elsewhere: string, screen: Screen): string {
  const names = columns.map(({ group = '', name }) => (group === '' ? name : `${group.trim()}/${name}`))
  const said = names.map((name) => cut(name.replace(/ \([^)]*\)$/, ''), 40))
  const head = columns.length === 1 ? 'one column has no room: ' : `${columns.length} columns have no room: `
  const tail = `; ${elsewhere}`
  for (let shown = said.length; shown > 0; shown--) {
    const more = shown < said.length ? ` and ${said.length - shown} more` : ''
    const text = `${head}${said.slice(0, shown).join(', ')}${more}${tail}`
    if (displayWidth(text) <= screen.width) return painted(text, 'dim', screen)
  }
  return painted(flowed(`${head.slice(0, -2)}${tail}`, { ...screen, wraps: true }), 'dim', screen)
}

interface Span {
  readonly group: string
  readonly width: number
}

function groupSpans(columns: readonly { readonly column: TextColumn; readonly width: number }[]): Span[] {
  const spans: Span[] = []
  for (const { column, width } of columns) {
    const { group = '' } = column
    const last = spans.at(-1)
    if (last && group !== '' && last.group === group)
      spans[spans.length - 1] = { group, width: last.width + gap.length + width }
    else spans.push({ group, width })
  }
  return spans
}

/** Returns a group's name between rules that show its extent: `── MIC ──`. */
function centred(group: string, width: number): string {
  if (group === '') return ' '.repeat(width)
  const text = cut(group, width)
  const room = width - displayWidth(text)
  if (room < 4) return text + ' '.repeat(room)
  const before = Math.floor((room - 2) / 2)
  return `${'─'.repeat(before)} ${text} ${'─'.repeat(room - 2 - before)}`
}
