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

/** Two files in parts as record linkage sees them, once `linkagePasses` have ended. */
export interface PairLinkage {
  /** The measured columns that vary in the original, the first of them where an intruder knows no more. */
  readonly names: readonly string[]
  /** How many do not. */
  readonly constant: number
  readonly x: readonly Spread[]
  readonly y: readonly Spread[]
  /** How many records have all keys, in each file and in both. */
  readonly original: number
  readonly masked: number
  readonly pairs: number
  /** The least and the greatest value of each key among the complete records of each file. */
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

/** The records of a block that have all keys. */
export interface CompleteOfBlock {
  /** Places in the block, ascending, and the keys there. */
  readonly rows: Int32Array
  readonly keys: readonly Float64Array[]
}

/**
 * The records of one file's block that have all keys. Cost: O(nd).
 *
 * @param data - The n records.
 * @param names - The d keys.
 */
export function completeOfBlock(data: Dataset, names: readonly string[]): CompleteOfBlock {
  const columns = names.map((name) => numericValues(data, name))
  const rows = completeRows(columns, data.rows)
  return { rows, keys: gather(columns, rows) }
}

/**
 * The pairs of a block that are complete in both files, ascending.
 *
 * @param pairs - The pairs.
 * @param names - The keys.
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
 * The readings of two files that a linkage of them asks for.
 *
 * @param most - How many keys there are at most; all columns that vary where nobody says.
 * @returns The readings, in their order.
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
 * What the readings say.
 *
 * @param context - What is known of the files, once `linkagePasses` have ended.
 * @param most - How many keys these were told.
 * @returns Keys, spreads and counts; no record is complete where there are no keys.
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
