import { SdcError } from '@sdc/core'
import { lettersOfByte } from '../bytes/utf8.js'
import type { Layout } from './layout.js'

/** Letters that a cell may have: more is no value of anybody, but a quote that is never closed, or no table at all. */
export const MOST_IN_CELL = 1_000_000
/** Letters that a line may have, the cells of a record of ten thousand columns among them. */
export const MOST_IN_LINE = 16_000_000

/**
 * Refuses cells and lines beyond what a table has. Called where a cell or a line has more bytes than letters are allowed; it
 * reads the file once more, holding nothing of it, and says how long they are. O(letters).
 *
 * @param layout - The file, and how it is cut.
 * @param file - Its name, for the message.
 * @throws FILE, naming the line.
 */
export function refuseLongCells(
  layout: Pick<Layout, 'pieces' | 'marks' | 'lineEnd' | 'above'>,
  file: string | undefined,
): void {
  refuseLongQuotes(layout, file)
  const { separator } = layout.marks
  let line = layout.above.lines + 1
  let letters = 0
  let cell = 0
  let longest = 0
  const check = (): void => {
    if (longest <= MOST_IN_CELL) longest = cell
    if (letters > MOST_IN_LINE) {
      const message = `line ${line} has ${millions(letters)} million letters, more than the 16 that a line may have`
      throw new SdcError('FILE', message, { file, line }, 'Check that it is a table, and its line ends.')
    }
    if (longest > MOST_IN_CELL) throw longCell(longest, line, 'Check that it is a table, and its separator.', file)
  }
  for (const piece of layout.pieces) {
    for (let i = 0; i < piece.length; i++) {
      const byte = piece[i]
      if (byte === layout.lineEnd) {
        check()
        line++
        letters = 0
        cell = 0
        longest = 0
        continue
      }
      const more = lettersOfByte(byte)
      letters += more
      if (byte === separator) {
        if (longest <= MOST_IN_CELL) longest = cell
        cell = 0
      } else cell += more
    }
  }
  check()
}

/** A quoted cell may hold line ends and separators: it ends at a quote with one of them, a blank, or the end, behind it. */
function refuseLongQuotes(
  { pieces, marks, lineEnd }: Pick<Layout, 'pieces' | 'marks' | 'lineEnd'>,
  file: string | undefined,
): void {
  const { separator, quote } = marks
  const edge = (byte: number): boolean => byte === separator || byte === 10 || byte === 13
  let inside = false
  /** Within quotes: whether the byte before is a quote that closes the cell unless another follows. */
  let closing = false
  let before = 10
  let line = 1
  let opened = 1
  let letters = 0
  const check = (): void => {
    if (letters <= MOST_IN_CELL) return
    const fix = 'A quote that is never closed makes the rest one cell: close it, or double it within a text.'
    throw longCell(letters, opened, fix, file)
  }
  for (const piece of pieces) {
    for (let i = 0; i < piece.length; i++) {
      const byte = piece[i]
      if (inside && closing) {
        closing = false
        if (edge(byte) || byte === 32 || byte === 9) {
          check()
          inside = false
        } else letters += 1
        if (inside && byte === quote) {
          letters++
          before = byte
          continue
        }
      }
      if (inside) {
        if (byte === quote) closing = true
        else letters += lettersOfByte(byte)
      } else if (byte === quote && edge(before)) {
        inside = true
        opened = line
        // The quote itself counts, as what is between two places of a text does.
        letters = 1
      }
      if (byte === lineEnd) line++
      before = byte
    }
  }
  if (inside) check()
}

function longCell(letters: number, line: number, fix: string, file: string | undefined): SdcError {
  const message = `line ${line}: a cell of ${millions(letters)} million letters, more than the 1 that a cell may have`
  return new SdcError('FILE', message, { file, line }, fix)
}

function millions(letters: number): string {
  return (letters / 1e6).toFixed(1)
}
