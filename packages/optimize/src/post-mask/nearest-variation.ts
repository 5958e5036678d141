import { kdTree } from '@sdc/stats'
import { relativeChange } from '@sdc/toolkit/internal'

/** IL1 to the nearest original records, under changes of values of the masked file. */
export interface NearestVariation {
  /** IL1 as a share: Σ |y_ij − x_c(i)j|/|x_c(i)j| over the number of cells; 0 if no cell can be compared. */
  readonly value: number
  /** C(i), the original record nearest to each masked one at present. */
  readonly nearest: Int32Array
  /** Contribution of each masked record to the sum of IL1. */
  readonly contributions: Float64Array
  /** Returns IL1 if column j of record i were another value, placed at `place`; nothing changes. Cost: a search. */
  propose(i: number, j: number, next: number, place: number): number
  /** Makes the last proposal the state. */
  accept(): void
  /** Computes IL1 from all records, which removes accumulated rounding. */
  recompute(): void
}

/** Records of both files, record after record of d values. */
export interface NearestFiles {
  readonly d: number
  /** Values that IL1 compares (raw or standardised); `accept` writes to those of y. */
  readonly x: Float64Array
  readonly y: Float64Array
  /** Coordinates for the distances; `accept` writes to those of y. */
  readonly xPlaces: Float64Array
  readonly yPlaces: Float64Array
}

/**
 * Finds c(i) by a kd-tree of the original, which never changes, ties to the lowest number; a zero divisor is left out,
 * as in `loss/il-score`. Cost: n' searches at the start, then one for each proposal.
 *
 * Source: Sebé, Domingo-Ferrer, Mateo-Sanz & Torra 2002, eq. 6, and step 8 (b)–(d) of algorithm 1.
 *
 * @param files - The records of both files; those of y are written to.
 * @returns IL1 and its updates.
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
  // The sum, that of the proposed record, its value and its place: numbers of a closure would be allocated at every
  // step.
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
  /** Compares record i, with another value in column j, and an original record. */
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
