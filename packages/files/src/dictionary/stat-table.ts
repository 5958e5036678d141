import type { ColumnDescription } from './dictionary.js'

/** Table in the form of statistical programs and workbooks, without their metadata. */
export interface StatTable {
  readonly rows: number
  readonly fileLabel?: string | undefined
  /** Name of the column that the file declares as its weights. */
  readonly weight?: string | undefined
  readonly columns: readonly StatColumn[]
}

export interface StatColumn {
  readonly name: string
  readonly description: ColumnDescription
  readonly cells: NumberCells | TextCells
}

/** Numbers; dates and times in the units of `TimeKind`. */
export interface NumberCells {
  readonly kind: 'numbers'
  /** Values; NaN if missing. */
  readonly values: Float64Array
  readonly missing: MissingKinds | null
}

/** Texts without padding: `levels[codes[i]]`. */
export interface TextCells {
  readonly kind: 'texts'
  /** In the order of their first record; without the empty text, which is missing. */
  readonly levels: readonly string[]
  /** −1 if missing. */
  readonly codes: Int32Array
  readonly missing: MissingKinds | null
}

/**
 * Kinds of missing values of a column, by text: empty for system-missing, `-9` for a user-missing code, `.a` for an
 * extended one. Null instead means that all missing cells are system-missing.
 */
export interface MissingKinds {
  readonly texts: readonly string[]
  /** Index in `texts` of the kind of each missing cell; undefined for other cells. */
  readonly of: Int32Array
}

/** Table that was read. */
export interface ReadStat {
  readonly table: StatTable
  /** Messages about surprising facts: texts that are numbers, an encoding that was not named. */
  readonly notes: readonly string[]
}

/** File that was written. */
export interface WrittenStat {
  /** Its bytes; every iteration begins again and yields the same bytes. */
  readonly content: Iterable<Uint8Array>
  /** A sentence for each fact that the format cannot hold, with its column. */
  readonly losses: readonly string[]
}

/** Options of reading. */
export interface ReadStatOptions {
  /** Name of the file, for messages. */
  readonly file?: string | undefined
  /** Encoding of its texts, instead of that named in the file. */
  readonly encoding?: string | undefined
}
