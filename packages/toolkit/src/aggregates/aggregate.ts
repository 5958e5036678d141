/**
 * What a metric reads of two files, a block of records at a time: it asks for sums and tables of counts, and goes on with those of the
 * whole files. Whoever holds the files answers, in memory or in parts; so a metric is written once, and its value is the same.
 */
import type {
  Aggregate,
  Block,
  BlockCounter,
  MeasureFacts,
  Measurement,
  Order,
  OrderWalk,
  Plan,
  Totals,
} from '@sdc/core'

export type { Aggregate, Block as ReadBlock, BlockCounter as ReadCounter, Order as ReadOrder, OrderWalk, Plan as Reads }

/** What is known of both files besides their records. */
export interface ReadFiles<P> extends MeasureFacts<P> {
  /** Masked records of which the original one is not known. */
  readonly unlinked: number
  /** Why the pairs are too few to compare. */
  readonly tooFew: string | undefined
}

/** How a metric measures: the measurement, without numbers by record. */
export type MeasuredByAggregates<P> = (files: ReadFiles<P>) => Plan<Measurement>

/**
 * Reads for two at once, as long as both ask.
 *
 * @param a - The one.
 * @param b - The other.
 * @returns What both end with.
 */
export function* together<A, B>(a: Plan<A>, b: Plan<B>): Plan<readonly [A, B]> {
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
export function walkAggregate(orders: readonly Order[], walk: () => OrderWalk): Aggregate {
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
