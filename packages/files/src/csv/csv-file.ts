import type { Dataset, Taxonomy, TimeKind } from '@sdc/core'
import type { DecimalMark } from './number-text.js'
import type { PackedText } from './text/packed-text.js'

/** Dialect of a CSV file. */
export interface CsvDialect {
  /** Encoding of its bytes by its name in the Encoding Standard: `utf-8`, `utf-16le`, `windows-1252`. */
  readonly encoding: string
  readonly separator: string
  readonly quote: string
  readonly decimal: DecimalMark
  /** Width of each column, in letters, of a fixed-width file. */
  readonly widths?: readonly number[] | undefined
  /** Line end of the header and of the records that are not in `otherLineEnds`. */
  readonly newline: '\n' | '\r\n' | '\r'
  /** True if the first line contains the names of the columns. */
  readonly header: boolean
  /** A byte order mark and a line such as `sep=;`, or nothing. */
  readonly prefix: string
  /** Line ends after the last record: one, none, or several if the file ends in blank lines. */
  readonly tail: string
  /** Text of a cell that became missing, in a column without missing cells before. */
  readonly missing: string
}

/** Text of a missing cell. */
export interface MissingText {
  readonly text: string
  readonly quoted: boolean
}

/** Kind and form of a column of dates or times. */
export interface ColumnTime {
  readonly kind: TimeKind
  /** Its tokens: `DD.MM.YYYY`. */
  readonly format: string
}

/** Features of a column's text that its values do not determine. */
export interface ColumnSource {
  /** Name as written in the header, quotes included; null for row names without a header. */
  readonly header: string | null
  /** Text of its missing cells except those in `exceptions`; null if there are none. */
  readonly missing: MissingText | null
  /** Text of a cell that becomes missing. */
  readonly newMissing: MissingText
  /**
   * Form of the column's numbers: this number of decimals (`1.50`), or for −1 the shortest text of each value. See
   * `decimalText`.
   */
  readonly decimals: number
  /** Mark between groups of three digits: 1.234.567; undefined for numbers without groups. */
  readonly grouping?: string | undefined
  /** Form of a column of dates or times, which are stored as days or seconds; undefined for other columns. */
  readonly time?: ColumnTime | undefined
  /** Texts that differ from the text of their value (other decimals, surrounding blanks), without quotes. */
  readonly exceptions: PackedText
  /** One bit per record, set if its cell was quoted; null if none was. */
  readonly quoted: Uint8Array | null
  /** Blanks between a closing quote and the separator, by record. */
  readonly trailing: ReadonlyMap<number, string>
}

/** A file with all that is needed to write it back byte for byte. */
export interface CsvFile {
  readonly dataset: Dataset
  readonly dialect: CsvDialect
  readonly source: ReadonlyMap<string, ColumnSource>
  /**
   * In a file with mixed line ends, one bit per record: set if its line end is not that of the header, such as LF for
   * CR LF.
   */
  readonly otherLineEnds: Uint8Array | null
}

export interface ColumnSchema {
  /** Dates and times are numbers: days or seconds since 1970-01-01, or seconds of a day. */
  readonly kind?: 'numeric' | 'categorical' | TimeKind | undefined
  /** Form of its dates or times: `DD.MM.YYYY`; ISO 8601 by default. */
  readonly dateFormat?: string | undefined
  /** Categories in order; a value outside them is an error. */
  readonly levels?: readonly string[] | undefined
  readonly ordered?: boolean | undefined
  /** Parent of each category. */
  readonly taxonomy?: Taxonomy | undefined
  /** Texts that mean missing in this column, instead of those of the file. */
  readonly missing?: readonly string[] | undefined
  /** Lowest and highest of the numbers that mean missing, both included. */
  readonly missingRange?: readonly [low: number, high: number] | undefined
}

export interface CsvOptions {
  /** Encoding of a file that is neither UTF-8 nor UTF-16: any name of the Encoding Standard. */
  readonly encoding?: string | undefined
  /** Width of each column, in letters, in a file without separators. Names are then `names`, or c1, c2, …. */
  readonly widths?: readonly number[] | undefined
  /** Names of the columns of a file whose first line is a record. */
  readonly names?: readonly string[] | undefined
  /** Number of lines above the names of the columns, or the records; they are not written. */
  readonly skip?: number | undefined
  /** By default detected: comma, semicolon, tab or bar. */
  readonly separator?: string | undefined
  /** `"` by default. */
  readonly quote?: string | undefined
  /**
   * True if the first line contains the names of the columns, even if these are numbers. False: the columns are named
   * c1, c2, …, in written files too. By default it does, and a first line that looks like a record is refused.
   */
  readonly header?: boolean | undefined
  /** Detected by default. */
  readonly decimal?: DecimalMark | undefined
  /** Texts that mean a missing value; by default the empty cell and `NA`. */
  readonly missing?: readonly string[] | undefined
  readonly columns?: ReadonlyMap<string, ColumnSchema> | undefined
  /** Handling of a name in `columns` that the file does not have; by default an error. */
  readonly absentColumns?: 'error' | 'ignore' | undefined
  /** Name of the file, for messages. */
  readonly file?: string | undefined
}
