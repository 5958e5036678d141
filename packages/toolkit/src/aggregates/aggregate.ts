import type { Aggregate, Order, OrderWalk, Plan, Totals } from '@sdc/core'

/**
 * Runs two plans at once: each pass computes the aggregates of both.
 *
 * @param a - First plan.
 * @param b - Second plan.
 * @returns Both results.
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
 * Aggregate of a walk over sorted keys.
 *
 * @param orders - Orders, by the numbers that the walk yields.
 * @param walk - Starts the walk.
 * @returns The aggregate.
 */
export function walkAggregate(orders: readonly Order[], walk: () => OrderWalk): Aggregate {
  return { reads: orders[0].reads, of: () => new Float64Array(0), merge: (total) => total, orders, walk }
}

/**
 * Adds numbers.
 *
 * @param total - Numbers of the blocks so far.
 * @param own - Numbers of the next block.
 * @returns Their sums.
 */
export function addedNumbers(total: Totals, own: Totals): Totals {
  const sums = new Float64Array(total.length)
  for (let k = 0; k < sums.length; k++) sums[k] = total[k] + own[k]
  return sums
}
