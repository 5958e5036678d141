import { kdTree } from '@sdc/stats'
import { exactSums, rounderForSums } from '../shared/distance-columns.js'
import { farthestBlocks } from './farthest-blocks.js'
import { farthestFromCentroid } from './farthest-from-centroid.js'

/** The records that are in no group yet, and the distances between them. */
export interface Remaining {
  size(): number
  /** The record farthest from the centroid of those left, ties to the lowest index. */
  farthestFromCentroid(): number
  /** The record left that is farthest from a record, which itself may be gone; ties to the lowest index. */
  farthestFrom(record: number): number
  /** Takes out a record and the count − 1 nearest to it, ties to the lowest index; calls `taken` for each. */
  takeNearest(record: number, count: number, taken: (record: number) => void): void
  /** Takes out all. */
  takeAll(taken: (record: number) => void): void
}

/**
 * Distances are √Σ_j (z_aj − z_bj)², summed in the order of the columns; squares are compared.
 *
 * The centroid is the sum of z over the records left, divided by their number; in the sum z is rounded as
 * `rounderForSums` does. The running sum kept here is therefore bit for bit the fresh one: no tie depends on history.
 */
export function remainingRecords(columns: readonly Float64Array[]): Remaining {
  const d = columns.length
  const n = columns[0].length
  const tree = kdTree(columns)
  const blocks = farthestBlocks(columns, () => tree.leaves())
  const gone = new Uint8Array(n)
  const outermost = farthestFromCentroid(columns, gone)
  const rounded = rounderForSums(n)
  const sums = exactSums(columns)
  const point = new Float64Array(d)
  let nearest = new Uint32Array(0)
  let distances = new Float64Array(0)
  let left = n

  const take = (record: number): void => {
    tree.remove(record)
    blocks.remove(record)
    gone[record] = 1
    for (let j = 0; j < d; j++) sums[j] -= rounded(columns[j][record])
    left--
  }
  const pointAt = (record: number): Float64Array => {
    for (let j = 0; j < d; j++) point[j] = columns[j][record]
    return point
  }

  return {
    size: () => left,
    farthestFromCentroid() {
      for (let j = 0; j < d; j++) point[j] = sums[j] / left
      return outermost.find(point, left)
    },
    farthestFrom: (record) => blocks.find(pointAt(record)),
    takeNearest(record, count, taken) {
      if (nearest.length < count) {
        nearest = new Uint32Array(count)
        distances = new Float64Array(count)
      }
      take(record)
      taken(record)
      const found = tree.nearestKInto(pointAt(record), count - 1, nearest, distances)
      for (let at = 0; at < found; at++) {
        take(nearest[at])
        taken(nearest[at])
      }
    },
    takeAll(taken) {
      for (let i = 0; i < n; i++) if (gone[i] === 0) taken(i)
      gone.fill(1)
      left = 0
    },
  }
}
