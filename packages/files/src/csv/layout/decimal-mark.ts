import type { Marks } from '../bytes/marks.js'
import type { Pieces } from '../bytes/pieces.js'
import type { DecimalMark } from '../number-text.js'

/**
 * A decimal comma where the separator is not a comma, some cell has a number that can only have a decimal comma, and no
 * cell has one with a point. `1,234` may as well be a thousand, so it proves nothing.
 *
 * @param pieces - The file, its marks as one byte each.
 * @param marks - Its separator and quote: what is between two of them, or line ends, is a cell here.
 * @returns The mark.
 */
export function decimalOf(pieces: Pieces, marks: Marks): DecimalMark {
  const { separator, quote } = marks
  let comma = false
  // Of the cell: its digits before the mark and behind it, whether the first is 0, and what the mark is (0 none).
  let whole = 0
  let decimals = 0
  let zero = false
  let mark = 0
  let may = true
  let begun = false
  const point = (): boolean => may && mark === POINT && whole > 0 && decimals > 0
  const said = (): boolean =>
    may && mark === COMMA && whole > 0 && decimals > 0 && ((zero && whole === 1) || decimals !== 3)
  for (const piece of pieces) {
    for (let i = 0; i < piece.length; i++) {
      const byte = piece[i]
      if (byte === separator || byte === quote || byte === 10 || byte === 13) {
        if (mark !== 0) {
          if (point()) return '.'
          comma ||= said()
        }
        whole = 0
        decimals = 0
        mark = 0
        may = true
        begun = false
        continue
      }
      if (!may) continue
      if ((byte ^ 48) <= 9) {
        if (mark !== 0) decimals++
        else if (whole++ === 0) zero = byte === 48
      } else if ((byte === POINT || byte === COMMA) && mark === 0) mark = byte
      else if (begun || (byte !== PLUS && byte !== MINUS)) may = false
      begun = true
    }
  }
  if (point()) return '.'
  return comma || said() ? ',' : '.'
}

const POINT = 46
const COMMA = 44
const PLUS = 43
const MINUS = 45

/**
 * What the head of a file says of its decimal mark. A number with a point settles it; anything else may be proved wrong later.
 *
 * @param sample - The first letters of the file.
 * @param separator - Its separator.
 * @param quote - Its quote.
 * @returns The mark so far, and whether it stays.
 */
export function decimalAt(
  sample: string,
  separator: string,
  quote: string,
): { readonly decimal: DecimalMark; readonly settled: boolean } {
  const escaped = [separator, quote].map((mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const edge = `[${escaped.join('')}\\r\\n]`
  const cell = (number: string): RegExp => new RegExp(`(?:^|${edge})[+-]?${number}(?=${edge})`)
  if (cell('\\d+\\.\\d+').test(sample)) return { decimal: '.', settled: true }
  const comma = cell('(?:0,\\d+|\\d+,(?:\\d{1,2}|\\d{4,}))').test(sample)
  return { decimal: comma ? ',' : '.', settled: false }
}

/**
 * Whether a text may hold a number with a mark: a digit stands on both its sides.
 *
 * @param mark - The mark.
 * @param bytes - The bytes of the text.
 * @param from - Where it begins.
 * @param to - Where it ends.
 * @returns False where it holds none.
 */
export function holdsNumberWith(mark: DecimalMark, bytes: Uint8Array, from: number, to: number): boolean {
  const byte = mark === '.' ? POINT : COMMA
  for (let i = from + 1; i < to - 1; i++)
    if (bytes[i] === byte && (bytes[i - 1] ^ 48) <= 9 && (bytes[i + 1] ^ 48) <= 9) return true
  return false
}
