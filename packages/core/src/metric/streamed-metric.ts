import type { Dataset } from '../columns/dataset.js'
import type { Totals } from '../work/totals.js'
import type { Work } from '../work/work.js'
import type { BlockRange } from '../random/blocks.js'
import type { Rng } from '../random/rng.js'
import type { Measurement } from './measurement.js'

/** Whose records are read: those of one file, or pairs, a masked record each with the original one that it came from. */
export type ReadOf = 'original' | 'masked' | 'pairs'

/** What is known of two files of which a block at a time is at hand. */
export interface PairContext<P> extends Pick<Work<P>, 'columns' | 'given' | 'roles' | 'params' | 'rng'> {
  /** How many records each of them has; pairs stand in the order of the masked file, without its records that have no original. */
  readonly rows: Readonly<Record<ReadOf, number>>
  /** The original's columns without a record: their kinds and levels. */
  readonly original: Dataset
  /** The same of the masked file. */
  readonly masked: Dataset
  /** What the metric combines, by the names that it gave (`parts`). */
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
  /** Of each order that the pass asks for, the ranks of the records of the block, NaN where they have none. */
  readonly ranks?: readonly Float64Array[]
}

/** Numbers that put records in order: by value, then by tie, then as they stand in the file. */
export interface PairOrder<P> {
  /** Plain letters, digits and hyphens: what the metric calls it. An order of a name is made once. */
  readonly name: string
  /** Whose records are put in order. */
  readonly reads: ReadOf
  /** The columns that are read for it. */
  readonly columns: PairColumns
  /** The values of the records of a block, NaN where one has no rank. */
  of(block: PairBlock<P>): Float64Array
  /** What equal values are ordered by; where nobody says, they share the mean of their ranks, from 1. */
  readonly ties?: { readonly random: Rng } | { readonly ranks: PairOrder<P> } | undefined
  /**
   * Other records among whose values these have their places: in place of a rank a record then has two numbers, one after the other,
   * how many of those values are below its own, and how many are not above it.
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
  /** Whether the files must be read for it, now that the passes before it have ended; they must where nobody says. */
  needed?(context: PairContext<P>): boolean
  /** Of one block. */
  of(context: PairBlock<P>): Totals
  /** The totals of the blocks so far with those of the next one; the first block begins. */
  merge(total: Totals, own: Totals, context: PairContext<P>): Totals
  /**
   * Whether any neighbours can be merged first, with the same numbers: counts and extremes can, sums of doubles cannot. Each
   * block may then make another number of totals.
   */
  readonly anyOrder?: true
  /** Puts records in order before the files are read for this pass. */
  orders?(context: PairContext<P>): readonly PairOrder<P>[]
  /** In place of reading blocks: goes through values in their order. The total of the pass is what they end with. */
  readonly walks?: {
    of(context: PairContext<P>): readonly PairWalk<P>[]
    joined(ends: readonly Totals[]): Totals
  }
  /** Where the order is any: makes the totals of several blocks, one after the other, sooner than by merging those of each. */
  counter?(context: PairContext<P>): PairCounter<P>
}

/** Takes blocks in their order. */
export interface PairCounter<P> {
  add(block: PairBlock<P>): void
  end(): Totals
}

/** The columns that a metric reads, of either file. */
export interface PairColumns {
  readonly original: readonly string[]
  readonly masked: readonly string[]
}

/** For metrics that are a few numbers of the whole files, or a table of counts: moments, correlations, combinations of keys. */
export interface MeasuredByBlocks<P> {
  readonly shape: 'blocks'
  /** None where it combines other metrics. */
  readonly passes: readonly PairPass<P>[]
  /** What it reads; where it does not say, its columns: of the masked file alone where the metric is of that. */
  reads?(context: Omit<PairContext<P>, 'totals' | 'parts' | 'rows' | 'rng'>): PairColumns
  /** Why these files have to be held whole all the same, once the passes have ended. */
  whole?(context: PairContext<P>): string | undefined
  /** The value that `measure` gives, without numbers by record. */
  end(context: PairContext<P>): Measurement
}

/** Which records are drawn: those whose number, uniform on [0, 1), is at least `from` and below `to`. */
export interface SampleShare {
  readonly from: number
  readonly to: number
}

/**
 * For metrics that look for records of one file among all of the other: they look for a sample of them, exactly each, so that
 * the value has a standard error.
 *
 * A record is drawn by a number of its own from its block's stream (`drawnRows`): so no cut of the files into parts changes the
 * sample, and a larger one holds the smaller. Whoever searches has some blocks of the file that is searched at hand, and all
 * records that are looked for; what was found in different blocks is merged, in any order, to the same numbers.
 */
export interface SampledMetric<P> {
  readonly shape: 'sample'
  /** Readings of both files that come first. */
  readonly passes: readonly PairPass<P>[]
  /** Once they have ended: what there is to say where nothing can be looked for. */
  refused(context: PairContext<P>): Measurement | undefined
  /** How many records there are to draw from. */
  population(context: PairContext<P>): number
  /**
   * How many are wanted, of as many as there are to draw from: at first, and once something was measured; undefined where that is
   * enough.
   */
  wanted(context: PairContext<P>, before?: Measurement): number | undefined
  /** The records drawn from a block, as numbers, so many a record: those of all blocks, one after the other, are a sample. */
  draw(context: PairBlock<P>, share: SampleShare): Totals
  /**
   * Makes some blocks ready to be searched, in the order of the file: what is returned says of a sample what they have of each
   * of its records, one after the other.
   */
  search(context: PairContext<P>, blocks: readonly PairBlock<P>[]): (sample: Totals) => Totals
  /** What two sets of blocks have, together: exact, whichever comes first. */
  nearer(a: Totals, b: Totals): Totals
  /**
   * The value, with its standard error.
   *
   * @param context - What is known of the files.
   * @param sample - The samples of all rounds, one after the other.
   * @param found - What all blocks have of them.
   */
  end(context: PairContext<P>, sample: Totals, found: Totals): Measurement
}

/** For metrics that need all records at a time. */
export interface MeasuredWhole {
  readonly shape: 'whole'
  /** Why, in a clause for who has large files. */
  readonly why: string
}

/** How a metric runs on files of which a part at a time is in memory: as data, so that an engine can plan it. */
export type StreamedMetric<P> = MeasuredByBlocks<P> | SampledMetric<P> | MeasuredWhole
