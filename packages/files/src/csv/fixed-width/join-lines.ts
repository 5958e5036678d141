import { SdcError } from '@sdc/core'
import { lettersOf } from '../bytes/utf8.js'

/** A column to write to a fixed-width file. */
export interface FixedColumn {
  readonly name: string
  readonly width: number
  /** True for numbers, which are right-aligned. */
  readonly isRight: boolean
}

const SEPARATOR = 0x1f
const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const BLANK = 32

/**
 * Pads the cells of a file with blanks to their widths, in place of separators.
 *
 * @param pieces - The file in UTF-8 with separators, in pieces of whole records.
 * @param columns - The columns.
 * @returns The file. Throws FILE with the line if a cell is longer than its column.
 */
export function joinLines(pieces: Iterable<Uint8Array>, columns: readonly FixedColumn[]): Iterable<Uint8Array> {
  return { [Symbol.iterator]: () => joined(pieces, columns) }
}

function* joined(pieces: Iterable<Uint8Array>, columns: readonly FixedColumn[]): Generator<Uint8Array, void> {
  const widest = columns.reduce((sum, { width }) => sum + width, 0)
  let line = 1
  for (const piece of pieces) {
    let made = new Uint8Array(piece.length + 4 * widest)
    let at = 0
    let column = 0
    let from = 0
    for (let i = 0; i <= piece.length; i++) {
      const byte = piece[i]
      const isLineEnd = byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === undefined
      if (byte !== SEPARATOR && !isLineEnd) continue
      const isBlankLine = isLineEnd && column === 0 && i === from
      if (!isBlankLine) {
        if (made.length - at < i - from + widest + 2) {
          const more = new Uint8Array(2 * made.length + i - from + widest)
          more.set(made.subarray(0, at))
          made = more
        }
        const { width, isRight, name } = columns[column]
        const missing = width - lettersOf(piece, from, i)
        if (missing < 0) throw tooLong(new TextDecoder().decode(piece.subarray(from, i)), name, width, line)
        if (isRight) at = blanks(made, at, missing)
        made.set(piece.subarray(from, i), at)
        at += i - from
        if (!isRight) at = blanks(made, at, missing)
      }
      column = isLineEnd ? 0 : column + 1
      from = i + 1
      if (isLineEnd && byte !== undefined) {
        if (byte === LINE_FEED || piece[i + 1] !== LINE_FEED) line++
        made[at++] = byte
      }
    }
    yield made.subarray(0, at)
  }
}

function blanks(bytes: Uint8Array, at: number, count: number): number {
  bytes.fill(BLANK, at, at + count)
  return at + count
}

function tooLong(text: string, column: string, width: number, line: number): SdcError {
  const message = `line ${line} of the output: "${text}" is longer than the ${width} letters of column "${column}"`
  const fix = 'Round the masked values, recode to shorter texts, or write CSV: the output is then named .csv.'
  return new SdcError('FILE', message, { column, line }, fix)
}
