import { levelTable } from '../../csv/text/level-table.js'
import type { Decoder } from '../../encodings/decoder.js'

/** Collects the texts of a column by their bytes: a text that repeats is decoded once. */
export interface TextColumn {
  /** Adds bytes[from … to) as the text of a record; an empty text is missing. */
  readonly put: (record: number, bytes: Uint8Array, from: number, to: number) => void
  readonly finish: () => { readonly levels: readonly string[]; readonly codes: Int32Array }
}

/**
 * Returns a collector of texts.
 *
 * @param rows - Number of records.
 * @param decoder - Decoder of their bytes.
 * @returns The collector.
 */
export function textColumn(rows: number, decoder: Decoder): TextColumn {
  const codes = new Int32Array(rows).fill(-1)
  const table = levelTable()
  return {
    put(record, bytes, from, to) {
      if (from === to) return
      const found = table.find(bytes, from, to)
      codes[record] = found < 0 ? table.add(bytes, from, to) : found
    },
    finish() {
      const { texts } = table
      const raw = Array.from({ length: texts.size }, (_, i) => {
        const from = texts.from(i)
        return decoder.decode(texts.block(i).subarray(from, from + texts.length(i)))
      })
      // Different bytes may have the same text.
      const known = new Map<string, number>()
      const codeOf = Int32Array.from(raw, (text) => {
        const code = known.get(text) ?? known.size
        known.set(text, code)
        return code
      })
      if (known.size < raw.length) for (let i = 0; i < rows; i++) if (codes[i] >= 0) codes[i] = codeOf[codes[i]]
      return { levels: [...known.keys()], codes }
    },
  }
}
