import type { ColumnKind } from '@sdc/core'
import type { CsvDialect, MissingText } from '../csv-file.js'

/**
 * Result of a first pass over a file that is not in memory: enough to read and write any of its blocks. It is plain
 * JSON.
 */
export interface CsvScan {
  readonly dialect: Omit<CsvDialect, 'missing' | 'tail'>
  readonly columns: readonly ScannedColumn[]
  readonly records: number
  /** Number of records in a block other than the last. */
  readonly blockRecords: number
  /** Start of each block in the file and end of the last one, in bytes. */
  readonly starts: readonly number[]
}

export interface ScannedColumn {
  readonly name: string
  /** Name as written in the header, quotes included; null for row names without a header. */
  readonly header: string | null
  readonly kind: ColumnKind
  /** Reason why a column not declared as numeric is not: its first cell that is not a number, with its line. */
  readonly notNumeric?: string | undefined
  /** Categories of the whole file in order, as the reader of the whole gives them; null if there are too many. */
  readonly levels: readonly string[] | null
  /** True if every cell with a value is quoted: those of a masked column are then quoted too. */
  readonly allQuoted: boolean
  /** Text of a cell that becomes missing. */
  readonly missing: MissingText
}

/**
 * Largest number of categories kept per column; a column with more (names, identifiers) can be passed on, but not
 * masked.
 */
export const MOST_LEVELS = 1 << 18
