import type { Pieces } from './pieces.js'

/**
 * A moving window on a file in one array. Its end is followed by a NUL, or at the end of the file by a line end, so
 * that a loop over the letters of a cell stops there without a bounds check.
 */
export interface ByteWindow {
  bytes: Uint8Array
  /** Position of the next byte to read. */
  at: number
  end: number
  /** Number of bytes of the file before bytes[0]. */
  before: number
  /** True if the file ends at `end`. */
  ended: boolean
  /** Reads more of the file and keeps the bytes from `at` on; false if the file had ended. Positions change. */
  more(): boolean
  /** Releases the file. */
  close(): void
}

const SLACK = 16

/**
 * Opens a window at the beginning of a file.
 *
 * @param pieces - The file.
 * @param lineEnd - Byte that ends its lines.
 * @returns The empty window.
 */
export function byteWindow(pieces: Pieces, lineEnd: number): ByteWindow {
  const iterator = pieces[Symbol.iterator]()
  const window: ByteWindow = { bytes: new Uint8Array(SLACK), at: 0, end: 0, before: 0, ended: false, more, close }

  function more(): boolean {
    if (window.ended) return false
    const kept = window.end - window.at
    window.bytes.copyWithin(0, window.at, window.end)
    window.before += window.at
    window.at = 0
    window.end = kept
    // Reads at least as much as is kept, so that a long cell in short pieces is not searched once per piece.
    while (window.end < 2 * kept || window.end === kept) {
      const next = iterator.next()
      if (next.done === true) {
        window.ended = true
        break
      }
      take(next.value)
    }
    window.bytes[window.end] = window.ended ? lineEnd : 0
    window.bytes[window.end + 1] = 0
    return true
  }

  function take(piece: Uint8Array): void {
    const needed = window.end + piece.length + SLACK
    if (needed > window.bytes.length) {
      const larger = new Uint8Array(Math.max(needed, Math.ceil(1.5 * window.bytes.length)))
      larger.set(window.bytes.subarray(0, window.end))
      window.bytes = larger
    }
    window.bytes.set(piece, window.end)
    window.end += piece.length
  }

  function close(): void {
    iterator.return?.()
  }

  return window
}
