import type { Taxonomy, Dataset } from '../columns/dataset.js'
import type { TimeKind } from '../columns/iso-times.js'
import type { ColumnKind } from '../columns/kind.js'
import type { BlockRange } from '../random/blocks.js'

/** The blocks from `from` to `to`, which is excluded. */
export interface PartRange {
  readonly from: number
  readonly to: number
}

/** One block of a file. */
export interface SourceBlock {
  readonly block: BlockRange
  readonly data: Dataset
}

/** A file that is read a block at a time. */
export interface FileSource {
  readonly names: readonly string[]
  /** Known before anything runs. */
  readonly rows: number
  /** Hash of names, sizes and schema; a resumed run refuses a different one. */
  readonly fingerprint: string
  kind(name: string): ColumnKind
  /** The categories of a column, the same for every part. */
  levels(name: string): readonly string[]
  /** Columns with too many categories to be known: they can be copied only. */
  readonly unheld?: ReadonlySet<string> | undefined
  /** Taxonomy of a column of categories, if its schema has one. */
  taxonomy?(name: string): Taxonomy | undefined
  /** Why a column is not numeric, where the file says it and nobody else. */
  notNumeric?(name: string): string | undefined
  /** Kind of a column of dates or times, if the file says it. */
  time?(name: string): TimeKind | undefined
  read(range: PartRange, columns: readonly string[]): AsyncIterable<SourceBlock>
}
