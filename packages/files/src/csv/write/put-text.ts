import type { CsvDialect } from '../csv-file.js'
import { room, type ByteSink } from './byte-sink.js'

const LINE_FEED = 10
const CARRIAGE_RETURN = 13
/** A UTF-16 unit has at most three bytes in UTF-8. */
const BYTES_PER_UNIT = 3
const REPLACEMENT = 0xfffd

/** Marks of a dialect that determine how a text is written. */
export interface Marks {
  readonly separator: number
  readonly quote: number
}

/**
 * Returns the separator and the quote as UTF-16 units.
 *
 * @param dialect - Dialect of a file.
 * @returns Both.
 */
export function marksOf({ separator, quote }: Pick<CsvDialect, 'separator' | 'quote'>): Marks {
  return { separator: separator.charCodeAt(0), quote: quote.charCodeAt(0) }
}

/**
 * Writes a text unchanged, in UTF-8.
 *
 * @param sink - Target.
 * @param text - The text.
 */
export function putText(sink: ByteSink, text: string): void {
  const bytes = room(sink, BYTES_PER_UNIT * text.length)
  let at = sink.at
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) bytes[at++] = unit
    else {
      const point = pointAt(text, i, unit)
      if (point > 0xffff) i++
      at = putPoint(bytes, at, point)
    }
  }
  sink.at = at
}

/**
 * Writes a text in quotes, with inner quotes doubled.
 *
 * @param sink - Target.
 * @param text - The text.
 * @param marks - The quote.
 */
export function putQuoted(sink: ByteSink, text: string, { quote }: Marks): void {
  const bytes = room(sink, 2 * BYTES_PER_UNIT * (text.length + 1))
  let at = putPoint(bytes, sink.at, quote)
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === quote) at = putPoint(bytes, at, quote)
    if (unit < 0x80) bytes[at++] = unit
    else {
      const point = pointAt(text, i, unit)
      if (point > 0xffff) i++
      at = putPoint(bytes, at, point)
    }
  }
  sink.at = putPoint(bytes, at, quote)
}

/**
 * Writes a text, quoted only if it could not be read back otherwise.
 *
 * @param sink - Target.
 * @param text - The text.
 * @param marks - Separator and quote.
 */
export function putAsNeeded(sink: ByteSink, text: string, marks: Marks): void {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === marks.separator || unit === marks.quote || unit === LINE_FEED || unit === CARRIAGE_RETURN) {
      putQuoted(sink, text, marks)
      return
    }
  }
  putText(sink, text)
}

/**
 * Writes one mark.
 *
 * @param sink - Target.
 * @param mark - Its UTF-16 unit.
 */
export function putMark(sink: ByteSink, mark: number): void {
  const bytes = room(sink, BYTES_PER_UNIT)
  if (mark < 0x80) bytes[sink.at++] = mark
  else sink.at = putPoint(bytes, sink.at, mark)
}

/** The code point at i; a lone surrogate is not a character and is replaced as TextEncoder does. */
function pointAt(text: string, i: number, unit: number): number {
  if (unit < 0xd800 || unit > 0xdfff) return unit
  const point = text.codePointAt(i) ?? unit
  return point > 0xffff ? point : REPLACEMENT
}

function putPoint(bytes: Uint8Array, from: number, point: number): number {
  let at = from
  if (point < 0x80) bytes[at++] = point
  else if (point < 0x800) {
    bytes[at++] = 0xc0 | (point >> 6)
    bytes[at++] = 0x80 | (point & 0x3f)
  } else if (point < 0x10000) {
    bytes[at++] = 0xe0 | (point >> 12)
    bytes[at++] = 0x80 | ((point >> 6) & 0x3f)
    bytes[at++] = 0x80 | (point & 0x3f)
  } else {
    bytes[at++] = 0xf0 | (point >> 18)
    bytes[at++] = 0x80 | ((point >> 12) & 0x3f)
    bytes[at++] = 0x80 | ((point >> 6) & 0x3f)
    bytes[at++] = 0x80 | (point & 0x3f)
  }
  return at
}
