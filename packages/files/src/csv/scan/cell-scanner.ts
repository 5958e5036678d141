import { SdcError } from '@sdc/core'
import { byteWindow, type ByteWindow } from '../bytes/byte-window.js'
import { MOST_IN_CELL, MOST_IN_LINE, refuseLongCells } from '../layout/long-cells.js'
import type { Layout } from '../layout/layout.js'
import { isBlank } from './blank.js'

/** End of a cell. */
export type CellEnd = 'separator' | 'line end' | 'end of file'

/**
 * Reads a file cell by cell. A cell is quoted if and only if its first byte is a quote. It then ends at a quote
 * followed by a separator, a line end or the end of the file, with blanks permitted between them; a quote within it is
 * doubled. A quote later in an unquoted cell is an ordinary letter.
 */
export interface CellScanner {
  readonly window: ByteWindow
  /** Text of the cell without quotes: bytes[from … to). */
  bytes: Uint8Array
  from: number
  to: number
  quoted: boolean
  /** Blanks between the closing quote and the end of the cell. */
  trailing: string | undefined
  behind: CellEnd
  /** True if the last cell of a record ends in CR LF. */
  crlf: boolean
  /** First line of the cell, and of the next one. */
  line: number
  nextLine: number
  /** Its place in its record, from 0; to be set if cells were skipped. */
  cell: number
  nextCell: number
  /** Position of the record in the file. */
  recordStart: number
  /** Reads the cell at `window.at`, and moves past its end. */
  scan(): void
}

/**
 * Opens a scanner at the beginning of a file.
 *
 * @param layout - Layout of the file.
 * @param file - Name of the file, for messages.
 * @returns The scanner. `scan` throws FILE for a malformed quote, and for cells and lines too long for a table.
 */
export function cellScanner(layout: Layout, file: string | undefined): CellScanner {
  const { lineEnd } = layout
  const { separator, quote } = layout.marks
  const window = byteWindow(layout.pieces, lineEnd)
  let scratch = new Uint8Array(64)
  let inCell = MOST_IN_CELL
  let inLine = MOST_IN_LINE
  const it: CellScanner = {
    window,
    bytes: window.bytes,
    from: 0,
    to: 0,
    quoted: false,
    trailing: undefined,
    behind: 'end of file',
    crlf: false,
    line: layout.above.lines + 1,
    nextLine: layout.above.lines + 1,
    cell: 0,
    nextCell: 0,
    recordStart: 0,
    scan,
  }

  function scan(): void {
    it.line = it.nextLine
    it.cell = it.nextCell
    while (!(window.bytes[window.at] === quote && window.at < window.end ? scanQuoted() : scanPlain())) {
      if (window.end - window.at > inCell) suspect()
      window.more()
    }
    const length = window.before + window.at - it.recordStart
    if (length > inLine) suspect()
    it.nextCell = it.cell + 1
    if (it.behind === 'separator') return
    it.nextCell = 0
    it.recordStart = window.before + window.at
  }

  /** Too many bytes may still be few enough letters; three times as many are not. */
  function suspect(): void {
    refuseLongCells(layout, file)
    inCell = Infinity
    inLine = Infinity
  }

  function scanPlain(): boolean {
    const { bytes, at, end, ended } = window
    let to = at
    while (to < end && bytes[to] !== separator && bytes[to] !== lineEnd) to++
    if (to === end && !ended) return false
    if (to - at > inCell) suspect()
    it.bytes = bytes
    it.from = at
    it.quoted = false
    it.trailing = undefined
    it.to = endAt(to, at)
    return true
  }

  /** Returns the end of a cell at a position, and sets the end of its text. */
  function endAt(place: number, start: number): number {
    const { bytes, end } = window
    it.crlf = false
    window.at = place
    if (place === end) {
      it.behind = 'end of file'
      return place
    }
    window.at++
    if (bytes[place] === separator) {
      it.behind = 'separator'
      return place
    }
    it.behind = 'line end'
    it.nextLine++
    it.crlf = lineEnd === 10 && place > start && bytes[place - 1] === 13
    return it.crlf ? place - 1 : place
  }

  function scanQuoted(): boolean {
    const { bytes, at, end, ended } = window
    let doubled = false
    let lines = 0
    let close = at + 1
    for (; ; close++) {
      while (close < end && bytes[close] !== quote) if (bytes[close++] === lineEnd) lines++
      if (close === end) {
        if (!ended) return false
        if (close - at > inCell) suspect()
        throw neverClosed()
      }
      if (close + 1 === end && !ended) return false
      if (close + 1 === end || bytes[close + 1] !== quote) break
      doubled = true
      close++
    }
    if (close - at > inCell) suspect()
    let behind = close + 1
    while (behind < end && bytes[behind] !== separator && bytes[behind] !== lineEnd && mayBeBlank(bytes[behind]))
      behind++
    if (behind === end && !ended) return false
    const stands = behind === end ? behind === close + 1 : bytes[behind] === separator || bytes[behind] === lineEnd
    if (!stands || !isBlank(bytes, close + 1, behind)) throw malformed(close + 1, behind)
    it.nextLine += lines
    it.quoted = true
    const stop = endAt(behind, close + 1)
    it.trailing = stop > close + 1 ? layout.marks.decode(bytes, close + 1, stop) : undefined
    it.bytes = bytes
    it.from = at + 1
    it.to = close
    if (doubled) undouble()
    return true
  }

  function undouble(): void {
    const { bytes, from, to } = it
    if (scratch.length < to - from) scratch = new Uint8Array(2 * (to - from))
    let filled = 0
    for (let i = from; i < to; i++) {
      scratch[filled++] = bytes[i]
      if (bytes[i] === quote) i++
    }
    it.bytes = scratch
    it.from = 0
    it.to = filled
  }

  function neverClosed(): SdcError {
    const message = `line ${it.line}: the quote that opens cell ${it.cell + 1} is never closed`
    const fix = 'Close it, or double a quote that belongs to the text.'
    return new SdcError('FILE', message, { file, line: it.line }, fix)
  }

  /** Blanks alone after a closing quote are malformed at the end of the file. */
  function malformed(from: number, behind: number): SdcError {
    const rest = window.bytes.subarray(from, Math.min(window.end, behind + 1))
    if (rest.every((byte) => byte === 32 || byte === 9 || byte === 13))
      return new SdcError('FILE', `line ${it.line}: a quote is malformed`, { file, line: it.line })
    const message = `line ${it.line}: text follows the closing quote of cell ${it.cell + 1}`
    return new SdcError('FILE', message, { file, line: it.line }, 'A quote inside a quoted cell is written twice.')
  }

  return it
}

function mayBeBlank(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13) || byte >= 0x80
}
