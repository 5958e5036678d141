import { SdcError } from '@sdc/core'
import { lettersOfByte } from '../bytes/utf8.js'
import type { Layout } from './layout.js'

/** Largest number of letters of a cell: a longer one has an unclosed quote, or the file is not a table. */
export const MOST_IN_CELL = 1_000_000
/** Largest number of letters of a line, enough for a record of ten thousand columns. */
export const MOST_IN_LINE = 16_000_000

/**
 * Refuses cells and lines that are too long for a table. Called if a cell or a line has more bytes than letters are
 * allowed; reads the file once more, without keeping it, and measures them. O(letters).
 *
 * @param layout - Layout of the file.
 * @param file - Name of the file, for the message.
 * @throws FILE, naming the line
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

/**
 * A quoted cell may contain line ends and separators: it ends at a quote followed by one of them, a blank, or the end.
 */
function refuseLongQuotes(
  { pieces, marks, lineEnd }: Pick<Layout, 'pieces' | 'marks' | 'lineEnd'>,
  file: string | undefined,
): void {
  const { separator, quote } = marks
  const edge = (byte: number): boolean => byte === separator || byte === 10 || byte === 13
  let inside = false
  /** Within quotes, true if the byte before is a quote that closes the cell unless another follows. */
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
        // The quote counts as well, as in the other measurement.
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
