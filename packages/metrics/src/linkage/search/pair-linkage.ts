import { numericValues, type Aggregate, type Block, type Dataset, type Facts, type Plan, type Totals } from '@sdc/core'
import { rangeOfBlock, type Spread } from '@sdc/stats/internal'
import { completeRows, gather } from '@sdc/toolkit'
import { addedNumbers, readColumns, readSpreads, together } from '@sdc/toolkit/internal'

/** Two files in the form for record linkage. */
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

/** Complete records of a block. */
export interface CompleteOfBlock {
  /** Indices in the block, ascending, and the values there. */
  readonly rows: Int32Array
  readonly keys: readonly Float64Array[]
}

/**
 * Returns the complete records of one file's block. Cost: O(nd).
 *
 * @param data - The n records.
 * @param names - The d columns.
 * @returns Indices and values.
 */
export function completeOfBlock(data: Dataset, names: readonly string[]): CompleteOfBlock {
  const columns = names.map((name) => numericValues(data, name))
  const rows = completeRows(columns, data.rows)
  return { rows, keys: gather(columns, rows) }
}

/**
 * Returns the pairs of a block that are complete in both files, ascending.
 *
 * @param pairs - The pairs.
 * @param names - The columns.
 * @returns Indices of the pairs.
 */
export function completePairs(pairs: Pick<Block, 'original' | 'masked'>, names: readonly string[]): Int32Array {
  const both = [pairs.original, pairs.masked].flatMap((data) => names.map((name) => numericValues(data, name)))
  return completeRows(both, pairs.original.rows)
}

/** Computes a count, and the range of each key. */
function completeAggregate(file: 'original' | 'masked', names: readonly string[]): Aggregate {
  return {
    reads: file,
    of(block) {
      const { rows, keys } = completeOfBlock(block[file], names)
      return Float64Array.from([rows.length, ...keys.map(rangeOfBlock).flatMap(({ least, most }) => [least, most])])
    },
    merge: (total, own) =>
      total.map((value, at) => {
        if (at === 0) return value + own[at]
        return at % 2 === 1 ? Math.min(value, own[at]) : Math.max(value, own[at])
      }),
  }
}

const rangesIn = (totals: Totals): readonly Float64Array[] =>
  Array.from({ length: (totals.length - 1) / 2 }, (_, j) => totals.slice(1 + 2 * j, 3 + 2 * j))

/**
 * Reads two files for record linkage: spreads of their columns, and their complete records.
 *
 * @param facts - The measured columns.
 * @param most - Maximum number of linkage columns; by default all that vary.
 * @returns Columns, spreads and counts; no record is complete without columns.
 */
export function* readPairLinkage({ columns }: Pick<Facts<unknown>, 'columns'>, most?: number): Plan<PairLinkage> {
  const [original, masked] = yield* together(
    readSpreads('original', readColumns('original', columns)),
    readSpreads('masked', readColumns('masked', columns)),
  )
  const varying = [...columns.keys()].filter((j) => original[j].sd > 0)
  const keys = varying.slice(0, most)
  const names = keys.map((j) => columns[j])
  const linkage = {
    names,
    constant: columns.length - varying.length,
    x: keys.map((j) => original[j]),
    y: keys.map((j) => masked[j]),
  }
  if (names.length === 0) return { ...linkage, original: 0, masked: 0, pairs: 0, ranges: { original: [], masked: [] } }
  const [a, b, [pairs]] = yield [
    completeAggregate('original', names),
    completeAggregate('masked', names),
    { reads: 'pairs', of: (block) => Float64Array.of(completePairs(block, names).length), merge: addedNumbers },
  ]
  return { ...linkage, original: a[0], masked: b[0], pairs, ranges: { original: rangesIn(a), masked: rangesIn(b) } }
}
