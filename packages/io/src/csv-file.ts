import type { Dataset, Taxonomy } from '@sdc/core'
import type { DecimalMark } from './number-text.js'
import type { PackedText } from './text/packed-text.js'

/** How a file is written. */
export interface CsvDialect {
  readonly separator: string
  readonly quote: string
  readonly decimal: DecimalMark
  /** The line end of the header, and of every record but those in `otherLineEnds`. */
  readonly newline: '\n' | '\r\n' | '\r'
  /** Whether the first line holds the names of the columns. */
  readonly header: boolean
  /** A byte order mark, or nothing. */
  readonly prefix: string
  /** The line ends after the last record: one, none, or several where the file ends in blank lines. */
  readonly tail: string
  /** What a cell says that became missing, in a column that had no missing cell before. */
  readonly missing: string
}

/** What of a column's text its values do not say. */
export interface ColumnSource {
  /** Its name as it stands in the header, quotes included. */
  readonly header: string
  /** The text of its missing cells, those in `exceptions` apart; null where it has none. */
  readonly missing: { readonly text: string; readonly quoted: boolean } | null
  /** What a cell says that becomes missing, in a column that had no missing cell before. */
  readonly newMissing: string
  /**
   * How the numbers of the column are written: with exactly so many decimals (`1.50`), or, where it is −1, each by the
   * shortest text of its value. See `decimalText`.
   */
  readonly decimals: number
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
  readonly kind?: 'numeric' | 'categorical' | undefined
  /** The categories in their order; a value outside them is an error. */
  readonly levels?: readonly string[] | undefined
  readonly ordered?: boolean | undefined
  /** What each category is a kind of. */
  readonly taxonomy?: Taxonomy | undefined
  /** The texts that mean missing in this column, instead of those of the file. */
  readonly missing?: readonly string[] | undefined
}

export interface CsvOptions {
  /** Found in the file where not given: comma, semicolon, tab or bar. */
  readonly separator?: string | undefined
  /** `"` where not given. */
  readonly quote?: string | undefined
  /**
   * Whether the first line holds the names of the columns: true, also where these are numbers; false, and the columns are
   * c1, c2, …, in what is written as well. Where not given it does, and one that looks like a record is refused.
   */
  readonly header?: boolean | undefined
  /** Found in the file where not given. */
  readonly decimal?: DecimalMark | undefined
  /** The texts that mean a missing value: the empty cell and `NA` where not given. */
  readonly missing?: readonly string[] | undefined
  readonly columns?: ReadonlyMap<string, ColumnSchema> | undefined
  /** What to do where `columns` names one that the file does not have: an error where not given. */
  readonly absentColumns?: 'error' | 'ignore' | undefined
  /** The name of the file, for messages. */
  readonly file?: string | undefined
}
