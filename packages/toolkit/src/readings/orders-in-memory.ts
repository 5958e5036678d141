/** Orders of files that are in memory: ranks as long as somebody reads them, and walks through sorted values. */
import type { Totals } from '@sdc/core'
import { orderTied, rank, sortedValues, tieRuns } from '@sdc/stats'
import type { HeldFiles, OrderWalk, ReadOrder } from './reading.js'

/** What readings of files in memory are answered by that ask for orders. */
export interface HeldOrders {
  /** The ranks of all records, from 1; NaN where one has none. */
  ranks(order: ReadOrder): Float64Array
  /** Goes through the values of some orders to the end. */
  walked(orders: readonly ReadOrder[], walk: OrderWalk): Totals
}

/**
 * The orders of two files.
 *
 * @param files - The files.
 * @returns What makes them when they are asked for.
 */
export function heldOrders(files: HeldFiles): HeldOrders {
  const kept = new Map<string, Float64Array>()
  const valuesOf = (order: ReadOrder): Float64Array => order.of({ first: 0, ...files[order.reads] })
  const ranks = (order: ReadOrder): Float64Array => {
    const found = kept.get(order.name) ?? ranksBy(valuesOf(order), order.ties)
    if (order.isKept) kept.set(order.name, found)
    return found
  }
  const ranksBy = (values: Float64Array, ties: ReadOrder['ties']): Float64Array => {
    if (ties === undefined) return rank(values, 'average')
    if ('random' in ties) return rank(values, 'random', ties.random)
    const { order, starts } = tieRuns(values)
    orderTied(order, starts, ranks(ties.ranks))
    const found = new Float64Array(values.length).fill(Number.NaN)
    for (let at = 0; at < order.length; at++) found[order[at]] = at + 1
    return found
  }
  return {
    ranks,
    walked(orders, walk) {
      const given = new Set<number>()
      let step = walk.next()
      while (step.done !== true) {
        const which = step.value
        step = walk.next(given.has(which) ? new Float64Array(0) : sortedValues(valuesOf(orders[which])))
        given.add(which)
      }
      return step.value
    },
  }
}
