import type { ColumnAsRead } from '../plan/plan.js'
import type { MaskedCell, RankWalk } from '../plan/masking.js'
import type { Column, Dataset } from '../columns/dataset.js'
import type { BlockRange } from '../random/blocks.js'
import type { Totals } from '../work/totals.js'
import type { Work } from '../work/work.js'

/** Context of a file that is available only one block at a time. */
export interface PartsContext<P> extends Pick<Work<P>, 'columns' | 'given' | 'roles' | 'params' | 'rng'> {
  /** Number of records in the file or group. */
  readonly rows: number
  /** Its columns without a record: their kinds and levels. */
  readonly head: Dataset
  /** By the name of the pass: what those that ended made of the whole file. */
  readonly totals: ReadonlyMap<string, Totals>
}

/** One block of records, and what is known of the file. */
export interface BlockContext<P> extends PartsContext<P> {
  readonly block: BlockRange
  /** The records of the block. */
  readonly data: Dataset
}

/**
 * A pass over the file that computes a few numbers: those of every block, merged from the left over blocks 0, 1, 2, …,
 * never over partitions. The partition of the file therefore does not change a bit of them.
 */
export interface Pass<P> {
  readonly name: string
  /** Returns true if the pass must read the file, given the results of earlier passes; by default it must. */
  needed?(context: PartsContext<P>): boolean
  /**
   * Totals of all blocks, if they follow from known facts about the unmasked columns: the file is then not read. They
   * equal the computed totals bit for bit. Nothing is known of a categorical column or of one that an earlier step has
   * masked.
   */
  known?(context: PartsContext<P>, column: (name: string) => ColumnAsRead | undefined): Totals | undefined
  /** Totals of one block. */
  of(context: BlockContext<P>): Totals
  /** The totals of the blocks so far with those of the next one; the first block begins. */
  merge(total: Totals, own: Totals): Totals
  /**
   * Result kept from the totals of all blocks, computed once after they are merged. By default the totals themselves.
   */
  end?(context: PartsContext<P>, total: Totals): Totals
}

/** Messages of a method about the whole file, after its passes have ended. */
export interface StreamedMessages {
  readonly warnings?: readonly string[]
  readonly report?: ReadonlyMap<string, number>
}

/** For methods that mask a record given a few numbers of the whole file: noise, rounding, linear models. */
export interface ByBlocks<P> {
  readonly shape: 'blocks'
  readonly passes: readonly Pass<P>[]
  /** Once, when the passes have ended: throws what the file is refused for. */
  check?(context: PartsContext<P>): StreamedMessages
  /** The masked columns of one block. Draws from streams of the block only (`blockStream`). */
  mask(context: BlockContext<P>): ReadonlyMap<string, Column>
  /** Once, when every block is masked: throws what came out is refused for. */
  judge?(context: PartsContext<P> & MaskedFacts): StreamedMessages
}

/** Facts about a file after masking. */
export interface MaskedFacts {
  /** Columns with at least one changed value; −0 equals 0. */
  readonly changed: ReadonlySet<string>
}

/** One column that is ordered, or columns that are ordered together. */
export interface RankedColumn {
  /** The column; the first of several. */
  readonly column: string
  /** Those that are ordered together, where the method says so. */
  readonly together?: readonly string[]
  /** Number of ranked and of missing values. */
  readonly count: number
  readonly missing: number
  /** Number of records with a masked but no original value. */
  readonly unlinked: number
  /** Levels of ordered categories, which are ranked by their order. */
  readonly levels?: readonly string[]
}

/** For methods that order the records by a number made of several columns, and mask these columns in that order. */
export interface RankedTogether<P> {
  /** Passes over the file that compute the number. */
  readonly passes: readonly Pass<P>[]
  /** The columns that are ordered together, set by set: every column is in one. Throws what the step is refused for. */
  sets(step: Pick<PartsContext<P>, 'columns' | 'params'>): readonly (readonly string[])[]
  /** The number of every record of a block; none may be missing. The block has the columns of the set only. */
  key(context: BlockContext<P>, set: readonly string[]): Float64Array
}

/**
 * For methods that work on each column in the order of its values. The engine orders the records by (value, tie,
 * record), `walk` goes through the ranks, and the engine returns its results to the records. Missing values have no
 * rank and stay.
 */
