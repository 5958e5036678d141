import type { Dataset } from '../columns/dataset.js'
import type { BlockRange } from '../random/blocks.js'
import type { Rng } from '../random/rng.js'
import type { Reported } from '../work/reported.js'
import type { Totals } from '../work/totals.js'
import type { Work } from '../work/work.js'

/** Records that are read: those of one file, or pairs of a masked record and its original. */
export type Side = 'original' | 'masked' | 'pairs'

/** Facts about both files that are known before a record is read. For a method, `masked` is the file that it gets. */
export interface Facts<P> extends Pick<Work<P>, 'columns' | 'given' | 'roles' | 'params' | 'rng' | 'projectKey'> {
  /** Number of records; pairs are the masked records whose original record is known, in the order of the masked file. */
  readonly rows: Readonly<Record<Side, number>>
  /** Kinds and levels of the original's columns, without records. */
  readonly original: Dataset
  /** The same of the masked file. */
  readonly masked: Dataset
}

/** Up to 65,536 consecutive records. The columns are views, valid until the next block. */
export interface Block extends BlockRange {
  /** Records of the original; no columns if only masked records are read. */
  readonly original: Dataset
  /** Records of the masked file; no columns if only original records are read. */
  readonly masked: Dataset
  /** Number of each record in its own file, from 0, for pairs that are not at the same places of both files. */
  readonly numbers?: Readonly<Record<'original' | 'masked', Int32Array | Uint32Array>> | undefined
  /** Ranks of the records, by requested order; NaN for records without a rank. */
  readonly ranks?: readonly Float64Array[] | undefined
  /** Derived columns of the records, by requested `Derived`. */
  readonly derived?: readonly (readonly Float64Array[])[] | undefined
  /** Target for one number per record, NaN until written; only if the aggregate has `saysRecords` and somebody asks. */
  readonly records?: Float64Array | undefined
}

/** Parts of a block besides the columns of the files. */
export interface Inputs {
  readonly reads: Side
  /** Orders whose ranks are read; for a walk, whose sorted keys are read. */
  readonly orders?: readonly Order[]
  readonly derived?: readonly Derived[]
}

/** Sums, counts or tables over all records. */
export interface Aggregate extends Inputs {
  /** Returns the totals of one block. */
  of(block: Block): Totals
  /** Returns the totals of two neighbouring stretches of blocks; `own` is the later one. The first block begins. */
  merge(total: Totals, own: Totals): Totals
  /** Computes what is kept, once, from the totals of all blocks. By default the totals themselves. */
  end?(total: Totals): Totals
  /**
   * True for tables, counts and extremes: merging in any grouping gives the same bits, and each block may return another
   * number of totals. Other aggregates are merged from left to right over blocks 0, 1, 2, …
   */
  readonly isTable?: true
  /** For a table: counts several blocks, one after the other, faster than by merging their totals. */
  counter?(): BlockCounter
  /** Reads sorted keys instead of blocks. */
  walk?(): OrderWalk
  /** True if `of` also writes `records`. */
  readonly saysRecords?: true
  /** Aggregates with the same key have the same totals: they are computed once for a file. */
  readonly key?: string
  /**
   * Totals of all blocks, if they follow from known facts about unmasked columns: the file is then not read. They equal
   * the computed totals bit for bit. Nothing is known of a categorical column or of one that an earlier step has masked.
   */
  known?(column: (name: string) => ColumnAsRead | undefined): Totals | undefined
}

/** Takes blocks in their order. */
export interface BlockCounter {
  add(block: Block): void
  end(): Totals
}

/**
 * Goes through sorted keys: yields the number of an order, and receives its next keys, none at the end. Records without a
 * rank are left out.
 */
export type OrderWalk = Generator<number, Totals, Float64Array>

/** Columns computed or drawn from a block, such as scores that several passes read. The engine keeps or recomputes them. */
export interface Derived extends Inputs {
  /** Name within the plan: letters, digits and hyphens. */
  readonly name: string
  of(block: Block): readonly Float64Array[]
}

/** Columns that a metric reads of either file. */
export interface PairColumns {
  readonly original: readonly string[]
  readonly masked: readonly string[]
}

/** Rule for sorting records: by key, then by tie, then by record number. */
export interface Order extends Inputs {
  /** Name within the plan: letters, digits and hyphens. Orders of one name are sorted once. */
  readonly name: string
  /** Columns that it reads out of core; by default those of the plan. */
  readonly columns?: PairColumns
  /** Orders with the same key are the same: they are sorted once for a file. */
  readonly key?: string
  /** Returns the sort keys of the records of a block, NaN for records without a rank. */
  of(block: Block): Float64Array
  /**
   * Order of records with equal keys. `random`: by a number of each record from the stream of its block. `ranks`: by
   * another order of the same records. `record`: by record number; `negative-zero`: the same, −0 before 0. Without it
   * equal keys share their mean rank.
   */
  readonly ties?: { readonly random: Rng } | { readonly ranks: Order } | 'record' | 'negative-zero' | undefined
  /**
   * Other records among whose keys these are placed: a record then has two numbers instead of a rank, how many of those
   * keys are below its own, and how many are not above it.
   */
  readonly among?: Order | undefined
  /** True if later aggregates ask for it again: its ranks are kept. */
  readonly isKept?: true
}

/**
 * Requests aggregates, several at a time if one pass can compute them, and ends with a result. Throws if the files are
 * refused. A worker replays a plan from the totals that others computed: it depends on its facts and totals only.
 */
export type Plan<T> = Generator<readonly Aggregate[], T, readonly Totals[]>

/** A plan, or its result if it needs no aggregate. */
export type Planned<T> = Plan<T> | T

/** Returns the plan of a method or metric, also if it needs no aggregate. */
export function* planOf<T extends object>(planned: Planned<T>): Plan<T> {
  return isPlan(planned) ? yield* planned : planned
}

function isPlan<T extends object>(planned: Planned<T>): planned is Plan<T> {
  return 'next' in planned && typeof planned.next === 'function'
}

/** Messages and figures about a run. */
export interface Findings {
  /** Warnings for the user: missing cells left unchanged, constant columns left out of a distance. */
  readonly warnings?: readonly string[]
  /** Details of the run (groups, fits), for the owner only. */
  readonly report?: ReadonlyMap<string, Reported>
  /** Data that users of the file need for their estimates (a transition matrix); released only on request. */
  readonly publish?: ReadonlyMap<string, Dataset | number>
}

/** Facts about a numeric column from the first pass over a file. */
export interface ColumnAsRead {
  /** Number of values that are not missing. */
  readonly count: number
  readonly missing: number
  /** Number of the first record without a value, from 0; −1 if there is none. */
  readonly firstMissing: number
  /** First value, NaN if there is none. */
  readonly first: number
  /** True if a value differs from the first. */
  readonly varies: boolean
  /** Greatest finite size of a value. */
  readonly largest: number
  /** Compensated sum, and the rounding that it lost: of every block, and of these in their order. */
  readonly sum: number
  readonly lost: number
  /** Σ(x − x̄)² and Σ(x − x̄), block by block, if they were summed. */
  readonly squares?: readonly [number, number]
}

/** Reason why all records must be in memory. Known before the file is read. */
export interface NeedsFile {
  /** A clause: "MDAV compares all records". */
  readonly why: string
  /** Method to use instead, as advice. */
  readonly instead?: string
  /** True if one group of `by` at a time is enough: it reads the masked and given columns of its own group only. */
  readonly groups?: true
}
