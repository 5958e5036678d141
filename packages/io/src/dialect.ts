import { SdcError } from '@sdc/core'
import Papa from 'papaparse'
import type { CsvDialect, CsvOptions } from './csv-file.js'
import type { DecimalMark } from './number-text.js'

const separators = [',', ';', '\t', '|']
const sampleLength = 65_536
const sampleRecords = 100

/** How a text is cut into records. */
export interface Layout extends Omit<CsvDialect, 'missing'> {
  /** The line end to cut at: `\n` where line ends are mixed, the `\r` then being left at the end of the last cell. */
  readonly cutAt: string
  /** Whether line ends are mixed (perhaps only inside quotes). */
  readonly mixed: boolean
  /** Where the last record ends. */
  readonly end: number
}

/** Finds out how a text (without its byte order mark) is written; what the options say is not looked for. */
export function layoutOf(text: string, prefix: string, options: CsvOptions): Layout {
  const quote = options.quote ?? '"'
  checkMarks(options, quote)
  const { newline, cutAt, mixed } = lineEnds(text, quote)
  const end = lastRecordEnd(text, cutAt)
  const separator = options.separator ?? separatorOf(text, cutAt, quote, options.decimal)
  const decimal = options.decimal ?? decimalOf(text, separator, quote)
  const header = options.header ?? true
  return { separator, quote, decimal, newline, header, prefix, tail: text.slice(end), cutAt, mixed, end }
}

function checkMarks(options: CsvOptions, quote: string): void {
  const { separator, decimal } = options
  for (const [name, mark] of [
    ['separator', separator],
    ['quote', quote],
  ] as const) {
    if (mark === undefined || (mark.length === 1 && !'\r\n\uFEFF\0'.includes(mark))) continue
    const message = `the ${name} ${JSON.stringify(mark)} is not one character`
    throw new SdcError('BAD_OPTION', message, { parameter: name }, 'Give one that ends no line, or leave it out.')
  }
  if (separator === quote) {
    const message = `${JSON.stringify(quote)} cannot be separator and quote at once`
    throw new SdcError('BAD_OPTION', message, { parameter: 'separator' }, 'Leave the separator out: it is found out.')
  }
  if (separator !== undefined && separator === decimal) {
    const message = `${JSON.stringify(separator)} cannot be separator and decimal mark at once`
    const advice = 'Say one of them only: the other is found out.'
    throw new SdcError('BAD_OPTION', message, { parameter: 'separator' }, advice)
  }
  if (decimal !== undefined && decimal !== '.' && decimal !== ',') {
    const message = `the decimal mark ${JSON.stringify(decimal)} is neither a point nor a comma`
    throw new SdcError('BAD_OPTION', message, { parameter: 'decimal' }, 'Give one of the two, or leave it out.')
  }
}

function lineEnds(text: string, quote: string): Pick<Layout, 'newline' | 'cutAt' | 'mixed'> {
  if (!text.includes('\r')) return same('\n')
  const first = firstLineEnd(text, quote, false)
  // A lone CR may be a part of a name: it ends lines only where nothing else does.
  if (first === '\r' && firstLineEnd(text, quote, true) === null) return same('\r')
  if (!text.includes('\r\n')) return same('\n')
  if (!/(?<!\r)\n/.test(text)) return same('\r\n')
  return { newline: firstLineEnd(text, quote, true) === '\n' ? '\n' : '\r\n', cutAt: '\n', mixed: true }
}

/** The first line end outside quotes; null where there is none. */
function firstLineEnd(text: string, quote: string, passCarriageReturn: boolean): CsvDialect['newline'] | null {
  let inside = false
  for (let i = 0; i < text.length; i++) {
    const letter = text[i]
    if (letter === quote) inside = !inside
    if (inside || (letter !== '\n' && letter !== '\r')) continue
    if (letter === '\n') return '\n'
    if (text[i + 1] === '\n') return '\r\n'
    if (!passCarriageReturn) return '\r'
  }
  return null
}

function same(newline: CsvDialect['newline']): Pick<Layout, 'newline' | 'cutAt' | 'mixed'> {
  return { newline, cutAt: newline, mixed: false }
}

function lastRecordEnd(text: string, cutAt: string): number {
  let end = text.length
  if (cutAt === '\r') {
    while (end > 0 && text[end - 1] === '\r') end--
    return end
  }
  while (end > 0 && text[end - 1] === '\n') end -= text[end - 2] === '\r' ? 2 : 1
  return end
}

/**
 * The separator that cuts the first records into the same number of cells each, two at least; of several the one that
 * cuts into most. None of them: a file of one column, or one with a ragged line, which is found when it is read.
 */
function separatorOf(text: string, newline: string, quote: string, decimal: DecimalMark | undefined): string {
  const sample = text.slice(0, sampleLength)
  // Of one column with decimal commas, none of them is to be cut.
  let best = { separator: decimal === ',' ? ';' : ',', agreeing: 0, cells: 1 }
  for (const separator of separators) {
    if (separator === quote) continue
    const { data, errors } = Papa.parse<string[]>(sample, {
      delimiter: separator,
      newline: cutOf(newline),
      quoteChar: quote,
      preview: sampleRecords,
    })
    // The sample may end within a record.
    const records = sample.length < text.length && data.length > 1 ? data.slice(0, -1) : data
    const cells = records[0]?.length ?? 0
    const filled = records.filter((record) => record.length > 1 || record[0] !== '')
    const badQuotes = errors.some((error) => error.code === 'InvalidQuotes')
    if (cells < 2 || badQuotes) continue
    const agreeing = filled.filter((record) => record.length === cells).length / filled.length
    if (agreeing > best.agreeing || (agreeing === best.agreeing && cells > best.cells))
      best = { separator, agreeing, cells }
  }
  return best.separator
}

/** Papaparse knows three line ends by type. */
export function cutOf(newline: string): '\n' | '\r' | '\r\n' {
  return newline === '\r' || newline === '\r\n' ? newline : '\n'
}

/**
 * A decimal comma where the separator is not a comma, some cell has a number that can only have a decimal comma, and no
 * cell has one with a point. `1,234` may as well be a thousand, so it proves nothing.
 */
function decimalOf(text: string, separator: string, quote: string): DecimalMark {
  if (separator === ',') return '.'
  const escaped = [separator, quote].map((mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const edge = `[${escaped.join('')}\\r\\n]`
  const cell = (number: string): RegExp => new RegExp(`(?:^|${edge})[+-]?${number}(?=${edge}|$)`)
  const comma = cell('(?:0,\\d+|\\d+,(?:\\d{1,2}|\\d{4,}))').test(text)
  return comma && !cell('\\d+\\.\\d+').test(text) ? ',' : '.'
}
