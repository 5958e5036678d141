import { buildNodes } from './kd-build.js'
import { kdTree, type NearestMany } from './kd-tree.js'
import { interleave, rowNumbers } from './records.js'

/**
 * The nearest record of `to` for every row of `from` by Euclidean distance, exact, ties to the lowest index.
 *
 * Cost: a tree of each and n searches.
 *
 * @throws RangeError where `to` has no record but `from` has, and as `kdTree` does
 */
export function nearestRecord(from: readonly Float64Array[], to: readonly Float64Array[]): NearestMany {
  if (from.length !== to.length) {
    throw new RangeError(`records of ${from.length} and ${to.length} columns have no distance`)
  }
  const tree = kdTree(to)
  const rows = interleave(from)
  const d = from.length
  const n = from[0].length
  const index = new Uint32Array(n)
  const distance2 = new Float64Array(n)
  if (n > 0 && tree.size() === 0) throw new RangeError('there is no record to be nearest')
  // Rows that are neighbours visit the same leaves: in the order of a tree of their own they find them in the cache.
  const order = buildNodes(rows, d, rowNumbers(n)).ids
  const point = new Float64Array(d)
  const oneIndex = new Uint32Array(1)
  const oneDistance = new Float64Array(1)
  for (let at = 0; at < n; at++) {
    const row = order[at]
    for (let j = 0; j < d; j++) point[j] = rows[row * d + j]
    tree.nearestKInto(point, 1, oneIndex, oneDistance)
    index[row] = oneIndex[0]
    distance2[row] = oneDistance[0]
  }
  return { index, distance2 }
}
