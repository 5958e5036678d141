import { kdTree } from '@sdc/stats'
import { relativeChange } from '@sdc/toolkit/internal'

/** IL1 to the nearest original records, while values of the masked file change. */
export interface NearestVariation {
  /** IL1 as a share: Σ |y_ij − x_c(i)j|/|x_c(i)j| over the number of cells; 0 where no cell can be compared. */
  readonly value: number
  /** C(i), the original record nearest to each masked one, as it is. */
  readonly nearest: Int32Array
  /** What each masked record adds to the sum: its part of IL1. */
  readonly contributions: Float64Array
  /** IL1 if column j of record i were another value, placed at `place`; nothing changes. Cost: a search. */
  propose(i: number, j: number, next: number, place: number): number
  /** Makes the last proposal the state. */
  accept(): void
  /** Computes IL1 afresh from all records, which ends what rounding has added up. */
  recompute(): void
}

/** What is compared, all of it record after record of d values. */
export interface NearestFiles {
  readonly d: number
  /** The values that IL1 compares (raw ones, or standardised ones); `accept` writes to those of y. */
  readonly x: Float64Array
  readonly y: Float64Array
  /** The coordinates that distances are of; `accept` writes to those of y. */
  readonly xPlaces: Float64Array
  readonly yPlaces: Float64Array
}

/**
 * c(i) by a kd-tree of the original, which never changes, ties to the lowest number; a zero to divide by is left out, as
 * `loss/il-score` does. Cost: n' searches to begin with, then one for each proposal.
 *
 * Source: Sebé, Domingo-Ferrer, Mateo-Sanz & Torra 2002, eq. 6, and step 8 (b)–(d) of algorithm 1.
 *
 * @param files - The records of both files; those of y are written to.
 */
export function nearestVariation(files: NearestFiles): NearestVariation {
  const { d, x, y, xPlaces, yPlaces } = files
  const rows = x.length / d
  const n = y.length / d
  const tree = kdTree(
    Array.from({ length: d }, (_, j) => Float64Array.from({ length: rows }, (_, i) => xPlaces[i * d + j])),
  )
  const point = new Float64Array(d)
  const index = new Uint32Array(1)
  const distance2 = new Float64Array(1)
  const nearest = new Int32Array(n)
  const contributions = new Float64Array(n)
  const cells = new Int32Array(n)
  // The sum, that of the record proposed, its value and its place: numbers of a closure would be allocated at every step.
  const state = new Float64Array(4)
  const last = { i: 0, j: 0, nearest: 0, cells: 0 }
  let used = 0
  const search = (): number => {
    tree.nearestKInto(point, 1, index, distance2)
    return index[0]
  }
  const recompute = (): void => {
    state[0] = 0
    used = 0
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < d; k++) point[k] = yPlaces[i * d + k]
      nearest[i] = search()
      compare(i, -1, 0, nearest[i])
      contributions[i] = state[1]
      cells[i] = last.cells
      state[0] += state[1]
      used += last.cells
    }
  }
  /** Record i, with another value in column j, and an original record. */
  const compare = (i: number, j: number, next: number, of: number): void => {
    let own = 0
    let count = 0
    for (let k = 0; k < d; k++) {
      const change = relativeChange(x[of * d + k], k === j ? next : y[i * d + k])
      if (change !== change) continue
      own += change
      count++
    }
    state[1] = own
    last.cells = count
  }
  recompute()
  return {
    get value() {
      return used === 0 ? 0 : state[0] / used
    },
    nearest,
    contributions,
    propose(i, j, next, place) {
      for (let k = 0; k < d; k++) point[k] = yPlaces[i * d + k]
      point[j] = place
      last.i = i
      last.j = j
      state[2] = next
      state[3] = place
      last.nearest = search()
      compare(i, j, next, last.nearest)
      const count = used - cells[i] + last.cells
      return count === 0 ? 0 : (state[0] - contributions[i] + state[1]) / count
    },
    accept() {
      const { i, j } = last
      y[i * d + j] = state[2]
      yPlaces[i * d + j] = state[3]
      nearest[i] = last.nearest
      state[0] += state[1] - contributions[i]
      used += last.cells - cells[i]
      contributions[i] = state[1]
      cells[i] = last.cells
    },
    recompute,
  }
}
