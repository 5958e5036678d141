import { SdcError } from '@sdc/core'
import Papa from 'papaparse'
import { cutOf, type Layout } from './dialect.js'

/** A record as it is handed on; the object and its arrays are used again for the next one. */
export interface RecordView {
  cells: string[]
  /** The line of the file at which it begins. */
  line: number
  /** Where it begins in the text. */
  start: number
  /** Which of its cells were quoted; null where none was. */
  quoted: Uint8Array | null
  /** What stood between closing quotes and separators, where anything did. */
  trailing: Map<number, string> | null
  /** In a file with mixed line ends: whether it ends in CR LF. */
  crlf: boolean
}

/** Letters at a time: papaparse holds the records of so many at once. */
const chunkSize = 1 << 20

/** Cuts a text into records, the header first, and hands them on one by one. Throws FILE for a malformed quote. */
export function eachRecord(
  text: string,
  layout: Layout,
  file: string | undefined,
  use: (record: RecordView) => void,
): void {
  const { separator, quote, cutAt, mixed, end } = layout
  const view: RecordView = { cells: [], line: 1, start: 0, quoted: null, trailing: null, crlf: false }
  let nextQuote = text.indexOf(quote)
  // With the line end of the last record, after which nothing but line ends comes.
  const last = Math.min(text.length, end + (layout.tail.startsWith('\r\n') ? 2 : layout.tail === '' ? 0 : 1))

  Papa.parse<string[]>(last === text.length ? text : text.slice(0, last), {
    delimiter: separator,
    newline: cutOf(cutAt),
    quoteChar: quote,
    chunkSize,
    step({ data, errors, meta }) {
      if (view.start >= end) return
      if (errors.length > 0) throw malformedQuote(text, view, layout, file)
      view.cells = data
      view.quoted = null
      view.trailing = null
      view.crlf = false
      let lines = 1
      if (nextQuote >= 0 && nextQuote < meta.cursor) {
        findQuotes(text, view, layout, meta.cursor)
        lines = Math.max(1, occurrences(text, lineMark(layout), view.start, meta.cursor))
        if (nextQuote < meta.cursor) nextQuote = text.indexOf(quote, meta.cursor)
      }
      // A `\r` at the very end of the file ends no line.
      if (mixed && text[meta.cursor - 1] === '\n') takeCarriageReturn(view)
      use(view)
      view.line += lines
      view.start = meta.cursor
    },
  })
}

/** The line on which a cell begins. */
export function lineOfCell(view: RecordView, cell: number, layout: Layout): number {
  let line = view.line
  for (let j = 0; j < cell; j++) line += occurrences(view.cells[j], lineMark(layout), 0, view.cells[j].length)
  return line
}

function lineMark(layout: Layout): string {
  return layout.newline === '\r' ? '\r' : '\n'
}

/** A cell is quoted if and only if its text begins with a quote; its length follows from its value. */
function findQuotes(text: string, view: RecordView, layout: Layout, end: number): void {
  const { separator, quote, cutAt } = layout
  const { cells } = view
  const quoted = new Uint8Array(cells.length)
  let at = view.start
  let some = false
  for (let j = 0; j < cells.length; j++) {
    const cell = cells[j]
    if (text[at] !== quote) {
      at += cell.length + 1
      continue
    }
    quoted[j] = 1
    some = true
    const closed = at + 2 + cell.length + occurrences(cell, quote, 0, cell.length)
    at = closed
    if (j < cells.length - 1) at = text.indexOf(separator, closed)
    else at = text.startsWith(cutAt, end - cutAt.length) ? end - cutAt.length : end
    if (at > closed) (view.trailing ??= new Map()).set(j, text.slice(closed, at))
    at++
  }
  if (some) view.quoted = quoted
}

/** Where line ends are mixed the text is cut at `\n`, which leaves the `\r` of CR LF with the last cell. */
function takeCarriageReturn(view: RecordView): void {
  const j = view.cells.length - 1
  if (!view.quoted?.[j]) {
    if (!view.cells[j].endsWith('\r')) return
    view.cells[j] = view.cells[j].slice(0, -1)
    view.crlf = true
    return
  }
  const trailing = view.trailing?.get(j)
  if (!trailing?.endsWith('\r')) return
  view.crlf = true
  if (trailing === '\r') view.trailing?.delete(j)
  else view.trailing?.set(j, trailing.slice(0, -1))
}

function occurrences(text: string, mark: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf(mark, from); at >= 0 && at < to; at = text.indexOf(mark, at + 1)) count++
  return count
}

/** Reads the record again, cell by cell, up to the one whose quotes are wrong. */
function malformedQuote(text: string, view: RecordView, layout: Layout, file: string | undefined): SdcError {
  const { quote, separator, end } = layout
  const mark = lineMark(layout)
  let at = view.start
  for (let cell = 1; at < end; cell++) {
    const line = view.line + occurrences(text, mark, view.start, at)
    if (text[at] === quote) {
      let close = text.indexOf(quote, at + 1)
      while (close >= 0 && text[close + 1] === quote) close = text.indexOf(quote, close + 2)
      if (close < 0 || close >= end) {
        const advice = 'Close it, or double a quote that belongs to the text.'
        return new SdcError(
          'FILE',
          `line ${line}: the quote that opens cell ${cell} is never closed`,
          { file, line },
          advice,
        )
      }
      const rest = /[^ \t\r]/.exec(text.slice(close + 1, close + 100))?.[0]
      if (text[close + 1] !== separator && rest !== undefined && rest !== separator && rest !== '\n') {
        const advice = 'A quote inside a quoted cell is written twice.'
        return new SdcError(
          'FILE',
          `line ${line}: text follows the closing quote of cell ${cell}`,
          { file, line },
          advice,
        )
      }
      at = close + 1
    }
    const next = text.indexOf(separator, at)
    if (next < 0) break
    at = next + 1
  }
  return new SdcError('FILE', `line ${view.line}: a quote is malformed`, { file, line: view.line })
}
