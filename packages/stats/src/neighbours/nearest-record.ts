import { buildNodes, type KdNodes } from './kd-build.js'
import { kdScratch, searchNearest } from './kd-search.js'
import { kdSimd, SIMD_LEAF, simdPays, type KdSimd } from './kd-simd.js'
import type { NearestMany } from './kd-tree.js'
import { interleave, rowNumbers } from './records.js'
import { searchOrder } from './search-order.js'

/**
 * Finds the nearest record of `to` for every row of `from` by Euclidean distance, exact, ties to the lowest index.
 *
 * @param from - d columns of n finite values.
 * @param to - d columns of m finite values.
 * @returns Index and squared distance, one per row of `from`.
 * @throws RangeError if `to` has no record but `from` has, and as `kdTree` does
 *
 * Cost: a tree and n searches.
 */
export function nearestRecord(from: readonly Float64Array[], to: readonly Float64Array[]): NearestMany {
  if (from.length !== to.length) {
    throw new RangeError(`records of ${from.length} and ${to.length} columns have no distance`)
  }
  const records = interleave(to)
  const rows = interleave(from)
  const d = from.length
  const n = from[0].length
  const index = new Uint32Array(n)
  const distance2 = new Float64Array(n)
  if (n > 0 && to[0].length === 0) throw new RangeError('there is no record to be nearest')
  const vectors = simdPays(n, d)
  const nodes = buildNodes(records, d, rowNumbers(to[0].length), vectors ? SIMD_LEAF : undefined)
  const search = (vectors ? kdSimd(nodes) : undefined) ?? plainSearch(nodes)
  const order = searchOrder(nodes, rows)
  for (let at = 0; at < n; at++) {
    const row = order[at]
    for (let j = 0; j < d; j++) search.point[j] = rows[row * d + j]
    index[row] = search.nearest(false)
    distance2[row] = search.distance2()
  }
  return { index, distance2 }
}

function plainSearch(nodes: KdNodes): Pick<KdSimd, 'point' | 'nearest' | 'distance2'> {
  const scratch = kdScratch()
  const point = new Float64Array(nodes.d)
  const index = new Uint32Array(1)
  const distance2 = new Float64Array(1)
  return {
    point,
    nearest() {
      searchNearest(nodes, scratch, point, index, distance2)
      return index[0]
    },
    distance2: () => distance2[0],
  }
}
