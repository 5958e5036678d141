import type { Rng } from '@sdc/core'
import { pairedValues } from './complete-pairs.js'
import { randomSortOrder } from '../order/rank.js'
import { sortOrder } from '../order/sort-order.js'

/** Ranks of linked pairs, and the order of each side. */
export interface LinkedRanks {
  /** Rank of every x_i among the complete pairs, 1-based; NaN if a value of its pair is missing. */
  readonly rankX: Float64Array
  /** Rank of every y_i, likewise. */
  readonly rankY: Float64Array
  /** Records of the complete pairs in the order of their x. */
  readonly byX: Uint32Array
  /** Records of the complete pairs in the order of their y. */
  readonly byY: Uint32Array
}

/**
 * Computes the ranks of an original column x and its masked values y, as the permutation model compares them.
 *
 * Ties of y are in random order (`randomSortOrder`), or, without `rng`, in the order of the records. Ties of x are in
 * the order of y's ranks, which gives the smallest sum of |rank(x_i) − rank(y_i)| of all ways to break them. Exchanging
 * equal values changes nothing, and the ranks agree if y = x. Pairs with a missing value (NaN) are left out. Throws
 * RangeError if x and y differ in length. Cost: O(n), see `sortOrder`.
 */
export function linkedRanks(x: Float64Array, y: Float64Array, rng?: Rng): LinkedRanks {
  const { a, b } = pairedValues(x, y)
  const byY = rng === undefined ? sortOrder(b) : randomSortOrder(b, rng)
  // Stable sort by x of the pairs in the order of y.
  const alongY = sortOrder(Float64Array.from(byY, (i) => a[i]))
  const rankX = new Float64Array(x.length).fill(Number.NaN)
  const rankY = new Float64Array(x.length).fill(Number.NaN)
  const byX = new Uint32Array(byY.length)
  for (let at = 0; at < byY.length; at++) {
    byX[at] = byY[alongY[at]]
    rankY[byY[at]] = at + 1
    rankX[byX[at]] = at + 1
  }
  return { rankX, rankY, byX, byY }
}
