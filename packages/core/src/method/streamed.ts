import type { Column, Dataset } from '../columns/dataset.js'
import type { BlockRange } from '../random/blocks.js'
import type { Totals } from '../work/totals.js'
import type { Work } from '../work/work.js'

/** What is known of a file of which no more than a block at a time is at hand. */
export interface PartsContext<P> extends Pick<Work<P>, 'columns' | 'given' | 'roles' | 'params' | 'rng'> {
  /** How many records the file (or group) has. */
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

/** What the first reading of a file knows of a numeric column. */
export interface ColumnAsRead {
  /** Values that are not missing. */
  readonly count: number
  readonly missing: number
  /** The first record (from 0) without a value; −1 where there is none. */
  readonly firstMissing: number
  /** The first value, NaN where there is none. */
  readonly first: number
  /** Whether a value differs from the first. */
  readonly varies: boolean
  /** The greatest finite size of a value. */
  readonly largest: number
  /** The compensated sum, and what its rounding lost: of every block, and of these in their order. */
  readonly sum: number
  readonly lost: number
  /** Σ(x − x̄)² and Σ(x − x̄), block by block, where they were summed. */
  readonly squares?: readonly [number, number]
}

/**
 * A reading of the file that makes a few numbers of it: those of every block, merged from the left over blocks 0, 1, 2, …,
 * never over parts. So no cut of the file changes a bit of them.
 */
export interface Pass<P> {
  readonly name: string
  /** Whether the file must be read for it, now that the passes before it have ended; it is where nobody says. */
  needed?(context: PartsContext<P>): boolean
  /**
   * Bit for bit the totals of all blocks, where what is known of the columns as they came is enough: the file is not read for them
   * then. Of a column that a step before has masked, or a categorical one, nothing is known.
   */
  known?(context: PartsContext<P>, column: (name: string) => ColumnAsRead | undefined): Totals | undefined
  /** Of one block. */
  of(context: BlockContext<P>): Totals
  /** The totals of the blocks so far with those of the next one; the first block begins. */
  merge(total: Totals, own: Totals): Totals
  /** What is kept of the totals of all blocks: worked out once, when they are merged. The totals where nobody says. */
  end?(context: PartsContext<P>, total: Totals): Totals
}

/** What a method says of the whole file once its passes have ended. */
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

/** What is known of a file once it is masked. */
export interface MaskedFacts {
  /** The columns of which some value is another than before; −0 is no other than 0. */
  readonly changed: ReadonlySet<string>
}

/** Goes through the ranks of one column in order. */
export interface RankWalk {
  /**
   * @param sorted the values of the next ranks; of columns that are ordered together the values of each rank side by side
   * @param originals the values of the original at the same ranks, where the method asks for them
   * @param records the records that have these ranks, where the method asks for them
   * @returns the results that became known, those of the next ranks first, as many a rank as there are values; a view that
   * holds until the next call
   */
  push(sorted: Float64Array, originals: Float64Array, records: Uint32Array): Float64Array
  /** @returns the results of the ranks that are left; throws what the column is refused for now that all is known */
  end(): Float64Array
  /** What is to be said of the column, once it has ended. */
  words?(): readonly string[]
}

/** One column that is ordered, or columns that are ordered together. */
export interface RankedColumn {
  /** The column; the first of several. */
  readonly column: string
  /** Those that are ordered together, where the method says so. */
  readonly together?: readonly string[]
  /** How many of its values have a rank, and how many are missing. */
  readonly count: number
  readonly missing: number
  /** How many of those without a rank have a value all the same: with `originals`, where the original has none. */
  readonly unlinked: number
  /** Of ordered categories, which are ranked by their places among these. */
  readonly levels?: readonly string[]
}

/** For methods that order the records by a number made of several columns, and mask these columns in that order. */
export interface RankedTogether<P> {
  /** Readings of the file that the number asks for. */
  readonly passes: readonly Pass<P>[]
  /** The columns that are ordered together, set by set: every column is in one. Throws what the step is refused for. */
  sets(step: Pick<PartsContext<P>, 'columns' | 'params'>): readonly (readonly string[])[]
  /** The number of every record of a block; none may be missing. The block has the columns of the set only. */
  key(context: BlockContext<P>, set: readonly string[]): Float64Array
}

/**
 * For methods that work on each column in the order of its values: the engine orders the records by (value, tie, record),
 * `walk` goes through the ranks, and the engine puts its results back at the records. Missing values have no rank and stay.
 */
export interface ByRanks<P> {
  readonly shape: 'ranks'
  /**
   * Whether equal values are ordered at random, by a number of the record from `rng.child(column).child('ties')`, or by record;
   * `value`: by record, but −0 before 0, so that no record decides which value has a rank.
   */
  ties(context: PartsContext<P>): 'random' | 'record' | 'value'
  /**
   * For methods that work on a masked file: the original column is sorted as well, and records in which either has no value
   * have no rank. Its equal values are ordered likewise, at random by `rng.child(column).child(originals)`.
   */
  readonly originals?: string
  /** Whether the walk sees which records have the ranks: sums in the order of the records are then those of the whole file. */
  readonly records?: true
  /** For numeric columns without missing values that are not each in an order of their own. */
  readonly together?: RankedTogether<P>
  /** Why nominal columns, which have no order of their own, are not masked in parts; they have none where nobody says. */
  readonly nominal?: string
  /** Throws what the column is refused for. The memory that it needs grows with `window`, not with the number of ranks. */
  walk(context: PartsContext<P> & RankedColumn): RankWalk
  /** How many ranks it holds at a time. */
  window(context: PartsContext<P> & RankedColumn): number
  /** What is to be said of a column. */
  words?(context: PartsContext<P> & RankedColumn): StreamedMessages
}

/** Goes through the values of one column in order, run by run of equal ones. */
export interface RunWalk {
  /** @param ends how many values of the column there are up to the end of each of the next runs */
  push(ends: Float64Array | Uint32Array): void
  /** What is kept of them. */
  end(): Totals
}

/**
 * For methods that hand every column its own values in another order: that of a number of each record, which is made of the
 * ranks of all columns. Columns to mask are numeric, and none is missing a value that it reads.
 */
export interface ByReordering<P> {
  readonly shape: 'reordered'
  /** Readings of the columns as they are. */
  readonly values: readonly Pass<P>[]
  /** What is kept of the runs of a column to mask; what follows finds it in the totals, by `runsOf`. */
  runs(context: PartsContext<P>, column: string): RunWalk
  /**
   * Readings of the ranks: where a block has a number, masked or given, its rank in the file takes its place, from 1, equal values
   * sharing the mean of theirs. Categories are as they are.
   */
  readonly ranks: readonly Pass<P>[]
  /** Once, when the readings have ended: throws what the file is refused for. */
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

/** What tells the cell of a record by its values. */
export interface Cells {
  /** How many there are. */
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

/** What became of a cell. */
export interface MaskedCell {
  readonly columns: ReadonlyMap<string, Column>
  /** The group of each of its records, from 0: no group has records of two cells. */
  readonly groups: Uint32Array
  /** A few numbers of it, which are merged over all cells. */
  readonly totals: Totals
}

/**
 * For methods that cut the file into cells of records that are near each other, and mask each by itself: readings of the file
 * say where the cells are, and a record finds its own by its values.
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
  /** Why, in a sentence for who has a large file. */
  readonly why: string
  /** What to take instead. */
  readonly instead?: string
  /** Whether it looks at the masked and given columns of its own group only: with `by` a group at a time is then enough. */
  readonly groups?: true
}

/** How a method runs on a file of which a part at a time is in memory: as data, so that an engine can plan it. */
export type Streamed<P> = ByBlocks<P> | ByRanks<P> | ByReordering<P> | ByCells<P> | WholeFile
