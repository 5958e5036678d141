/**
 * What a metric reads of two files, a block of records at a time: it asks for sums and tables of counts, and goes on with those of the
 * whole files. Whoever holds the files answers, in memory or in parts; so a metric is written once, and its value is the same.
 */
import type { Dataset, Measurement, PairColumns, ReadOf, Rng, Totals, Work } from '@sdc/core'

/** Files in memory, by whose records are read. */
export type FilesInMemory = Readonly<Record<ReadOf, { readonly original: Dataset; readonly masked: Dataset }>>

/** The file that is not read, where only one is. */
export const NOTHING: Dataset = {
  rows: 0,
  names: [],
  column: (name) => {
    throw new Error(`an aggregate of one file asks for "${name}" of the other`)
  },
}

/** A block of what is read. */
export interface ReadBlock {
  /** The number of its first record, from 0, among those that are read. */
  readonly first: number
  /** The records of the original: no columns where those of the masked file are read. */
  readonly original: Dataset
  readonly masked: Dataset
  /** Of a reading of pairs that says so, where anybody asks: a number a record of the block, NaN until it is written. */
  readonly records?: Float64Array | undefined
  /** Of each order that the reading asks for, the ranks of the records of the block, NaN where they have none. */
  readonly ranks?: readonly Float64Array[] | undefined
}

/** Numbers that put the records of what is read in order: by value, then by tie, then as they stand there. */
export interface ReadOrder {
  readonly reads: ReadOf
  /** Plain letters, digits and hyphens, another for each order of a metric. */
  readonly name: string
  /** The columns that it looks at. */
  readonly columns: PairColumns
  /** The values of the records of a block, NaN where one has no rank. */
  of(block: ReadBlock): Float64Array
  /**
   * What equal values are ordered by: a number that each record of what is read draws from the stream of its block, or its rank in
   * another order of the same records, which has none that are shared. Where nobody says, they share the mean of their ranks.
   */
  readonly ties?: { readonly random: Rng } | { readonly ranks: ReadOrder } | undefined
  /**
   * Other records among whose values these have their places: in place of a rank a record then has two numbers, one after the other,
   * how many of those values are below its own, and how many are not above it.
   */
  readonly among?: ReadOrder | undefined
  /** Whether other readings ask for it, too: in memory its ranks are then kept. */
  readonly isKept?: true
}

/**
 * Goes through the values of orders, each ascending and without what is missing: yields which of them it wants the next values of,
 * some at a time, gets none where there are no more, and ends with numbers.
 */
export type OrderWalk = Generator<number, Totals, Float64Array>

/** A reading that makes numbers of a block, and of two blocks the numbers of both. */
export interface Aggregate {
  readonly reads: ReadOf
  of(block: ReadBlock): Totals
  /** The numbers of the blocks so far with those of the next one; the first block begins. */
  merge(total: Totals, own: Totals): Totals
  /** Whether it is a table: any neighbours can be merged first, and each block may make another number of totals. */
  readonly isTable?: true
  /** Of a table: makes the numbers of several blocks, one after the other, sooner than by merging those of each. */
  counter?(): ReadCounter
  /** Whether it also writes `records`. */
  readonly saysRecords?: true
  /** What the records are put in order by before. */
  readonly orders?: readonly ReadOrder[]
  /** In place of reading blocks, goes through the values of the orders. */
  walk?(): OrderWalk
}

/** Takes blocks in their order. */
export interface ReadCounter {
  add(block: ReadBlock): void
  end(): Totals
}

/** Asks for readings, several at a time where the files need be read once for them, and ends with what it makes of them. */
export type Reads<T> = Generator<readonly Aggregate[], T, readonly Totals[]>

/** What is known of both files besides their records. */
export interface ReadFiles<P> extends Pick<Work<P>, 'columns' | 'given' | 'roles' | 'params' | 'rng'> {
  /** Kinds and levels of its columns; there may be no records. */
  readonly original: Dataset
  /** The same of the masked file. */
  readonly masked: Dataset
  /** How many records there are to read. */
  readonly rows: Readonly<Record<ReadOf, number>>
  /** Masked records of which the original one is not known. */
  readonly unlinked: number
  /** Why the pairs are too few to compare. */
  readonly tooFew: string | undefined
}

/** How a metric measures: the measurement, without numbers by record. */
export type MeasuredByAggregates<P> = (files: ReadFiles<P>) => Reads<Measurement>

/**
 * Reads for two at once, as long as both ask.
 *
 * @param a - The one.
 * @param b - The other.
 * @returns What both end with.
 */
export function* together<A, B>(a: Reads<A>, b: Reads<B>): Reads<readonly [A, B]> {
  let one = a.next([])
  let other = b.next([])
  for (;;) {
    if (one.done === true && other.done === true) return [one.value, other.value]
    const first = one.done === true ? [] : one.value
    const second = other.done === true ? [] : other.value
    const totals = yield [...first, ...second]
    if (one.done !== true) one = a.next(totals.slice(0, first.length))
    if (other.done !== true) other = b.next(totals.slice(first.length))
  }
}

/**
 * A reading that goes through values in their order.
 *
 * @param orders - The orders, by the number that the walk asks for them.
 * @param walk - Begins it.
 * @returns The reading.
 */
export function walkAggregate(orders: readonly ReadOrder[], walk: () => OrderWalk): Aggregate {
  return { reads: orders[0].reads, of: () => new Float64Array(0), merge: (total) => total, orders, walk }
}

/**
 * Numbers that are added up.
 *
 * @param total - Of the blocks so far.
 * @param own - As many, of the next one.
 * @returns Their sums.
 */
export function addedNumbers(total: Totals, own: Totals): Totals {
  const sums = new Float64Array(total.length)
  for (let k = 0; k < sums.length; k++) sums[k] = total[k] + own[k]
  return sums
}
