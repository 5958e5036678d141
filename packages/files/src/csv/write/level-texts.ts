import { byteSink, putBytes, type ByteSink } from './byte-sink.js'
import { putAsNeeded, putQuoted, putText, type Marks } from './put-text.js'

/** Quoting of a text: none, always, or as needed. */
export type Quoting = 'plain' | 'quoted' | 'needed'

/** Categories of a column in written form. */
export interface LevelTexts {
  readonly levels: readonly string[]
  readonly quoting: Quoting
  readonly marks: Marks
  /** Bytes of all levels, with the start of each; null if they are used too rarely to be kept. */
  readonly bytes: Uint8Array | null
  readonly starts: Uint32Array
}

/** Least mean number of uses: rarer levels are encoded each time. */
const USES = 4
const noStarts = new Uint32Array()
/** Number of levels up to which all are kept. */
const FEW = 256

/**
 * Encodes the categories of a column, once each.
 *
 * @param levels - The categories.
 * @param quoting - Their quoting.
 * @param marks - Separator and quote.
 * @param cells - Number of cells.
 * @returns The texts for `putLevel`.
 */
export function levelTexts(levels: readonly string[], quoting: Quoting, marks: Marks, cells: number): LevelTexts {
  const without = { levels, quoting, marks, bytes: null, starts: noStarts }
  if (levels.length === 0) return without
  if (levels.length > FEW && levels.length * USES > cells) return without
  const sink = byteSink(16 * levels.length)
  const starts = new Uint32Array(levels.length + 1)
  for (let code = 0; code < levels.length; code++) {
    putWithQuoting(sink, levels[code], quoting, marks)
    starts[code + 1] = sink.at
  }
  return { ...without, bytes: sink.bytes, starts }
}

/**
 * Writes a category.
 *
 * @param sink - Target.
 * @param texts - Categories of its column.
 * @param code - Code of the category.
 */
export function putLevel(sink: ByteSink, texts: LevelTexts, code: number): void {
  const { bytes, starts } = texts
  if (bytes === null) putWithQuoting(sink, texts.levels[code], texts.quoting, texts.marks)
  else putBytes(sink, bytes, starts[code], starts[code + 1])
}

/**
 * Writes a text.
 *
 * @param sink - Target.
 * @param text - The text.
 * @param quoting - Its quoting.
 * @param marks - Separator and quote.
 */
export function putWithQuoting(sink: ByteSink, text: string, quoting: Quoting, marks: Marks): void {
  if (quoting === 'plain') putText(sink, text)
  else if (quoting === 'quoted') putQuoted(sink, text, marks)
  else putAsNeeded(sink, text, marks)
}
