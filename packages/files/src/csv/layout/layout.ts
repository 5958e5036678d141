import { SdcError } from '@sdc/core'
import { marksOf, type Marks } from '../bytes/marks.js'
import { headOf, type CsvContent, type Pieces } from '../bytes/pieces.js'
import { textPieces } from './text-pieces.js'
import type { CsvDialect, CsvOptions } from '../csv-file.js'
import type { DecimalMark } from '../number-text.js'
import { lineEndOf } from './line-ends.js'
import { decimalAt, decimalOf } from './decimal-mark.js'
import { cutLines, FIXED_QUOTE, FIXED_SEPARATOR } from '../fixed-width/cut-lines.js'
import { aboveHeader } from './above-header.js'
import { separatorOf } from './separator.js'

/** Properties that divide a file into cells. */
export interface Layout extends Omit<CsvDialect, 'missing' | 'tail'> {
  /** Byte at the end of records; a carriage return before a line feed is not part of the last cell. */
  readonly lineEnd: 10 | 13
  readonly marks: Marks
  /** True if the decimal mark is final, whatever the rest of the file contains. */
  readonly settled: boolean
  /** Approximate number of lines; for a short file no fewer than there are. */
  readonly lines: number
  /** True if the file is compressed by gzip. */
  readonly isPacked: boolean
  /** Bytes of the file in UTF-8 above the header, and the lines in them. */
  readonly above: { readonly bytes: number; readonly lines: number }
  /** The file from the header on, its marks as one byte each. */
  readonly pieces: Pieces
}

/** Bytes examined for the separator; at most 65,536 letters of them. */
const HEAD = 1 << 18

/**
 * Determines how a file is written; given options are not detected.
 *
 * @param file - The file.
 * @param options - Known properties of the file.
 * @returns The layout; its decimal mark is that of the head if this is not conclusive.
 * @throws BAD_OPTION for invalid marks, FILE for a file of another format
 */
export function layoutOf(file: CsvContent, options: CsvOptions): Layout {
  const { widths } = options
  const quote = widths ? FIXED_QUOTE : (options.quote ?? '"')
  checkMarks(options, quote)
  const { pieces, encoding, isPacked } = textPieces(file, options)
  const head = headOf(pieces, HEAD)
  const { prefix, above, said } = aboveHeader(head.bytes, options)
  const below = above.bytes === 0 ? pieces : without(pieces, above.bytes)
  const content = widths ? cutLines(below, widths, { file: options.file, linesAbove: above.lines }) : below
  const text = sampleOf(head.bytes.subarray(above.bytes), head.whole)
  const newline = lineEndOf(content, marksOf(quote === ',' ? ';' : ',', quote, options.file))
  const separator =
    (widths ? FIXED_SEPARATOR : options.separator) ??
    said ??
    separatorOf(text.letters, text.whole, { newline: cutOf(newline, text), quote, decimal: options.decimal })
  const marks = marksOf(separator, quote, options.file)
  const cut = marks.pieces(content)
  const decimal = markOf(cut, text, { separator, quote, marks, said: options.decimal })
  const lineEnd = newline === '\r' ? 13 : 10
  const lines = linesOf(head.bytes, lineEnd, head.whole ? head.bytes.length : pieces.size)
  const header = options.header ?? (widths === undefined && options.names === undefined)
  const dialect = { separator, quote, newline, header, prefix, encoding, widths, ...decimal }
  return { ...dialect, isPacked, above, marks, lineEnd, lines, pieces: cut }
}

interface Sample {
  /** Whole characters from the beginning of the file. */
  readonly letters: string
  /** True if it is the whole file. */
  readonly whole: boolean
}

function sampleOf(head: Uint8Array, whole: boolean): Sample {
  return { letters: new TextDecoder('utf-8', { ignoreBOM: true }).decode(head, { stream: !whole }), whole }
}

/** A sample with mixed line ends is divided at LF, which leaves a carriage return in the last cell. */
function cutOf(newline: CsvDialect['newline'], { letters }: Sample): CsvDialect['newline'] {
  return newline === '\r\n' && /(?<!\r)\n/.test(letters) ? '\n' : newline
}

function markOf(
  pieces: Pieces,
  sample: Sample,
  { separator, quote, marks, said }: { separator: string; quote: string; marks: Marks; said: DecimalMark | undefined },
): Pick<Layout, 'decimal' | 'settled'> {
  if (said !== undefined) return { decimal: said, settled: true }
  if (separator === ',') return { decimal: '.', settled: true }
  if (sample.whole) return { decimal: decimalOf(pieces, marks), settled: true }
  return decimalAt(sample.letters, separator, quote)
}

function checkMarks(options: CsvOptions, quote: string): void {
  const { separator, decimal, widths } = options
  if (widths) checkWidths(widths, options)
  for (const [name, mark] of [
    ['separator', separator],
    ['quote', quote],
  ] as const) {
    if (mark === undefined || (mark.length === 1 && !/[\r\n\uFEFF\0]|\p{Surrogate}/u.test(mark))) continue
    const message = `the ${name} ${JSON.stringify(mark)} is not one character`
    throw new SdcError('BAD_OPTION', message, { parameter: name }, 'Use one that is not a line end, or leave it out.')
  }
  if (separator === quote) {
    const message = `${JSON.stringify(quote)} cannot be separator and quote at once`
    throw new SdcError('BAD_OPTION', message, { parameter: 'separator' }, 'Leave the separator out: it is detected.')
  }
  if (separator !== undefined && separator === decimal) {
    const message = `${JSON.stringify(separator)} cannot be separator and decimal mark at once`
    const fix = 'Set only one of them: the other is detected.'
    throw new SdcError('BAD_OPTION', message, { parameter: 'separator' }, fix)
  }
  if (decimal !== undefined && decimal !== '.' && decimal !== ',') {
    const message = `the decimal mark ${JSON.stringify(decimal)} is neither a point nor a comma`
    throw new SdcError('BAD_OPTION', message, { parameter: 'decimal' }, 'Use one of the two, or leave it out.')
  }
}

function checkWidths(widths: readonly number[], { separator, names }: CsvOptions): void {
  const place = { parameter: 'widths' }
  if (widths.length === 0 || !widths.every((width) => Number.isInteger(width) && width > 0))
    throw new SdcError('BAD_OPTION', 'the widths of columns are whole numbers above 0', place, 'List them: 3,2,8.')
  if (separator !== undefined)
    throw new SdcError('BAD_OPTION', 'a file has a separator or columns of fixed width, not both', place)
  if (names === undefined || names.length === widths.length) return
  const message = `there are ${names.length} names of columns, but ${widths.length} widths`
  throw new SdcError('BAD_OPTION', message, place, 'Give each column a name and a width.')
}

/** Slightly more lines than the head suggests: unused pages take no memory. */
function linesOf(head: Uint8Array, lineEnd: number, size: number | undefined): number {
  let lines = 1
  for (const byte of head) if (byte === lineEnd) lines++
  return size === undefined || size <= head.length ? lines : Math.ceil((1.03 * lines * size) / head.length) + 64
}

function without(pieces: Pieces, bytes: number): Pieces {
  function* rest(): Generator<Uint8Array, void> {
    let left = bytes
    for (const piece of pieces) {
      if (left < piece.length) yield left === 0 ? piece : piece.subarray(left)
      left = Math.max(0, left - piece.length)
    }
  }
  return { size: pieces.size === undefined ? undefined : pieces.size - bytes, [Symbol.iterator]: rest }
}
