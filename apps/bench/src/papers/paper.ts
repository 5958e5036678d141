import type { Registry } from '@sdc/core'
import type { Check } from './verdict.js'

export interface PaperOptions {
  readonly registry: Registry
  /** Also mask the data in this run, and measure that. */
  readonly own: boolean
  /** What this run's own masks are drawn from. */
  readonly seed: string
}

/** One line: what is given, then one check per column of checks (null: nothing stands there). */
export interface PaperRow {
  readonly given: readonly (string | number)[]
  readonly checks: readonly (Check | null)[]
}

/** One table of a paper, or what its text says. */
export interface PaperTable {
  readonly id: string
  readonly title: string
  /** What the table shows and in which unit, for a reader who does not have the paper. */
  readonly sentence: string
  /** Names of what is given. */
  readonly given: readonly string[]
  /** Names of the columns of checks. */
  readonly checks: readonly string[]
  readonly rows: readonly PaperRow[]
  readonly notes?: readonly string[]
}

/** Tables that are made together, under the name that `--table` takes. */
export interface PaperPart {
  readonly name: string
  /** Whether it takes so long that all papers are run without it: ten seconds and more. */
  readonly long?: true
  tables(options: PaperOptions): Promise<readonly PaperTable[]>
}

/** A paper whose tables are reproduced: one file each, listed in `index.ts`. */
export interface Paper {
  readonly id: string
  readonly citation: string
  /** What the paper is about and what its letters mean, for a reader who does not have it. */
  readonly introduction: readonly string[]
  /** Its tables, in the order they are printed. */
  readonly parts: readonly PaperPart[]
  /** Its figures, drawn anew. */
  figures?(options: PaperOptions): Promise<readonly Figure[]>
}

export interface Figure {
  /** The name of its file. */
  readonly name: string
  readonly svg: string
}
