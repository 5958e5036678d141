import type { Column } from '../columns/dataset.js'
import type { Totals } from '../work/totals.js'
import type { MaskInput, MaskResult } from '../work/masked-file.js'
import type { Block, Derived, Findings, Order } from './plan.js'

/** Masked values of a block, and numbers for the report, such as group numbers. */
export interface MaskedColumns {
  readonly columns: ReadonlyMap<string, Column>
  readonly report?: ReadonlyMap<string, Column>
}

/** Masks record by record, given aggregates: noise, rounding, PRAM, linear models. */
export interface BlockMasking extends Findings {
  readonly form: 'block'
  /** Orders whose ranks `mask` reads. */
  readonly orders?: readonly Order[]
  /** Derived columns that `mask` reads. */
  readonly derived?: readonly Derived[]
  /** Masks a block of the file. Draws from streams of the block only (`blockStream`). */
  mask(block: Block): MaskedColumns
  /**
   * Judges the masked file, given the number of changed values of each column that has some; throws if it must not be
   * used.
   */
  judge?(changed: ReadonlyMap<string, number>): Findings
}

/** Masks columns in the order of their values: rank swapping, individual ranking, shuffling, reverse mapping. */
export interface RankMasking extends Findings {
  readonly form: 'ranks'
  readonly walks: readonly RankedColumns[]
  /** Findings of the file from the totals of all walks, in their order. */
  end?(totals: readonly Totals[]): Findings
}

/** One column, or several that are sorted together. Records without a rank keep no value; missing values stay missing. */
export interface RankedColumns {
  /** Columns that the walk masks. It returns their values side by side, rank after rank. */
  readonly columns: readonly string[]
  /** Order of the records; `ties` is required. */
  readonly order: Order
  /**
   * Values that the walk receives for each rank: the sort key (default), the values of the columns side by side, or none,
   * if those of `beside` are enough.
   */
  readonly values?: 'key' | 'columns' | 'none'
  /** Second order whose keys the walk receives at the same ranks, such as the original values. */
  readonly beside?: Order
  /** True if the walk also receives the record numbers of the ranks. */
  readonly records?: true
  /** Largest number of ranks that the walk holds at a time; it decides the memory needed. */
  window(ranked: RankedFacts): number
  /** Starts the walk; throws if the columns cannot be masked. */
  walk(ranked: RankedFacts): RankWalk
}

/** Numbers of records of a sorted column. */
export interface RankedFacts {
  /** Number of ranks. */
  readonly count: number
  /** Number of records without a rank. */
  readonly missing: number
}

/** Goes through ranks in ascending order. */
export interface RankWalk {
  /**
   * @param values - Values of the next ranks.
   * @param beside - Keys of the second order at these ranks; empty without one.
   * @param records - Record numbers of these ranks; empty unless requested.
   * @returns Results of the next ranks that are known; a view that is valid until the next call.
   */
  push(values: Float64Array, beside: Float64Array, records: Uint32Array): Float64Array
  /** Returns the remaining results; throws if the columns cannot be masked, now that all values are known. */
  end(): Float64Array
  /**
   * Numbers for the report, by name (such as `group`): one for each rank whose result was returned last. They become one
   * column if a single walk receives the values of its columns side by side, else one for each masked column.
   */
  report?(): ReadonlyMap<string, Float64Array>
  /** Numbers for `end` of the masking, after the end. */
  totals?(): Totals
  /** Messages about the columns, after the end. */
  findings?(): Findings
}

/** Masks all records of the file, group or cell at once: MDAV, local suppression, optimisers. */
export interface FileMasking<P> {
  readonly form: 'file'
  /** Reason why all records are needed, if it is known only after the passes. */
  readonly why?: string
  mask(input: MaskInput<P>): MaskResult | Promise<MaskResult>
}

/** Masks cells of similar records one by one, each in memory. Blocks decide the cell of each record. */
export interface CellMasking {
  readonly form: 'cells'
  /** Number of cells. */
  readonly count: number
  /** Returns the cell of every record of a block, from 0. */
  of(block: Block): Uint32Array
  /** Masks the records of a cell, in the order of the file. Draws from streams of the cell only. */
  mask(cell: { readonly index: number; readonly data: Block['masked']; tick(fraction: number): void }): MaskedCell
  /** Returns the totals of the cells so far and of the next one; cell 0 begins. */
  merge(total: Totals, own: Totals): Totals
  /** Findings of the file, once all cells are masked. */
  end(total: Totals): Findings
}

/** Masked values of a cell. */
export interface MaskedCell {
  readonly columns: ReadonlyMap<string, Column>
  /** Group of each record, from 0: no group has records of two cells. */
  readonly groups: Uint32Array
  /** Numbers that are merged over all cells. */
  readonly totals: Totals
}

/** End of a method's plan. */
export type Masking<P = unknown> = BlockMasking | RankMasking | CellMasking | FileMasking<P>
