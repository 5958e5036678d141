/** Rank changes of columns: of two columns in memory, and as aggregates of files. */
import { numericValues, type Rng, type Totals, type Aggregate, type Block, type Order, type Plan } from '@sdc/core'
import { linkedRanks } from '@sdc/stats/internal'
import { addedNumbers, readPaired } from '@sdc/toolkit/internal'

/** Upper ends of the bins of a rank-change table, with one more bin for greater changes: those of table 5, and 21+. */
export const rankChangeBins: readonly number[] = [0, 1, 2, 3, 4, 5, 10, 15, 20]

/**
 * Computes the rank change of every pair: |rank(x_i) − rank(y_i)| among the complete pairs.
 *
 * Ties of y are broken at random by `rng`. Ties of x are broken in the order of y's ranks, which gives the smallest sum
 * of changes. So the changes are 0 if y = x, with or without ties, and those of a masked column are distributed as
 * those of its reverse mapping if x has no ties. Cost: O(n), see `sortOrder`.
 *
 * @param x - n original values, NaN if missing.
 * @param y - n masked values, NaN if missing.
 * @param rng - Source of the random order of ties.
 * @returns n changes in ranks, NaN for an incomplete pair.
 */
export function rankChanges(x: Float64Array, y: Float64Array, rng: Rng): Float64Array {
  const { rankX, rankY } = linkedRanks(x, y, rng)
  return rankX.map((rank, i) => Math.abs(rank - rankY[i]))
}

/**
 * Counts the changes in (b_{k−1}, b_k] for the upper ends b_0 < b_1 < ….
 *
 * @param deltas - Changes; NaN is not counted.
 * @param bins - Upper ends b_k, ascending.
 * @returns One count per bin; the last count is of the changes beyond.
 */
export function rankChangeTable(deltas: Float64Array, bins: readonly number[] = rankChangeBins): Int32Array {
  const counts = new Int32Array(bins.length + 1)
  for (const delta of deltas) {
    if (delta !== delta) continue
    const bin = bins.findIndex((upper) => delta <= upper)
    counts[bin < 0 ? bins.length : bin]++
  }
  return counts
}

/**
 * Counts the complete pairs of columns.
 *
 * @param names - Columns.
 * @returns One count for each.
 */
export function* readPairs(names: readonly string[]): Plan<Totals> {
  const of = (block: Block): Totals =>
    Float64Array.from(names, (name) => {
      const x = numericValues(block.original, name)
      const y = numericValues(block.masked, name)
      let count = 0
      for (let i = 0; i < x.length; i++) if (x[i] === x[i] && y[i] === y[i]) count++
      return count
    })
  const [pairs] = yield [{ reads: 'pairs', of, merge: addedNumbers }]
  return pairs
}

/** Returns the rank changes of a column in a block with the ranks of these orders; NaN for an incomplete pair. */
export interface ReadChanges {
  (block: Block): Float64Array
  readonly orders: readonly Order[]
}

/**
 * Makes the rank changes of a column, equal to those of `rankChanges`.
 *
 * @param name - Column.
 * @param j - Its number among the measured ones.
 * @param random - Stream that breaks the ties of its masked values.
 * @returns The function, and the orders that it needs.
 */
export function changesOf(name: string, j: number, random: Rng): ReadChanges {
  const columns = { original: [name], masked: [name] }
  const shared = { reads: 'pairs', columns, isKept: true } as const
  const byY: Order = { ...shared, name: `masked-${j + 1}`, of: readPaired('masked', name), ties: { random } }
  const byX: Order = {
    ...shared,
    name: `original-${j + 1}`,
    of: readPaired('original', name),
    ties: { ranks: byY },
  }
  const read = ({ ranks: [x, y] = [] }: Block): Float64Array => {
    const changes = new Float64Array(x.length)
    for (let i = 0; i < changes.length; i++) changes[i] = Math.abs(x[i] - y[i])
    return changes
  }
  return Object.assign(read, { orders: [byX, byY] })
}

/** Sums of the changes of a column. */
export interface ChangeSums {
  /** Sum of 100·Δ/(n − 1). */
  readonly percent: number
  /** Sum of Δ. */
  readonly ranks: number
  /** Number of changes, by bin. */
  readonly bins: Float64Array
}

/** Number of sums of a column. */
const SUMS = 3 + rankChangeBins.length

/**
 * Reads the sums of the changes of columns, and the greatest change of each pair in percent.
 *
 * @param changed - Columns, one or more.
 * @param counts - Number of changes of each, two or more.
 * @returns Sums for each.
 */
export function* readChangeSums(
  changed: readonly ReadChanges[],
  counts: readonly number[],
): Plan<readonly ChangeSums[]> {
  const aggregate: Aggregate = {
    reads: 'pairs',
    saysRecords: true,
    orders: changed.flatMap(({ orders }) => orders),
    of: ({ ranks = [], records, ...block }) =>
      Float64Array.from(
        changed.flatMap((changes, k) => {
          const own = changes({ ...block, ranks: ranks.slice(2 * k, 2 * k + 2) })
          return [...sumsOfBlock(own, 100 / (counts[k] - 1), records)]
        }),
      ),
    merge: addedNumbers,
  }
  const [sums] = yield [aggregate]
  return counts.map((_, k) => {
    const [percent, ranks] = sums.subarray(k * SUMS)
    return { percent, ranks, bins: sums.slice(k * SUMS + 2, (k + 1) * SUMS) }
  })
}

function sumsOfBlock(changes: Float64Array, percent: number, records: Float64Array | undefined): Float64Array {
  let [sum, ranks] = [0, 0]
  for (let r = 0; r < changes.length; r++) {
    const change = changes[r]
    if (change !== change) continue
    const own = change * percent
    if (records && !(records[r] >= own)) records[r] = own
    sum += own
    ranks += change
  }
  return Float64Array.of(sum, ranks, ...rankChangeTable(changes))
}
