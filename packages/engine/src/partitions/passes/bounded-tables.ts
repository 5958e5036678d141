/** Tables of counts that fit into the memory of a task; a mark replaces those that do not. */
import type { Aggregate, BlockCounter, Totals } from '@sdc/core'
import { neighbourMerger } from '@sdc/toolkit/internal'

/** Bytes per byte of a table while two tables are merged and results computed from them. */
const MERGED = 6

/** First and last number of the mark: no table of three numbers begins and ends with it. */
const BEYOND = -1

/** Merges tables of neighbouring blocks. */
export interface TableMerger {
  add(own: Totals): void
  end(): Totals
}

/**
 * Merges tables of an aggregate, if the result fits into memory.
 *
 * @param aggregate - The table.
 * @param taskBytes - Bytes of a task.
 * @returns An object that takes tables in the order of their blocks.
 */
export function tableMerger(aggregate: Aggregate, taskBytes: number | undefined): TableMerger {
  return neighbourMerger((total, own) => {
    const most = Math.max(bytesBeyond(total) ?? 0, bytesBeyond(own) ?? 0)
    return most > 0 ? mark(most) : bounded(aggregate.merge(total, own), taskBytes)
  })
}

/** Counts the table of several blocks, if it fits into memory. */
export function tableCounter(aggregate: Aggregate, taskBytes: number | undefined): BlockCounter {
  const counter = aggregate.counter?.()
  if (counter) return { add: (block) => counter.add(block), end: () => bounded(counter.end(), taskBytes) }
  const merger = tableMerger(aggregate, taskBytes)
  return { add: (block) => merger.add(aggregate.of(block)), end: () => merger.end() }
}

/** Returns the bytes that a missing table would need; undefined for an existing one. */
export function bytesBeyond(totals: Totals): number | undefined {
  return totals.length === 3 && totals[0] === BEYOND && totals[2] === BEYOND ? totals[1] : undefined
}

function bounded(table: Totals, taskBytes = Infinity): Totals {
  const bytes = table.byteLength * MERGED
  return bytes <= taskBytes ? table : mark(bytes)
}

const mark = (bytes: number): Totals => Float64Array.of(BEYOND, bytes, BEYOND)
