import { exactSums, rounderForSums } from '../shared/distance-columns.js'
import { squaredEuclidean } from '../points/point-metric.js'
import { LANES } from '../points/point-tree.js'
import { pointsLeft } from '../points/points-left.js'

/** Records that are in no group yet, and the distances between them. */
export interface Remaining {
  size(): number
  /** Returns the record farthest from the centroid of those left, ties to the lowest index. */
  farthestFromCentroid(): number
  /** Returns the remaining record farthest from the one whose group was taken last; ties to the lowest index. */
  farthestFromLast(): number
  /** Takes out a record and the count − 1 nearest to it, ties to the lowest index; calls `taken` for each. */
  takeNearest(record: number, count: number, taken: (record: number) => void): void
  /** Takes out all records. */
  takeAll(taken: (record: number) => void): void
}

/**
 * Makes the remaining records of MDAV. Distances are √Σ_j (z_aj − z_bj)², summed in the order of the columns; squares
 * are compared.
 *
 * The centroid is the sum of z over the records left, divided by their number; in the sum z is rounded as in
 * `rounderForSums`. So the running sum is bit for bit the same as a new sum, and ties do not depend on the history.
 *
 * @param columns - p standardised columns of n, see `distanceColumns`.
 * @param rows - Number of records standardised together.
 * @returns All n records, to be taken out.
 */
export function remainingRecords(columns: readonly Float64Array[], rows: number = columns[0].length): Remaining {
  const d = columns.length
  const rounded = rounderForSums(rows)
  const sums = exactSums(columns, rows)
  const left = pointsLeft(columns, squaredEuclidean(d), (points, at) => {
    for (let j = 0; j < d; j++) sums[j] -= rounded(points[at + j * LANES])
  })
  const centroid = new Float64Array(d)
  let last: Float64Array = centroid

  return {
    size: left.size,
    farthestFromCentroid() {
      const size = left.size()
      for (let j = 0; j < d; j++) centroid[j] = sums[j] / size
      return left.farthestFromCentre(centroid)
    },
    farthestFromLast: () => left.farthestFrom(last),
    takeNearest(record, count, taken) {
      last = left.takeNearest(record, count, taken)
    },
    takeAll: left.takeAll,
  }
}
