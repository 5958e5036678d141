import type { Registry } from '@sdc/core'
import type { Check } from './verdict.js'

export interface PaperOptions {
  readonly registry: Registry
  /** True to mask the data in this run as well, and measure that. */
  readonly own: boolean
  /** Random seed of the masks of this run. */
  readonly seed: string
}

/** A row: given values, then one check per column of checks (null: an empty cell). */
export interface PaperRow {
  readonly given: readonly (string | number)[]
  readonly checks: readonly (Check | null)[]
}

/** A table of a paper, or claims of its text. */
export interface PaperTable {
  readonly id: string
  readonly title: string
  /** Place in the paper under which its printed values are counted (see `Paper.prints`); default: the id. */
  readonly where?: string
  /** Content and unit of the table, for a reader who does not have the paper. */
  readonly sentence: string
  /** Names of the columns of given values. */
  readonly given: readonly string[]
  /** Names of the columns of checks. */
  readonly checks: readonly string[]
  readonly rows: readonly PaperRow[]
  /** True if the values of a row come from the same runs: outlying ones count once. */
  readonly isDependent?: true
  readonly notes?: readonly string[]
}

/** Tables that are made together, with the name for `--table`. */
export interface PaperPart {
  readonly name: string
  /** True if it takes ten seconds and more: a run of all papers leaves it out. */
  readonly long?: true
  /** True if no value depends on the seed: made once for several seeds. */
  readonly deterministic?: true
  tables(options: PaperOptions): Promise<readonly PaperTable[]>
}

/** Values that a paper prints in one place: a table, a figure, or the text of a section. */
export interface Printed {
  readonly where: string
  readonly values: number
  /** Reason why those that no check compares are left out. */
  readonly leftOut?: string
}

/** A paper whose tables are reproduced: one folder each, listed in `index.ts`. */
export interface Paper {
  readonly id: string
  /** Subject in a few words. */
  readonly title: string
  readonly citation: string
  /** Subject and notation of the paper, for a reader who does not have it. */
  readonly introduction: readonly string[]
  /** Values that it prints, by place. */
  readonly prints?: readonly Printed[]
  /** Its tables, in the order they are printed. */
  readonly parts: readonly PaperPart[]
  /** Its figures, drawn anew. */
  figures?(options: PaperOptions): Promise<readonly Figure[]>
}

export interface Figure {
  /** File name. */
  readonly name: string
  readonly svg: string
}
