import type { Pieces } from './pieces.js'

/**
 * A part of a file in one array, which moves on. Behind its end stands a NUL, or, where the file ends there, a line end: so a loop
 * over the letters of a cell stops there without asking.
 */
export interface ByteWindow {
  bytes: Uint8Array
  /** The place that is to be read next. */
  at: number
  end: number
  /** How many bytes of the file are before bytes[0]. */
  before: number
  /** True if the file ends at `end`. */
  ended: boolean
  /** Takes more of the file in, keeping what is from `at` on; false where it had ended. Places change. */
  more(): boolean
  /** Lets go of the file. */
  close(): void
}

const SLACK = 16

/**
 * A window on a file, at its beginning.
 *
 * @param pieces - The file.
 * @param lineEnd - The byte that ends its lines.
 * @returns The window, still empty.
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
    // As much as is kept at least, so that a long cell in short pieces is not looked at once a piece.
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
