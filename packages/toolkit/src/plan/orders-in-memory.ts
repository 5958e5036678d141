/** Orders of files in memory: ranks, which are kept while they are used, and sorted keys. */
import type { Order, OrderWalk, Totals } from '@sdc/core'
import { rank, sortedValues, tieRuns } from '@sdc/stats'
import { orderRuns, orderTied, placesAmong, type PlacesAmong } from '@sdc/stats/internal'
import type { SharedResults } from './kept-results.js'

/** Function that returns the ranks of a range of records. */
export type RanksInMemory = (first: number, end: number) => Float64Array

/** Orders of files in memory. */
export interface OrdersInMemory {
  /** Returns the ranks of all records, from 1; NaN for records without a rank. */
  ranks(order: Order): RanksInMemory
  /** Walks through the sorted keys of some orders to the end. */
  walked(orders: readonly Order[], walk: OrderWalk): Totals
  /** Returns the records by rank; those without a rank are left out. */
  records(order: Order, keys: Float64Array): Uint32Array
  /** Returns the sorted keys. */
  sorted(order: Order): Float64Array
}

/**
 * Sorts files in memory, by index.
 *
 * @param valuesOf - Returns the keys of all records.
 * @param shared - Results that other plans over the same files share.
 * @returns The orders.
 */
export function ordersInMemory(valuesOf: (order: Order) => Float64Array, shared?: SharedResults): OrdersInMemory {
  const kept = new Map<string, RanksInMemory>()
  const once = (what: string, { key, reads }: Order, compute: () => Float64Array): Float64Array =>
    shared && key !== undefined ? shared[reads].of(`${what} ${key}`, compute) : compute()
  const sortedKeys = (order: Order): Float64Array => once('sorted', order, () => sortedValues(valuesOf(order)))
  // Columns are placed among the same others one after the other.
  let others: { readonly name: string; readonly sorted: Float64Array } | undefined
  const keptKeys = new Map<string, Float64Array>()
  const ranks = (order: Order): RanksInMemory => {
    const found = kept.get(order.name) ?? (order.among ? places(order, order.among) : ranked(order))
    if (order.isKept) kept.set(order.name, found)
    return found
  }
  const ranked = (order: Order): RanksInMemory => {
    const all = once('ranks', order, () => ranksBy(valuesOf(order), order))
    return (first, end) => all.subarray(first, end)
  }
  const places = (order: Order, among: Order): RanksInMemory => {
    if (others?.name !== among.name) others = { name: among.name, sorted: sortedKeys(among) }
    const values = valuesOf(order)
    const all = placesAmong(others.sorted, values)
    // Marked there, so that the values need not stay.
    for (let i = 0; i < values.length; i++) if (values[i] !== values[i]) all.below[i] = MISSING
    return (first, end) => placesOf(all, first, end)
  }
  const ranksBy = (values: Float64Array, order: Order): Float64Array => {
    const { ties } = order
    if (ties === undefined) return rank(values, 'average')
    if (typeof ties !== 'string' && 'random' in ties) return rank(values, 'random', ties.random)
    const found = new Float64Array(values.length).fill(Number.NaN)
    const sorted = records(order, values)
    for (let at = 0; at < sorted.length; at++) found[sorted[at]] = at + 1
    return found
  }
  const records = ({ ties }: Order, keys: Float64Array): Uint32Array => {
    const { order, starts } = tieRuns(keys)
    if (ties === 'negative-zero') orderTied(order, starts, negativeZerosFirst(keys))
    else if (ties !== undefined && ties !== 'record') {
      if ('random' in ties) orderRuns(order, starts, keys.length, ties.random)
      else orderTied(order, starts, ranks(ties.ranks)(0, keys.length))
    }
    return order
  }
  /** Sorts once for the keys and the ranks that are kept. */
  const sorted = (order: Order): Float64Array => {
    const known = keptKeys.get(order.name)
    if (known) return known
    const keys = valuesOf(order)
    if (order.isKept !== true || order.ties !== undefined || order.among)
      return hasNegativeZero(keys) ? inOrder(keys, records(order, keys)) : sortedValues(keys)
    const both = sharedRanks(keys)
    keptKeys.set(order.name, both.sorted)
    kept.set(order.name, (first, end) => both.ranks.subarray(first, end))
    return both.sorted
  }
  return {
    ranks,
    records,
    sorted,
    walked(orders, walk) {
      const given = new Set<number>()
      // An order may be gone through several times.
      const sorted = new Map<string, Float64Array>()
      const valuesAt = (which: number): Float64Array => {
        const order = orders[which]
        const values = sorted.get(order.name) ?? sortedKeys(order)
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

/** Sorted keys, and ranks that equal keys share; from one sort. */
function sharedRanks(keys: Float64Array): { readonly sorted: Float64Array; readonly ranks: Float64Array } {
  const { order, starts } = tieRuns(keys)
  const ranks = new Float64Array(keys.length)
  if (order.length < ranks.length) ranks.fill(Number.NaN)
  const sorted = new Float64Array(order.length)
  for (let run = 0; run + 1 < starts.length; run++) {
    const shared = (starts[run] + 1 + starts[run + 1]) / 2
    for (let at = starts[run]; at < starts[run + 1]; at++) {
      ranks[order[at]] = shared
      sorted[at] = keys[order[at]]
    }
  }
  return { sorted, ranks }
}

function inOrder(keys: Float64Array, records: Uint32Array): Float64Array {
  const sorted = new Float64Array(records.length)
  for (let at = 0; at < sorted.length; at++) sorted[at] = keys[records[at]]
  return sorted
}

/** True if ties decide where zeros of either sign are: other equal keys look alike. */
function hasNegativeZero(keys: Float64Array): boolean {
  for (let i = 0; i < keys.length; i++) if (keys[i] === 0 && Object.is(keys[i], -0)) return true
  return false
}

/** Numbers that put −0 before 0. */
function negativeZerosFirst(keys: Float64Array): Float64Array {
  const numbers = new Float64Array(keys.length)
  for (let i = 0; i < keys.length; i++) numbers[i] = Object.is(keys[i], -0) ? i - keys.length : i
  return numbers
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
