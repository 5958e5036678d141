import type { DecimalMark } from '../number-text.js'

const separators = [',', ';', '\t', '|']
const SAMPLE_LETTERS = 65_536
const SAMPLE_RECORDS = 100

interface Sampled {
  /** End of records. */
  readonly newline: '\n' | '\r\n' | '\r'
  readonly quote: string
  readonly decimal: DecimalMark | undefined
}

/**
 * Returns the separator that divides the first records into an equal number of cells, at least two; of several, the one
 * with most cells. Otherwise the file has one column, or a ragged line that is reported when it is read.
 *
 * @param text - Beginning of the file.
 * @param whole - True if it is the whole file.
 * @param sampled - Its line end, quote, and decimal mark if given.
 * @returns The separator.
 */
export function separatorOf(text: string, whole: boolean, sampled: Sampled): string {
  const sample = text.slice(0, SAMPLE_LETTERS)
  const cut = !whole || sample.length < text.length
  // One column with decimal commas must not be divided.
  let best = { separator: sampled.decimal === ',' ? ';' : ',', agreeing: 0, cells: 1 }
  for (const separator of separators) {
    if (separator === sampled.quote) continue
    const found = recordsOf(sample, separator, sampled)
    if (found === undefined) continue
    // The sample may end within a record.
    const records = cut && found.length > 1 ? found.slice(0, -1) : found
    const filled = records.filter((record) => !record.empty)
    const cells = (records.at(0)?.cells ?? 0) + (hasRowNames(filled) ? 1 : 0)
    if (cells < 2) continue
    const agreeing = filled.filter((record) => record.cells === cells).length / filled.length
    if (agreeing > best.agreeing || (agreeing === best.agreeing && cells > best.cells))
      best = { separator, agreeing, cells }
  }
  return best.separator
}

/** A header of R's `write.table` lacks the name of the first column. */
function hasRowNames([header, ...records]: readonly SampleRecord[]): boolean {
  // Under a single name, a mark may be a decimal comma.
  if (records.length < 2 || header.cells < 2) return false
  return records.every(({ cells }) => cells === header.cells + 1)
}

interface SampleRecord {
  cells: number
  empty: boolean
}

/** Numbers of cells of the first records; undefined if a quote is malformed. The end of the sample ends a cell. */
function recordsOf(text: string, separator: string, { newline, quote }: Sampled): SampleRecord[] | undefined {
  const records: SampleRecord[] = []
  let cells = 0
  for (let at = 0; ;) {
    let next = at
    if (text[at] === quote) {
      const closed = closingQuote(text, at, quote)
      if (closed < 0) next = text.length
      else {
        next = closed + 1
        while (next < text.length && text[next] !== separator && !text.startsWith(newline, next)) next++
        const sampleEnds = next === text.length
        if (sampleEnds ? next > closed + 1 : text.slice(closed + 1, next).trim() !== '') return undefined
      }
    } else {
      while (next < text.length && text[next] !== separator && !text.startsWith(newline, next)) next++
    }
    cells++
    if (text[next] === separator) {
      at = next + 1
      continue
    }
    records.push({ cells, empty: cells === 1 && next === at })
    if (next >= text.length || records.length === SAMPLE_RECORDS) return records
    cells = 0
    at = next + newline.length
  }
}

/** Position of the quote that closes a cell, skipping doubled ones; −1 if there is none. */
function closingQuote(text: string, open: number, quote: string): number {
  for (let at = text.indexOf(quote, open + 1); at >= 0; at = text.indexOf(quote, at + 2))
    if (text[at + 1] !== quote) return at
  return -1
}