export interface ByRanks<P> {
  readonly shape: 'ranks'
  /**
   * Order of equal values: at random, by a number of the record from `rng.child(column).child('ties')`; by record; or
   * `value`: by record, but −0 before 0, so that no record decides which value has a rank.
   */
  ties(context: PartsContext<P>): 'random' | 'record' | 'value'
  /**
   * For methods that work on a masked file: the original column is sorted too, and records without a value in either
   * have no rank. Its equal values are ordered in the same way, at random by `rng.child(column).child(originals)`.
   */
  readonly originals?: string
  /**
   * True if the walk sees which records have the ranks: sums in the order of the records then equal those of the whole
   * file.
   */
  readonly records?: true
  /** For numeric columns without missing values that are not each in an order of their own. */
  readonly together?: RankedTogether<P>
  /** Reason why nominal columns, which have no order, are not masked out of core; by default they have no rank. */
  readonly nominal?: string
  /** Throws what the column is refused for. The memory that it needs grows with `window`, not with the number of ranks. */
  walk(context: PartsContext<P> & RankedColumn): RankWalk
  /** Number of ranks that it holds at a time. */
  window(context: PartsContext<P> & RankedColumn): number
  /** Messages about a column. */
  words?(context: PartsContext<P> & RankedColumn): StreamedMessages
}

/** Goes through the values of one column in order, run by run of equal ones. */
export interface RunWalk {
  /**
   * @param ends - Number of values of the column up to the end of each of the next runs.
   */
  push(ends: Float64Array | Uint32Array): void
  /** Result kept from the runs. */
  end(): Totals
}

/**
 * For methods that reorder every column's own values by a number of each record, which is computed from the ranks of
 * all columns. Columns to mask are numeric, and no value that the method reads is missing.
 */
export interface ByReordering<P> {
  readonly shape: 'reordered'
  /** Passes over the unchanged columns. */
  readonly values: readonly Pass<P>[]
  /** Result kept from the runs of a column to mask; later passes find it in the totals, by `runsOf`. */
  runs(context: PartsContext<P>, column: string): RunWalk
  /**
   * Passes over the ranks: each number of a block, masked or given, is replaced by its rank in the file, from 1; equal
   * values share their mean rank. Categories are unchanged.
   */
  readonly ranks: readonly Pass<P>[]
  /** Called once after all passes; throws if the file is refused. */
  check?(context: PartsContext<P>): StreamedMessages
  /**
   * The numbers that put every masked column in order, of the records of one block, which has ranks. Draws from streams of the block
   * only. Equal ones are ordered at random, by a number of the record from `rng.child('ties').child(j)`, j the column's number.
   */
  keys(context: BlockContext<P>): readonly Float64Array[]
}

/**
 * The name of what is kept of the runs of a column.
 *
 * @param column - The column.
 * @returns The name in the totals.
 */
export const runsOf = (column: string): string => `runs of ${column}`

/** Function that finds the cell of a record from its values. */
export interface Cells {
  /** Number of cells. */
  readonly count: number
  /** The cell of every record, from 0. */
  of(data: Dataset): Uint32Array
}

/** One cell of records, and what is known of the file. */
export interface CellContext<P> extends PartsContext<P> {
  readonly cell: number
  /** Its records, in the order of the file. */
  readonly data: Dataset
  readonly tick: (fraction: number) => void
}

/**
 * For methods that divide the file into cells of similar records and mask each cell by itself. Passes over the file
 * define the cells, and a record finds its cell by its values.
 */
export interface ByCells<P> {
  readonly shape: 'cells'
  readonly passes: readonly Pass<P>[]
  /** Once the passes have ended. Throws what the file is refused for. */
  cells(context: PartsContext<P>): Cells
  /** Draws from streams of the cell only. */
  mask(context: CellContext<P>): MaskedCell
  /** The totals of the cells so far with those of the next one; cell 0 begins. */
  merge(total: Totals, own: Totals): Totals
  /** Once all cells are masked: what is to be said of the file. */
  words(context: PartsContext<P>, total: Totals): StreamedMessages
}

/** For methods that need the whole file at a time. */
export interface WholeFile {
  readonly shape: 'whole'
  /** Reason, in a sentence for users of large files. */
  readonly why: string
  /** Method to use instead. */
  readonly instead?: string
  /**
   * True if it reads the masked and given columns of its own group only: with `by`, one group at a time is then enough.
   */
  readonly groups?: true
}

/** Plan for running a method out of core, as data, so that an engine can schedule it. */
export type Streamed<P> = ByBlocks<P> | ByRanks<P> | ByReordering<P> | ByCells<P> | WholeFile
