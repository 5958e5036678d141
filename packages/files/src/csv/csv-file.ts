import type { Dataset, Taxonomy, TimeKind } from '@sdc/core'
import type { DecimalMark } from './number-text.js'
import type { PackedText } from './text/packed-text.js'

/** Dialect of a CSV file. */
export interface CsvDialect {
  /** The encoding of its bytes, as the Encoding Standard writes it: `utf-8`, `utf-16le`, `windows-1252`. */
  readonly encoding: string
  readonly separator: string
  readonly quote: string
  readonly decimal: DecimalMark
  /** Width of each column, in letters, in a file of fixed width. */
  readonly widths?: readonly number[] | undefined
  /** The line end of the header, and of every record but those in `otherLineEnds`. */
  readonly newline: '\n' | '\r\n' | '\r'
  /** True if the first line holds the names of the columns. */
  readonly header: boolean
  /** A byte order mark and a line such as `sep=;`, or nothing. */
  readonly prefix: string
  /** The line ends after the last record: one, none, or several where the file ends in blank lines. */
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
  /** Its name as written in the header, quotes included; null where the header has none for row names. */
  readonly header: string | null
  /** The text of its missing cells, those in `exceptions` apart; null where it has none. */
  readonly missing: MissingText | null
  /** Text of a cell that becomes missing. */
  readonly newMissing: MissingText
  /**
   * Form of the column's numbers: exactly this number of decimals (`1.50`), or for −1 the shortest text of each value.
   * See `decimalText`.
   */
  readonly decimals: number
  /** Mark between groups of three digits: 1.234.567; undefined for numbers without groups. */
  readonly grouping?: string | undefined
  /** Form of a column of dates or times, whose numbers are days or seconds; undefined for other columns. */
  readonly time?: ColumnTime | undefined
  /** Texts that differ from what their value says (other decimals, blanks around them), without quotes. */
  readonly exceptions: PackedText
  /** One bit a record: whether its cell was quoted; null where none was. */
  readonly quoted: Uint8Array | null
  /** Blanks between a closing quote and the separator, by record. */
  readonly trailing: ReadonlyMap<number, string>
}

/** A file that was read, with what is needed to write it back byte for byte. */
export interface CsvFile {
  readonly dataset: Dataset
  readonly dialect: CsvDialect
  readonly source: ReadonlyMap<string, ColumnSource>
  /** In a file with mixed line ends, one bit a record: it ends otherwise than the header, LF for CR LF or the reverse. */
  readonly otherLineEnds: Uint8Array | null
}

export interface ColumnSchema {
  /** Dates and times are numbers: days or seconds since 1970-01-01, or seconds of a day. */
  readonly kind?: 'numeric' | 'categorical' | TimeKind | undefined
  /** Form of its dates or times: `DD.MM.YYYY`; ISO 8601 where not given. */
  readonly dateFormat?: string | undefined
  /** The categories in their order; a value outside them is an error. */
  readonly levels?: readonly string[] | undefined
  readonly ordered?: boolean | undefined
  /** Parent of each category. */
  readonly taxonomy?: Taxonomy | undefined
  /** The texts that mean missing in this column, instead of those of the file. */
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
  /** Found in the file where not given: comma, semicolon, tab or bar. */
  readonly separator?: string | undefined
  /** `"` where not given. */
  readonly quote?: string | undefined
  /**
   * True if the first line holds the names of the columns, even if these are numbers. False: the columns are named c1,
   * c2, …, in written files too. By default it does, and a first line that looks like a record is refused.
   */
  readonly header?: boolean | undefined
  /** Found in the file where not given. */
  readonly decimal?: DecimalMark | undefined
  /** The texts that mean a missing value: the empty cell and `NA` where not given. */
  readonly missing?: readonly string[] | undefined
  readonly columns?: ReadonlyMap<string, ColumnSchema> | undefined
  /** Handling of a name in `columns` that the file does not have; by default an error. */
  readonly absentColumns?: 'error' | 'ignore' | undefined
  /** The name of the file, for messages. */
  readonly file?: string | undefined
}
