import {
  numericValues,
  type Dataset,
  type PairContext,
  type PairedRecords,
  type PairPass,
  type Totals,
} from '@sdc/core'
import { rangeOfBlock, type Spread } from '@sdc/stats/internal'
import { completeRows, gather } from '@sdc/toolkit'
import { spreadPasses, spreadsOfPair } from '@sdc/toolkit/internal'

const COMPLETE = 'complete records'

/** Two files out of core in the form for record linkage, once `linkagePasses` have ended. */
export interface PairLinkage {
  /** Measured columns that vary in the original, limited to the number that an intruder knows. */
  readonly names: readonly string[]
  /** Number of columns that do not vary. */
  readonly constant: number
  readonly x: readonly Spread[]
  readonly y: readonly Spread[]
  /** Number of complete records, in each file and in both. */
  readonly original: number
  readonly masked: number
  readonly pairs: number
  /** Least and greatest value of each column among the complete records of each file. */
  readonly ranges: { readonly original: readonly Float64Array[]; readonly masked: readonly Float64Array[] }
}

/** The keys of a pair of files and their spreads, once the spreads are known. */
function keysOf(
  context: Pick<PairContext<unknown>, 'columns' | 'totals'>,
  most: number | undefined,
): Pick<PairLinkage, 'names' | 'constant' | 'x' | 'y'> {
  const { original, masked } = spreadsOfPair(context)
  const varying = [...context.columns.keys()].filter((j) => original[j].sd > 0)
  const keys = varying.slice(0, most)
  return {
    names: keys.map((j) => context.columns[j]),
    constant: context.columns.length - varying.length,
    x: keys.map((j) => original[j]),
    y: keys.map((j) => masked[j]),
  }
}

/** Complete records of a block. */
export interface CompleteOfBlock {
  /** Places in the block, ascending, and the values there. */
  readonly rows: Int32Array
  readonly keys: readonly Float64Array[]
}

/**
 * Complete records of one file's block. Cost: O(nd).
 *
 * @param data - The n records.
 * @param names - The d columns.
 */
export function completeOfBlock(data: Dataset, names: readonly string[]): CompleteOfBlock {
  const columns = names.map((name) => numericValues(data, name))
  const rows = completeRows(columns, data.rows)
  return { rows, keys: gather(columns, rows) }
}

/**
 * Pairs of a block that are complete in both files, ascending.
 *
 * @param pairs - The pairs.
 * @param names - The columns.
 */
export function completePairs(pairs: PairedRecords, names: readonly string[]): Int32Array {
  const both = [pairs.original, pairs.masked].flatMap((data) => names.map((name) => numericValues(data, name)))
  return completeRows(both, pairs.original.rows)
}

// Three counts, and the range of each key in each file.
const COUNTS = 3

function mergedComplete(total: Totals, own: Totals): Totals {
  return total.map((value, at) => {
    if (at < COUNTS) return value + own[at]
    return (at - COUNTS) % 2 === 0 ? Math.min(value, own[at]) : Math.max(value, own[at])
  })
}

/**
 * Aggregates of two files that a linkage requests.
 *
 * @param most - Maximum number of columns; by default all that vary.
 * @returns The aggregates, in their order.
 */
export function linkagePasses(most?: number): readonly PairPass<unknown>[] {
  return [
    ...spreadPasses,
    {
      name: COMPLETE,
      anyOrder: true,
      needed: (context) => keysOf(context, most).names.length > 0,
      of(context) {
        const { names } = keysOf(context, most)
        const [a, b] = [context.original, context.masked].map((data) => completeOfBlock(data, names))
        const ranges = [...a.keys, ...b.keys].map(rangeOfBlock)
        const counts = [a.rows.length, b.rows.length, completePairs(context.pairs, names).length]
        return Float64Array.from([...counts, ...ranges.flatMap(({ least, most: greatest }) => [least, greatest])])
      },
      merge: mergedComplete,
    },
  ]
}

/**
 * Result of these aggregates.
 *
 * @param context - Aggregates of the files, once `linkagePasses` have ended.
 * @param most - Maximum number of columns, as for the passes.
 * @returns Columns, spreads and counts; no record is complete without columns.
 */
export function pairLinkage(context: Pick<PairContext<unknown>, 'columns' | 'totals'>, most?: number): PairLinkage {
  const keys = keysOf(context, most)
  const d = keys.names.length
  const totals = context.totals.get(COMPLETE) ?? new Float64Array(COUNTS)
  const [original, masked, pairs] = totals
  const range = (c: number): Float64Array => totals.slice(COUNTS + 2 * c, COUNTS + 2 * c + 2)
  const ranges = {
    original: keys.names.map((_, j) => range(j)),
    masked: keys.names.map((_, j) => range(d + j)),
  }
  return { ...keys, original, masked, pairs, ranges }
}
