import { standardise } from '@sdc/stats'

/**
 * Common parts of the reference versions of the fast algorithms: records, their labels, and searches that scan every
 * record.
 */
export interface NaiveRecords {
  readonly rows: readonly (readonly number[])[]
  /** −1 while a record is in no group. */
  readonly labels: number[]
  rest(): number[]
  /** Squared Euclidean. */
  distance(a: readonly number[], b: readonly number[]): number
  centroid(records: readonly number[]): number[]
  /** The record left that is farthest from a point, ties to the lowest index. */
  farthest(from: readonly number[]): number
  /** The records left that are nearest to a point, but for one of them; ties to the lowest index. */
  nearestOf(point: readonly number[], count: number, but: number): number[]
  endInOneGroup(group: number): number[]
  /** Moves the records of the last group to the groups with the nearest centroids. */
  mergeLast(last: number): void
}

export function naiveRecords(columns: readonly Float64Array[]): NaiveRecords {
  const n = columns[0].length
  const { columns: z, constant } = standardise(columns.map((column) => column.map((value) => value - column[0])))
  const rows = Array.from({ length: n }, (_, i) => z.filter((_, j) => !constant[j]).map((column) => column[i]))
  const labels = new Array<number>(n).fill(-1)

  const rest = (): number[] => labels.flatMap((label, i) => (label < 0 ? [i] : []))
  const square = (value: number): number => value * value
  const distance = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((total, one, j) => total + square(one - b[j]), 0)
  // Sums of z rounded to a multiple of 2⁻⁵²·2^b, 2^b the least power of two above n.
  const bits = Array.from({ length: 32 }, (_, b) => b).find((b) => 2 ** b > n) ?? 32
  const round = (value: number): number => Math.round(value * 2 ** (52 - bits)) / 2 ** (52 - bits)
  const centroid = (records: readonly number[]): number[] =>
    rows[0].map((_, j) => records.reduce((total, i) => total + round(rows[i][j]), 0) / records.length)

  return {
    rows,
    labels,
    rest,
    distance,
    centroid,
    farthest: (from) => rest().reduce((best, i) => (distance(rows[i], from) > distance(rows[best], from) ? i : best)),
    nearestOf(point, count, but) {
      const others = rest().filter((i) => i !== but)
      others.sort((a, b) => distance(rows[a], point) - distance(rows[b], point) || a - b)
      return others.slice(0, count)
    },
    endInOneGroup(group) {
      const last = rest()
      for (const i of last) labels[i] = group
      return last
    },
    mergeLast(last) {
      const moving = labels.flatMap((label, i) => (label === last ? [i] : []))
      const members = Array.from({ length: last }, (_, g) => labels.flatMap((label, i) => (label === g ? [i] : [])))
      const means = members.map(centroid)
      const nearest = (i: number): number =>
        means.reduce((best, mean, g) => (distance(mean, rows[i]) < distance(means[best], rows[i]) ? g : best), 0)
      for (const i of moving) labels[i] = nearest(i)
    },
  }
}
