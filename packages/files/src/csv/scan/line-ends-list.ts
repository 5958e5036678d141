/** Line end of a record or a blank line. */
export const LF = 0
export const CRLF = 1
export const NOT = 2

/** A list of line ends, one byte each: a file may end in millions of blank lines. */
export interface LineEndsList {
  readonly size: number
  push(how: number): void
  at(i: number): number
  clear(): void
  /** Their text, with LF written as this byte. */
  text(lineEnd: number): string
}

/**
 * Returns an empty list of line ends.
 *
 * @returns The list.
 */
export function lineEndsList(): LineEndsList {
  let kinds = new Uint8Array(16)
  let size = 0
  return {
    get size() {
      return size
    },
    push(how) {
      if (size === kinds.length) {
        const more = new Uint8Array(2 * size)
        more.set(kinds)
        kinds = more
      }
      kinds[size++] = how
    },
    at: (i) => kinds[i],
    clear() {
      size = 0
    },
    text(lineEnd) {
      const bytes = new Uint8Array(2 * size)
      let filled = 0
      for (let i = 0; i < size; i++) {
        if (kinds[i] === NOT) continue
        if (kinds[i] === CRLF) bytes[filled++] = 13
        bytes[filled++] = lineEnd
      }
      return new TextDecoder().decode(bytes.subarray(0, filled))
    },
  }
}
