import type { Marks } from '../bytes/marks.js'
import type { Pieces } from '../bytes/pieces.js'
import type { DecimalMark } from '../number-text.js'

/**
 * Returns a decimal comma if some cell has a number that can only have a decimal comma, and no cell has one that can
 * only have a point: `3,5`, `1.234,5`. `1,234` and `1.234` may have thousands separators and prove nothing.
 *
 * @param pieces - The file, its marks as one byte each.
 * @param marks - Its separator and quote: text between two of these or line ends is a cell here.
 * @returns The decimal mark.
 */
export function decimalOf(pieces: Pieces, marks: Marks): DecimalMark {
  const { separator, quote } = marks
  let comma = false
  // Digits of the cell before and after the mark, whether the first is 0, the mark (0 for none), and the mark of
  // groups.
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
        // A second mark: the ones before it separate groups of three digits.
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
 * Finds the decimal mark in the head of a file. A number with a point is conclusive; later text may refute anything
 * else.
 *
 * @param sample - First letters of the file.
 * @param separator - Separator of the file.
 * @param quote - Quote of the file.
 * @returns The mark so far, and true in `settled` if it is final.
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
 * Returns true if a text may contain a number with a mark: a digit on both sides of it.
 *
 * @param mark - The mark.
 * @param bytes - Bytes of the text.
 * @param from - Start of the text.
 * @param to - End of the text, exclusive.
 * @returns False if it contains none.
 */
export function holdsNumberWith(mark: DecimalMark, bytes: Uint8Array, from: number, to: number): boolean {
  const byte = mark === '.' ? POINT : COMMA
  for (let i = from + 1; i < to - 1; i++)
    if (bytes[i] === byte && (bytes[i - 1] ^ 48) <= 9 && (bytes[i + 1] ^ 48) <= 9) return true
  return false
}
