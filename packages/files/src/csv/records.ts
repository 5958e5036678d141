import type { Layout } from './layout/layout.js'
import { refuseLongCells } from './layout/long-cells.js'
import { cellScanner, type CellScanner } from './scan/cell-scanner.js'
import { checkText } from './scan/check-text.js'

const MANY = 1_000_000

/** A record as texts. */
export interface TextRecord {
  readonly cells: string[]
  /** Line of the file on which each of them begins. */
  readonly lines: number[]
  /** Text of each, including quotes and the text after them. */
  readonly written: string[]
}

/**
 * Divides a file into records of texts, the header first. Blank lines at its end are not records.
 *
 * @param layout - Layout of the file.
 * @param file - Name of the file, for messages.
 * @returns The records, one after the other. Throws FILE for a malformed quote, and for bytes that are not text.
 */
export function* recordsOf(layout: Layout, file: string | undefined): Generator<TextRecord, void> {
  const scanner = cellScanner(layout, file)
  try {
    yield* recordsBy(scanner, layout, file)
  } finally {
    scanner.window.close()
  }
}

function* recordsBy(scanner: CellScanner, layout: Layout, file: string | undefined): Generator<TextRecord, void> {
  const blank: number[] = []
  for (;;) {
    const record: TextRecord = { cells: [], lines: [], written: [] }
    do {
      scanner.scan()
      const { bytes, from, to, quoted, trailing = '', line } = scanner
      checkText(scanner, bytes, from, to, layout.marks, file)
      const text = layout.marks.decode(bytes, from, to)
      record.cells.push(text)
      record.lines.push(line)
      // A record with this many cells needs short ones: the whole line is measured before more are kept.
      if (record.cells.length === MANY) refuseLongCells(layout, file)
      const { quote } = layout
      record.written.push(quoted ? quote + text.replaceAll(quote, quote + quote) + quote + trailing : text)
    } while (scanner.behind === 'separator')
    if (record.cells.length === 1 && record.written[0] === '') {
      if (scanner.behind === 'end of file') return
      blank.push(record.lines[0])
      continue
    }
    for (const line of blank) yield { cells: [''], lines: [line], written: [''] }
    blank.length = 0
    yield record
    if (scanner.behind === 'end of file') return
  }
}

/** Returns the lines on which records begin, from 1, in one pass up to the last of them. Missing records have none. */
export function linesOfRecordsIn(
  layout: Layout,
  records: readonly number[],
  file: string | undefined,
): ReadonlyMap<number, number> {
  const wanted = new Set(records)
  const found = new Map<number, number>()
  let next = layout.header ? -1 : 0
  if (wanted.size === 0) return found
  for (const { lines } of recordsOf(layout, file)) {
    if (wanted.has(next)) found.set(next, lines[0])
    if (found.size === wanted.size) break
    next++
  }
  return found
}
