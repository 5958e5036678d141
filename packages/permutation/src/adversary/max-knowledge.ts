import { SdcError } from '@sdc/core'
import type { DistanceMetric } from '@sdc/stats'
import { comparableRanks } from '../comparable-ranks.js'
import { assignRanks } from './rank-assignment.js'
import { nearestRanks } from './rank-search.js'

export interface MaxKnowledgeLinkage {
  /**
   * Masked record that every original record is linked to, the first of equally good ones; −1 if it is incomplete, or
   * if there are fewer masked records and all are assigned to others.
   */
  readonly linked: Int32Array
  /** Number of equally near masked records; by `assignment`, number of those equal to the linked one. */
  readonly ties: Int32Array
  /** Probability that a random one of these is the record's own; NaN if that is unknown or incomplete. */
  readonly credit: Float64Array
  /** Rank distance to the linked masked record; NaN if there is none. */
  readonly distance: Float64Array
  /** Number of complete original records with a complete masked record. */
  readonly used: number
  /** Share of them that is linked correctly with certainty: every masked record that may be picked is their own. */
  readonly exactRate: number
  /** Expected share that is linked correctly, with ties picked at random. */
  readonly expectedRate: number
  /** Result of guessing: the mean share of the masked records that are a record's own, usually 1/n′. */
  readonly chance: number
}

export type Linkage = 'nearest' | 'assignment'

export interface MaxKnowledgeOptions {
  readonly distance?: DistanceMetric
  /**
   * Links every record by itself to the nearest, or all one-to-one at the least total distance (5,000 records at most).
   */
  readonly linkage?: Linkage
  readonly tick?: ((fraction: number) => void) | undefined
}

/**
 * Links records as the maximum-knowledge adversary, who knows the whole original and the whole masked file, but not
 * which record became which, and undoes the residual noise by reverse mapping.
 *
 * Z is the file of the original values that reverse mapping puts in the places of the masked ones, see `mappedRanks`.
 * Each original record is linked to the masked record at the smallest distance of ranks, max_k |rank(x_ik) −
 * rank(z_jk)| (or the sum, or Euclidean). By `assignment` each is linked to a different one, so that the sum of the
 * distances is smallest (`assignRanks`). The order of the records has no influence. Several masked records may come
 * from one original; a link to one of them is correct. Cost: see `nearestRanks` and `assignRanks`. Source:
 * Domingo-Ferrer & Muralidhar 2016, section 3. Worked example: x = (1, 1, 1, 2), y = (1.1, 1.2, 1.3, 9) give z = x: the
 * credits are 1/3, 1/3, 1/3 and 1.
 *
 * @param x - p columns of the original file, n records.
 * @param y - p columns of the masked file, n′ records.
 * @param truth - Original record of every masked one, −1 if unknown.
 * @param options - Distance, linkage, and a callback for the progress.
 * @returns The links, and the rates of correct ones.
 * @throws LENGTH_MISMATCH and WRONG_INPUT for a truth that does not fit the files, BAD_PARAMETER for an assignment of
 *   more than 5,000 records, and the errors of `comparableRanks`
 */
export function maxKnowledgeLinkage(
  x: readonly Float64Array[],
  y: readonly Float64Array[],
  truth: Int32Array,
  { distance: kind = 'chebyshev', linkage = 'nearest', tick }: MaxKnowledgeOptions = {},
): MaxKnowledgeLinkage {
  const { rowsX, rowsY, ranksX, ranksY } = comparableRanks(x, y)
  const n = x[0].length
  checkTruth(truth, n, y[0].length)
  const placeOf = new Int32Array(n).fill(-1)
  rowsX.forEach((row, at) => (placeOf[row] = at))
  const origins = Int32Array.from(rowsY, (row) => (truth[row] < 0 ? -1 : placeOf[truth[row]]))
  const owned = new Int32Array(rowsX.length)
  for (const at of origins) if (at >= 0) owned[at]++
  const links = linkage === 'nearest' ? nearestRanks : assignRanks
  const found = links(ranksX, ranksY, origins, kind, tick)
  const linked = new Int32Array(n).fill(-1)
  const ties = new Int32Array(n)
  const credit = new Float64Array(n).fill(Number.NaN)
  const distance = new Float64Array(n).fill(Number.NaN)
  let used = 0
  let exact = 0
  let expected = 0
  let guessed = 0
  rowsX.forEach((row, at) => {
    if (found.index[at] >= 0) linked[row] = rowsY[found.index[at]]
    ties[row] = found.ties[at]
    distance[row] = found.distance[at]
    if (owned[at] === 0) return
    credit[row] = found.credit[at]
    used++
    expected += credit[row]
    guessed += owned[at]
    if (credit[row] === 1) exact++
  })
  return {
    linked,
    ties,
    credit,
    distance,
    used,
    exactRate: exact / used,
    expectedRate: expected / used,
    chance: guessed / (used * rowsY.length),
  }
}

function checkTruth(truth: Int32Array, originals: number, masked: number): void {
  if (truth.length !== masked) {
    const message = `the origin of ${truth.length} masked records is given, but there are ${masked}`
    throw new SdcError('LENGTH_MISMATCH', message, {}, 'Give one original record for each masked one, −1 for unknown.')
  }
  const wrong = truth.findIndex((row) => row < -1 || row >= originals)
  if (wrong < 0) return
  const message = `the origin of masked record ${wrong + 1} is row ${truth[wrong]}, but the original has ${originals} rows`
  throw new SdcError('WRONG_INPUT', message, { row: wrong + 1 }, 'Count rows from 0, and use −1 for unknown.')
}
