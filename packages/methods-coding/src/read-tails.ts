/** Aggregates of the tails of a column. */
import {
  takeColumn,
  type Aggregate,
  type Block,
  type Column,
  type Order,
  type OrderWalk,
  type Plan,
  type Totals,
  totalsTogether,
} from '@sdc/core'
import { countedRecords, tableAggregate, walkAggregate } from '@sdc/toolkit/internal'
import type { EndValues } from './tail-thresholds.js'
import { thresholdRanks, type Thresholds } from './tails.js'

/** Numbers in the order of the values: the values, or the codes of ordered categories; NaN if missing. */
export function orderKeys(column: Column): Float64Array {
  if (column.kind === 'numeric') return column.values
  return Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : code))
}

/** Column and number of its values. */
export interface TailColumn {
  readonly name: string
  /** Its number among the columns, from 0. */
  readonly j: number
  /** Number of its values, at least 1. */
  readonly count: number
}

const keysIn = ({ masked }: Block, { name }: TailColumn): Float64Array => orderKeys(masked.column(name))

/** Aggregate of the thresholds by percent: bottom and top, −∞ and ∞ for a side with 0 %. */
export function thresholdsByPercent(column: TailColumn, bottomPercent: number, topPercent: number): Aggregate {
  const order: Order = {
    name: `tails-${column.j + 1}`,
    reads: 'masked',
    of: (block) => keysIn(block, column),
    ties: 'negative-zero',
  }
  const ranks = thresholdRanks(column.count, bottomPercent, topPercent)
  return walkAggregate([order], () => valuesAt([ranks.bottom, ranks.top], [-Infinity, Infinity]))
}

/** Values at some ranks, from 0; another number for ranks that are undefined. */
function* valuesAt(ranks: readonly (number | undefined)[], others: readonly number[]): OrderWalk {
  const found = Float64Array.from(others)
  for (let from = 0; ;) {
    const keys = yield 0
    if (keys.length === 0) return found
    for (const [k, rank = -1] of ranks.entries())
      if (rank >= from && rank < from + keys.length) found[k] = keys[rank - from]
    from += keys.length
  }
}

/** Values in the tails of a column. */
export interface Tails {
  readonly below: number
  readonly above: number
  /** Values of the lower and the upper tail in no order; empty unless they are kept. */
  readonly lower: Float64Array
  readonly upper: Float64Array
}

/** Aggregate of the tails of a column, which `tailsOf` opens. */
export function tailAggregate(column: TailColumn, thresholds: Thresholds, keeps: boolean): Aggregate {
  return {
    reads: 'masked',
    isTable: true,
    of(block) {
      const keys = keysIn(block, column)
      const [below, above] = countTails(keys, thresholds)
      if (!keeps) return Float64Array.of(below, above)
      const { bottom, top } = thresholds
      const [lower, upper] = [keys.filter((key) => key < bottom), keys.filter((key) => key > top)]
      return totalsTogether([Float64Array.of(below, above), lower, upper])
    },
    merge(total, own) {
      const [a, b] = [tailsOf(total), tailsOf(own)]
      return totalsTogether([Float64Array.of(a.below + b.below, a.above + b.above), a.lower, b.lower, a.upper, b.upper])
    },
  }
}

function countTails(keys: Float64Array, { bottom, top }: Thresholds): [number, number] {
  let below = 0
  let above = 0
  for (let i = 0; i < keys.length; i++) {
    if (keys[i] < bottom) below++
    else if (keys[i] > top) above++
  }
  return [below, above]
}

/** Opens the totals of `tailAggregate`. */
export function tailsOf(totals: Totals): Tails {
  const [below, above] = totals
  const kept = totals.subarray(2)
  const lower = kept.length > 0 ? below : 0
  return { below, above, lower: kept.slice(0, lower), upper: kept.slice(lower) }
}

/** Aggregate of the persons of the records that `rowsOf` returns for each block. */
export function personAggregate(person: string, rowsOf?: (block: Block) => Int32Array): Aggregate {
  return tableAggregate('masked', (block) => {
    const column = block.masked.column(person)
    return [rowsOf ? takeColumn(column, rowsOf(block)) : column]
  })
}

/** Counts the persons in the totals of `personAggregate`: a record without one is a person by itself. */
export function personsIn(totals: Totals): number {
  const { columns, counts } = countedRecords(totals)
  return columns[0].reduce((sum, person, k) => sum + (Number.isNaN(person) ? counts[k] : 1), 0)
}

/** Returns the records of a block in the lower or the upper tail. */
export const rowsInTail =
  (column: TailColumn, side: 'lower' | 'upper', { bottom, top }: Thresholds) =>
  (block: Block): Int32Array => {
    const keys = keysIn(block, column)
    const rows: number[] = []
    for (let i = 0; i < keys.length; i++) if (side === 'lower' ? keys[i] < bottom : keys[i] > top) rows.push(i)
    return Int32Array.from(rows)
  }

/** Counts the values of a column that equal its least and its largest value. */
export function* readEnds(column: TailColumn): Plan<EndValues> {
  const [[, lowest, , highest]] = yield [
    {
      reads: 'masked',
      of: (block) => endsIn(keysIn(block, column)),
      merge([least, lowest, largest, highest], own) {
        const ends = [Math.min(least, own[0]), Math.max(largest, own[2])]
        const at = (end: number, a: number, of: number, b: number, ofB: number): number =>
          (a === end ? of : 0) + (b === end ? ofB : 0)
        return Float64Array.of(
          ends[0],
          at(ends[0], least, lowest, own[0], own[1]),
          ends[1],
          at(ends[1], largest, highest, own[2], own[3]),
        )
      },
    },
  ]
  return { count: column.count, lowest, highest }
}

function endsIn(keys: Float64Array): Totals {
  let [least, lowest, largest, highest] = [Infinity, 0, -Infinity, 0]
  for (const key of keys) {
    if (key < least) [least, lowest] = [key, 0]
    if (key > largest) [largest, highest] = [key, 0]
    if (key === least) lowest++
    if (key === largest) highest++
  }
  return Float64Array.of(least, lowest, largest, highest)
}
