import type { ColumnKind } from '@sdc/core'
import type { CsvDialect } from '../csv-file.js'

/** What a first reading of a file that is not held finds: enough to read and write any of its blocks. It is plain JSON. */
export interface CsvScan {
  readonly dialect: Omit<CsvDialect, 'missing' | 'tail'>
  readonly columns: readonly ScannedColumn[]
  readonly records: number
  /** Of a block, the last one apart. */
  readonly blockRecords: number
  /** Where each block begins in the file, and where the last one ends, in bytes. */
  readonly starts: readonly number[]
}

export interface ScannedColumn {
  readonly name: string
  /** The name as it stands in the header, quotes included. */
  readonly header: string
  readonly kind: ColumnKind
  /** Why it is not numeric, where nobody said that it is not: its first cell that is no number, with its line. */
  readonly notNumeric?: string | undefined
  /** The categories of the whole file in their order, the same that a reading of the whole gives; null where they are too many. */
  readonly levels: readonly string[] | null
  /** Whether every cell that has a value stands in quotes: those of a masked column then do, too. */
  readonly allQuoted: boolean
  /** What a cell says that becomes missing. */
  readonly missing: { readonly text: string; readonly quoted: boolean }
}

/** So many categories of a column are held; a column with more (names, numbers of persons) can be passed on, not masked. */
export const MOST_LEVELS = 1 << 18
