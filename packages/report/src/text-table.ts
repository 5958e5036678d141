export type Align = 'left' | 'right'

export interface TextColumn {
  /** Stands above the column; columns that follow each other with the same group share it. */
  readonly group?: string
  readonly name: string
  readonly align: Align
}

/** A column of words. */
export function left(name: string): TextColumn {
  return { name, align: 'left' }
}

/** A column of numbers. */
export function right(name: string): TextColumn {
  return { name, align: 'right' }
}

const gap = '  '

/**
 * A table as aligned text: a line of group names where there are any, a line of names, a rule, and a line per row.
 * No line ends in blanks.
 */
export function textTable(columns: readonly TextColumn[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map(({ name }, j) => Math.max(name.length, ...rows.map((row) => row[j].length)))
  const spans = groupSpans(columns)
  for (const { group, from, to } of spans) {
    const lacking = group.length - spanWidth(widths, from, to)
    if (lacking > 0) widths[to] += lacking
  }
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, j) => (columns[j].align === 'right' ? cell.padStart(widths[j]) : cell.padEnd(widths[j])))
      .join(gap)
      .trimEnd()
  const lines = [
    line(columns.map(({ name }) => name)),
    widths.map((width) => '─'.repeat(width)).join(gap),
    ...rows.map(line),
  ]
  if (spans.some(({ group }) => group !== '')) {
    lines.unshift(
      spans
        .map(({ group, from, to }) => centred(group, spanWidth(widths, from, to)))
        .join(gap)
        .trimEnd(),
    )
  }
  return lines.join('\n')
}

interface Span {
  readonly group: string
  readonly from: number
  readonly to: number
}

function groupSpans(columns: readonly TextColumn[]): Span[] {
  const spans: Span[] = []
  columns.forEach(({ group = '' }, j) => {
    const last = spans.at(-1)
    if (last && group !== '' && last.group === group) spans[spans.length - 1] = { ...last, to: j }
    else spans.push({ group, from: j, to: j })
  })
  return spans
}

function spanWidth(widths: readonly number[], from: number, to: number): number {
  return widths.slice(from, to + 1).reduce((total, width) => total + width, gap.length * (to - from))
}

/** A group's name between rules, so that one sees how far it reaches: `── MIC ──`. */
function centred(text: string, width: number): string {
  if (text === '') return ' '.repeat(width)
  const room = width - text.length
  if (room < 4) return text.padEnd(width)
  const left = Math.floor((room - 2) / 2)
  return `${'─'.repeat(left)} ${text} ${'─'.repeat(room - 2 - left)}`
}

/** Breaks a paragraph into lines of at most `width` characters, at blanks. */
export function wrapped(text: string, width: number, indent = ''): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && indent.length + line.length + 1 + word.length > width) {
      lines.push(indent + line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, indent + line].join('\n')
}
