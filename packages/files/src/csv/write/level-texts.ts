import { byteSink, putBytes, type ByteSink } from './byte-sink.js'
import { putAsNeeded, putQuoted, putText, type Marks } from './put-text.js'

/** How a text is written: as it is, in quotes, or in quotes where it must be. */
export type Quoting = 'plain' | 'quoted' | 'needed'

/** The categories of a column as they are written. */
export interface LevelTexts {
  readonly levels: readonly string[]
  readonly quoting: Quoting
  readonly marks: Marks
  /** The bytes of all levels, and where each begins; null where they are used too seldom to be kept. */
  readonly bytes: Uint8Array | null
  readonly starts: Uint32Array
}

/** A level that is written less often than this is encoded each time: most of its bytes would be kept for one cell. */
const USES = 4
const noStarts = new Uint32Array()
/** So few levels are kept whatever their use. */
const FEW = 256

/**
 * The categories of a column as they are written, encoded once each.
 *
 * @param levels - The categories.
 * @param quoting - How they are written.
 * @param marks - The separator and the quote.
 * @param cells - How many cells there are.
 * @returns What `putLevel` writes.
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
 * @param sink - Where it goes.
 * @param texts - The categories of its column.
 * @param code - Its code.
 */
export function putLevel(sink: ByteSink, texts: LevelTexts, code: number): void {
  const { bytes, starts } = texts
  if (bytes === null) putWithQuoting(sink, texts.levels[code], texts.quoting, texts.marks)
  else putBytes(sink, bytes, starts[code], starts[code + 1])
}

/**
 * Writes a text.
 *
 * @param sink - Where it goes.
 * @param text - The text.
 * @param quoting - How it is written.
 * @param marks - The separator and the quote.
 */
export function putWithQuoting(sink: ByteSink, text: string, quoting: Quoting, marks: Marks): void {
  if (quoting === 'plain') putText(sink, text)
  else if (quoting === 'quoted') putQuoted(sink, text, marks)
  else putAsNeeded(sink, text, marks)
}
