import type { Marks } from '../bytes/marks.js'
import type { NumberReader } from '../decimal/read-number.js'

/** Distinct texts that mean missing in a column. */
export interface MissingTexts {
  readonly texts: readonly string[]
  readonly bytes: readonly Uint8Array[]
  /** Index of the text bytes[from … to); −1 if it does not mean missing. */
  find(bytes: Uint8Array, from: number, to: number): number
  /** Values of those that are numbers: a cell with such a value needs a closer look. Null if there are none. */
  guard(reader: NumberReader): Float64Array | null
}

/**
 * Prepares the texts that mean missing in a column.
 *
 * @param given - The texts.
 * @param marks - Separator and quote.
 * @returns The distinct texts, with a search by bytes.
 */
export function missingTexts(given: readonly string[], marks: Marks): MissingTexts {
  const texts = [...new Set(given)]
  const encoded = texts.map(marks.encode)
  const longest = Math.max(-1, ...encoded.map((text) => text.length))
  return {
    texts,
    bytes: encoded,
    find(bytes, from, to) {
      const length = to - from
      if (length > longest) return -1
      for (let k = 0; k < encoded.length; k++) {
        const text = encoded[k]
        if (text.length !== length) continue
        let i = 0
        while (i < length && text[i] === bytes[from + i]) i++
        if (i === length) return k
      }
      return -1
    },
    guard(reader) {
      const values = encoded.flatMap((text) => (reader.read(text, 0, text.length) ? [reader.number.value] : []))
      return values.length > 0 ? Float64Array.from(values) : null
    },
  }
}
