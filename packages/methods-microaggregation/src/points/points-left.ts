import { distinctPoints, NO_RECORD } from './distinct-points.js'
import { nearestList } from './nearest-list.js'
import type { PointMetric } from './point-metric.js'
import { farthestPoint, nearestPoints } from './point-search.js'
import { coordinateAt, LANES, leafAt, pointTree, rebuild, recentre } from './point-tree.js'
import { removePoint, shrink } from './remove-point.js'

/**
 * Largest movement of the middle before new bounds about it are made, as a share of the distance of the farthest point.
 */
const MOVED = 1 / 64

/** Records in d columns that are taken out group by group, for MDAV and V-MDAV. Ties go to the lowest record. */
export interface PointsLeft {
  /** Number of records left. */
  size(): number
  has(record: number): boolean
  /** Returns the remaining record farthest from a place. */
  farthestFrom(place: Float64Array): number
  /** Does the same for a place in the middle of the records; new bounds about it are made if it has moved. */
  farthestFromCentre(place: Float64Array): number
  /**
   * Takes out a record, the lowest of its equals, and the count − 1 nearest to it; calls `taken` for each.
   *
   * @returns The coordinates of the first, overwritten by the next call.
   */
  takeNearest(record: number, count: number, taken: (record: number) => void): Float64Array
  /**
   * Writes the records nearest to a place and their distances, nearest first.
   *
   * @returns The number of records written, at most `count`.
   */
  nearest(place: Float64Array, count: number, records: Uint32Array, distances: Float64Array): number
  /** Takes out a record, the lowest of its equals. */
  take(record: number): void
  /** Makes searches fast again after records were taken out. */
  settle(): void
  /** Takes out all records. */
  takeAll(taken: (record: number) => void): void
}

/**
 * Makes the remaining records, all at first. Equal records are one point, which counts as often as records of it are
 * left; they are taken in ascending order. So the k − 1 nearest records are among those of the k − 1 nearest points,
 * both by distance and then by the lowest record.
 *
 * @param columns - d columns of n finite values.
 * @param metric - Distance.
 * @param leaving - Called for every record taken out, with its coordinates: points[at], points[at + LANES], …
 * @returns All n records, to be taken out.
 */
export function pointsLeft(
  columns: readonly Float64Array[],
  metric: PointMetric,
  leaving: (points: Float64Array, at: number) => void = () => {},
): PointsLeft {
  const d = columns.length
  const n = columns[0].length
  const { count, coordinates, first, pointOf, following } = distinctPoints(columns, LANES)
  const tree = pointTree(coordinates, d, count, first, metric)
  const place = new Float64Array(d)
  /** Leaves that have lost records. */
  const touched: number[] = []
  let left = n
  let points = count
  let built = count
  let nearestRecords = new Uint32Array(0)
  let nearestDistances = new Float64Array(0)

  const take = (record: number): void => {
    const point = pointOf ? pointOf[record] : record
    const position = tree.positions[point]
    leaving(tree.points, coordinateAt(d, position))
    left--
    const leaf = leafAt(tree, position)
    // If the root is a leaf, it has no box to keep tight.
    if (leaf !== 0 && touched[touched.length - 1] !== leaf) touched.push(leaf)
    first[point] = following ? following[record] : NO_RECORD
    if (first[point] !== NO_RECORD) return
    removePoint(tree, point)
    points--
  }
  const settle = (): void => {
    if (2 * points <= built && tree.child[0] > 0) {
      rebuild(tree)
      built = points
    } else for (const leaf of touched) shrink(tree, leaf)
    touched.length = 0
  }
  const nearest: PointsLeft['nearest'] = (from, most, records, distances) => {
    const found = nearestPoints(tree, from, most, records, distances)
    // The first record of the first point is the nearest one.
    if (!following || most < 2) return found
    const list = nearestList(most)
    for (let at = 0; at < found; at++) {
      let record = records[at]
      while (record !== NO_RECORD && list.add(record, distances[at])) record = following[record]
    }
    return list.write(records, distances)
  }

  return {
    size: () => left,
    has(record) {
      const lowest = first[pointOf ? pointOf[record] : record]
      return lowest !== NO_RECORD && record >= lowest
    },
    nearest,
    take,
    settle,
    farthestFrom: (from) => farthestPoint(tree, from),
    farthestFromCentre(centre) {
      if (tree.child[0] > 0 && metric.norm(centre, 0, 1, d) > MOVED * tree.reach[0]) recentre(tree, centre)
      return farthestPoint(tree, centre)
    },
    takeNearest(record, most, taken) {
      if (nearestRecords.length < most) {
        nearestRecords = new Uint32Array(most)
        nearestDistances = new Float64Array(most)
      }
      const start = coordinateAt(d, tree.positions[pointOf ? pointOf[record] : record])
      for (let j = 0; j < d; j++) place[j] = tree.points[start + j * LANES]
      take(record)
      taken(record)
      const found = nearest(place, most - 1, nearestRecords, nearestDistances)
      for (let at = 0; at < found; at++) {
        take(nearestRecords[at])
        taken(nearestRecords[at])
      }
      settle()
      return place
    },
    takeAll(taken) {
      for (let point = 0; point < count; point++) {
        for (let record = first[point]; record !== NO_RECORD; record = following ? following[record] : NO_RECORD) {
          taken(record)
        }
        first[point] = NO_RECORD
      }
      left = 0
    },
  }
}
