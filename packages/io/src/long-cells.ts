import { SdcError } from '@sdc/core'
import type { Layout } from './dialect.js'

/** Letters that a cell may have: more is no value of anybody, but a quote that is never closed, or no table at all. */
const MOST_IN_CELL = 1_000_000
/** Letters that a line may have, the cells of a record of ten thousand columns among them. */
const MOST_IN_LINE = 16_000_000

/**
 * Refuses cells and lines beyond what a table has, before it is read: cutting them takes time that grows with the square
 * of their length. O(letters).
 * @param text - The text of the file, without its byte order mark.
 * @param layout - How it is cut.
 * @param file - Its name, for the message.
 * @throws FILE, naming the line.
 */
export function refuseLongCells(text: string, layout: Layout, file: string | undefined): void {
  if (text.length <= MOST_IN_CELL) return
  refuseLongQuotes(text, layout, file)
  const mark = layout.newline === '\r' ? '\r' : '\n'
  for (let start = 0; start < text.length;) {
    const found = text.indexOf(mark, start)
    const end = found < 0 ? text.length : found
    if (end - start > MOST_IN_CELL) refuseLongLine(text, start, end, layout, file)
    start = end + 1
  }
}

function refuseLongLine(text: string, start: number, end: number, layout: Layout, file: string | undefined): void {
  const line = lineAt(text, start, layout)
  if (end - start > MOST_IN_LINE) {
    const message = `line ${line} has ${megabytes(end - start)} million letters, more than the 16 that a line may have`
    throw new SdcError('FILE', message, { file, line }, 'Is it a table, and are its line ends right?')
  }
  for (let at = start; at < end;) {
    const found = text.indexOf(layout.separator, at)
    const stop = found < 0 || found > end ? end : found
    if (stop - at > MOST_IN_CELL) throw longCell(stop - at, line, 'Is it a table, and is its separator right?', file)
    at = stop + 1
  }
}

/** A quoted cell may hold line ends and separators: it ends at a quote with one of them, or the end, behind it. */
function refuseLongQuotes(text: string, layout: Layout, file: string | undefined): void {
  const { quote, separator } = layout
  const edges = `${separator}\r\n`
  for (let open = text.indexOf(quote); open >= 0;) {
    if (open > 0 && !edges.includes(text[open - 1])) {
      open = text.indexOf(quote, open + 1)
      continue
    }
    let close = text.indexOf(quote, open + 1)
    while (close >= 0 && close + 1 < text.length && !`${edges} \t`.includes(text[close + 1]))
      close = text.indexOf(quote, close + (text[close + 1] === quote ? 2 : 1))
    const end = close < 0 ? text.length : close
    if (end - open > MOST_IN_CELL) {
      const advice =
        'A quote that is never closed makes one cell of what follows: close it, or double it within a text.'
      throw longCell(end - open, lineAt(text, open, layout), advice, file)
    }
    if (close < 0) return
    open = text.indexOf(quote, close + 1)
  }
}

function longCell(letters: number, line: number, advice: string, file: string | undefined): SdcError {
  const message = `line ${line}: a cell of ${megabytes(letters)} million letters, more than the 1 that a cell may have`
  return new SdcError('FILE', message, { file, line }, advice)
}

function megabytes(letters: number): string {
  return (letters / 1e6).toFixed(1)
}

function lineAt(text: string, place: number, { newline }: Layout): number {
  const mark = newline === '\r' ? '\r' : '\n'
  let line = 1
  for (let at = text.indexOf(mark); at >= 0 && at < place; at = text.indexOf(mark, at + 1)) line++
  return line
}
