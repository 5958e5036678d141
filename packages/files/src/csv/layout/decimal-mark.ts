import type { Marks } from '../bytes/marks.js'
import type { Pieces } from '../bytes/pieces.js'
import type { DecimalMark } from '../number-text.js'

/**
 * A decimal comma where some cell has a number that can only have a decimal comma, and no cell has one that can only have a
 * point: `3,5`, `1.234,5`. `1,234` and `1.234` may as well be thousands, so they prove nothing.
 *
 * @param pieces - The file, its marks as one byte each.
 * @param marks - Its separator and quote: what is between two of them, or line ends, is a cell here.
 * @returns The mark.
 */
export function decimalOf(pieces: Pieces, marks: Marks): DecimalMark {
  const { separator, quote } = marks
  let comma = false
  // Digits of the cell before the mark and behind it, whether the first is 0, the mark (0 for none), and that of its groups.
  let whole = 0
  let decimals = 0
  let zero = false
  let mark = 0
  let grouping = 0
  let may = true
  let begun = false
  const isCertain = (): boolean =>
    may &&
    whole > 0 &&
    decimals > 0 &&
    mark !== grouping &&
    (grouping !== 0 || decimals !== 3 || whole > 3 || (zero && whole === 1))
  for (const piece of pieces) {
    for (let i = 0; i < piece.length; i++) {
      const byte = piece[i]
      if (byte === separator || byte === quote || byte === 10 || byte === 13) {
        if (mark !== 0) {
          if (isCertain()) {
            if (mark === POINT) return '.'
            comma = true
          }
          mark = 0
          grouping = 0
        }
        whole = 0
        decimals = 0
        may = true
        begun = false
        continue
      }
      if (!may) continue
      if ((byte ^ 48) <= 9) {
        if (mark !== 0) decimals++
        else if (whole++ === 0) zero = byte === 48
      } else if (byte === POINT || byte === COMMA) {
        // A second mark: those before it part groups of three digits.
        if (mark !== 0) {
          may = decimals === 3 && whole < 4 && !zero && (grouping === 0 || grouping === mark)
          grouping = mark
          decimals = 0
        }
        mark = byte
      } else if (begun || (byte !== PLUS && byte !== MINUS)) may = false
      begun = true
    }
  }
  if (mark !== 0 && isCertain()) {
    if (mark === POINT) return '.'
    comma = true
  }
  return comma ? ',' : '.'
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
  if (cell('(?:0\\.\\d+|\\d{4,}\\.\\d+|\\d+\\.(?:\\d{1,2}|\\d{4,}))').test(sample))
    return { decimal: '.', settled: true }
  const comma = cell('(?:0,\\d+|\\d+,(?:\\d{1,2}|\\d{4,}))').test(sample)
  return { decimal: comma ? ',' : '.', settled: false }
}

/**
 * True if a text may hold a number with a mark: a digit stands on both its sides.
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
