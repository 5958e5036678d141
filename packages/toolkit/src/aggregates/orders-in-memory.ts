/** Orders of files that are in memory: ranks as long as somebody reads them, and walks through sorted values. */
import type { Totals } from '@sdc/core'
import { rank, sortedValues, tieRuns } from '@sdc/stats'
import { orderTied, placesAmong, type PlacesAmong } from '@sdc/stats/internal'
import type { FilesInMemory, OrderWalk, ReadOrder } from './aggregate.js'

/** The ranks of the records from one on, before another; of an order among others two numbers a record. */
export type RanksInMemory = (first: number, end: number) => Float64Array

/** What readings of files in memory are answered by that ask for orders. */
export interface OrdersInMemory {
  /** The ranks of all records, from 1; NaN where one has none. */
  ranks(order: ReadOrder): RanksInMemory
  /** Goes through the values of some orders to the end. */
  walked(orders: readonly ReadOrder[], walk: OrderWalk): Totals
}

/**
 * The orders of two files.
 *
 * @param files - The files.
 * @returns What makes them when they are asked for.
 */
export function ordersInMemory(files: FilesInMemory): OrdersInMemory {
  const kept = new Map<string, RanksInMemory>()
  // Columns are placed among the same others one after the other.
  let others: { readonly name: string; readonly sorted: Float64Array } | undefined
  const valuesOf = (order: ReadOrder): Float64Array => order.of({ first: 0, ...files[order.reads] })
  const ranks = (order: ReadOrder): RanksInMemory => {
    const found = kept.get(order.name) ?? (order.among ? places(order, order.among) : ranked(order))
    if (order.isKept) kept.set(order.name, found)
    return found
  }
  const ranked = (order: ReadOrder): RanksInMemory => {
    const all = ranksBy(valuesOf(order), order.ties)
    return (first, end) => all.subarray(first, end)
  }
  const places = (order: ReadOrder, among: ReadOrder): RanksInMemory => {
    if (others?.name !== among.name) others = { name: among.name, sorted: sortedValues(valuesOf(among)) }
    const values = valuesOf(order)
    const all = placesAmong(others.sorted, values)
    // Marked there, so that the values need not stay.
    for (let i = 0; i < values.length; i++) if (values[i] !== values[i]) all.below[i] = MISSING
    return (first, end) => placesOf(all, first, end)
  }
  const ranksBy = (values: Float64Array, ties: ReadOrder['ties']): Float64Array => {
    if (ties === undefined) return rank(values, 'average')
    if ('random' in ties) return rank(values, 'random', ties.random)
    const { order, starts } = tieRuns(values)
    orderTied(order, starts, ranks(ties.ranks)(0, values.length))
    const found = new Float64Array(values.length).fill(Number.NaN)
    for (let at = 0; at < order.length; at++) found[order[at]] = at + 1
    return found
  }
  return {
    ranks,
    walked(orders, walk) {
      const given = new Set<number>()
      // An order may be gone through several times.
      const sorted = new Map<string, Float64Array>()
      const valuesAt = (which: number): Float64Array => {
        const order = orders[which]
        const values = sorted.get(order.name) ?? sortedValues(valuesOf(order))
        sorted.set(order.name, values)
        return values
      }
      let step = walk.next()
      while (step.done !== true) {
        const which = step.value
        step = walk.next(given.has(which) ? new Float64Array(0) : valuesAt(which))
        given.add(which)
      }
      return step.value
    },
  }
}

const MISSING = -1

function placesOf({ below, upTo }: PlacesAmong, first: number, end: number): Float64Array {
  const found = new Float64Array(2 * (end - first)).fill(Number.NaN)
  for (let i = first; i < end; i++) {
    if (below[i] === MISSING) continue
    found[2 * (i - first)] = below[i]
    found[2 * (i - first) + 1] = upTo[i]
  }
  return found
}
