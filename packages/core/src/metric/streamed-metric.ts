import type { Dataset } from '../columns/dataset.js'
import type { Totals } from '../work/totals.js'
import type { Work } from '../work/work.js'
import type { BlockRange } from '../random/blocks.js'
import type { Rng } from '../random/rng.js'
import type { SampleShare } from '../plan/measuring.js'
import type { PairColumns } from '../plan/plan.js'
import type { Measurement } from './measurement.js'

/** Whose records are read: those of one file, or pairs, a masked record each with the original one that it came from. */
export type ReadOf = 'original' | 'masked' | 'pairs'

/** Context of two files that are available only one block at a time. */
export interface PairContext<P> extends Pick<Work<P>, 'columns' | 'given' | 'roles' | 'params' | 'rng'> {
  /**
   * Number of records in each file; pairs are in the order of the masked file, without records that have no original.
   */
  readonly rows: Readonly<Record<ReadOf, number>>
  /** The original's columns without a record: their kinds and levels. */
  readonly original: Dataset
  /** The same of the masked file. */
  readonly masked: Dataset
  /** The parts that the metric combines, by the names that it gave (`parts`). */
  readonly parts: ReadonlyMap<string, Measurement>
  /** By the name of the pass: what those that ended made of the whole files. */
  readonly totals: ReadonlyMap<string, Totals>
}

/** The pairs of a block: record i of the one belongs to record i of the other. */
export interface PairedRecords {
  readonly original: Dataset
  readonly masked: Dataset
  /** The number of each record in its own file, from 0, where that is not the number of the pair. */
  readonly numbers?: Readonly<Record<'original' | 'masked', Uint32Array>> | undefined
}

/** One block of both files, and of their pairs: each of the three has fewer records in it, or none, where it ends before. */
export interface PairBlock<P> extends PairContext<P> {
  /** Its number, its first record, and the end of whichever goes on longest. */
  readonly block: BlockRange
  readonly pairs: PairedRecords
  /** Ranks of the block's records in each order that the pass asks for, NaN if they have none. */
  readonly ranks?: readonly Float64Array[]
}

/** Numbers that order records: by value, then by tie, then by place in the file. */
export interface PairOrder<P> {
  /** Plain letters, digits and hyphens: what the metric calls it. An order of a name is made once. */
  readonly name: string
  /** Whose records are put in order. */
  readonly reads: ReadOf
  /** The columns that are read for it. */
  readonly columns: PairColumns
  /** The values of the records of a block, NaN where one has no rank. */
  of(block: PairBlock<P>): Float64Array
  /** Numbers that order equal values; by default these share the mean of their ranks, from 1. */
  readonly ties?: { readonly random: Rng } | { readonly ranks: PairOrder<P> } | undefined
  /**
   * Other records whose values define the places. A record then has two numbers instead of a rank: how many of those
   * values are below its own, and how many are not above it.
   */
  readonly among?: PairOrder<P> | undefined
}

/** Goes through columns that are in order: yields which of them it wants the next values of, gets none at its end. */
export interface PairWalk<P> {
  readonly orders: readonly PairOrder<P>[]
  walk(): Generator<number, Totals, Float64Array>
}

/** A reading of both files that makes numbers of them, merged from the left over blocks 0, 1, 2, … */
export interface PairPass<P> {
  readonly name: string
  /** Returns true if the pass must read the files, given the results of earlier passes; by default it must. */
  needed?(context: PairContext<P>): boolean
  /** Totals of one block. */
  of(context: PairBlock<P>): Totals
  /** The totals of the blocks so far with those of the next one; the first block begins. */
  merge(total: Totals, own: Totals, context: PairContext<P>): Totals
  /**
   * True if totals can be merged in any order with the same result: counts and extremes can, sums of doubles cannot.
   * Each block may then make a different number of totals.
   */
  readonly anyOrder?: true
  /** Puts records in order before the files are read for this pass. */
  orders?(context: PairContext<P>): readonly PairOrder<P>[]
  /** In place of reading blocks: goes through values in their order. The total of the pass is what they end with. */
  readonly walks?: {
    of(context: PairContext<P>): readonly PairWalk<P>[]
    joined(ends: readonly Totals[]): Totals
  }
  /** For totals in any order: computes those of several blocks at once, which is faster than merging those of each. */
  counter?(context: PairContext<P>): PairCounter<P>
}

/** Takes blocks in their order. */
export interface PairCounter<P> {
  add(block: PairBlock<P>): void
  end(): Totals
}

/** For metrics that are a few numbers of the whole files, or a table of counts: moments, correlations, combinations of keys. */
export interface MeasuredByBlocks<P> {
  readonly shape: 'blocks'
  /** None where it combines other metrics. */
  readonly passes: readonly PairPass<P>[]
  /** Columns that it reads; by default its own, of the masked file alone if the metric reads only that. */
  reads?(context: Omit<PairContext<P>, 'totals' | 'parts' | 'rows' | 'rng'>): PairColumns
  /** Why these files have to be held whole all the same, once the passes have ended. */
  whole?(context: PairContext<P>): string | undefined
  /** The value that `measure` gives, without numbers by record. */
  end(context: PairContext<P>): Measurement
}

/**
 * For metrics that search all records of one file for those of another: they search for a sample, each record exactly,
 * so that the value has a standard error.
 *
 * A number from its block's stream (`drawnRows`) decides whether a record is drawn: no partition of the files changes
 * the sample, and a larger sample contains the smaller. A worker has some blocks of the searched file and all records
 * to search for. Results of different blocks are merged, in any order, to the same numbers.
 */
export interface SampledMetric<P> {
  readonly shape: 'sample'
  /** Passes over both files that come first. */
  readonly passes: readonly PairPass<P>[]
  /** Once they have ended: what there is to say where nothing can be looked for. */
  refused(context: PairContext<P>): Measurement | undefined
  /** Number of records to draw from. */
  population(context: PairContext<P>): number
  /**
   * Number of records wanted, given the number to draw from: at first, and after each measurement; undefined if the
   * sample is large enough.
   */
  wanted(context: PairContext<P>, before?: Measurement): number | undefined
  /** The records drawn from a block, as numbers, so many a record: those of all blocks, one after the other, are a sample. */
  draw(context: PairBlock<P>, share: SampleShare): Totals
  /**
   * Prepares blocks for the search, in the order of the file. The returned function gives the results of these blocks
   * for each record of a sample, one after the other.
   */
  search(context: PairContext<P>, blocks: readonly PairBlock<P>[]): (sample: Totals) => Totals
  /** Merges the results of two sets of blocks: exact, in either order. */
  nearer(a: Totals, b: Totals): Totals
  /**
   * Computes the value, with its standard error.
   *
   * @param context - Context of the files.
   * @param sample - The samples of all rounds, one after the other.
   * @param found - The results of all blocks for them.
   */
  end(context: PairContext<P>, sample: Totals, found: Totals): Measurement
}

/** For metrics that need all records at a time. */
export interface MeasuredWhole {
  readonly shape: 'whole'
  /** Reason, in a clause for users of large files. */
  readonly why: string
}

/** Plan for running a metric out of core, as data, so that an engine can schedule it. */
export type StreamedMetric<P> = MeasuredByBlocks<P> | SampledMetric<P> | MeasuredWhole
