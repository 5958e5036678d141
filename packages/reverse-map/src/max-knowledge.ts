import { SdcError } from '@sdc/core'
import { rank } from '@sdc/stats'
import { nearestRanks, type RankDistance } from './rank-search.js'
import { refuseInfinite } from './refuse-infinite.js'

export interface MaxKnowledgeLinkage {
  /** For every original record the masked record it is linked to, the first of equally near ones; −1 where it is incomplete. */
  readonly linked: Int32Array
  /** How many masked records are equally near. */
  readonly ties: Int32Array
  /** The chance that the link is right when one of the nearest is picked at random; NaN where it is not known or incomplete. */
  readonly credit: Float64Array
  /** The rank distance to the nearest masked record; NaN where the record is incomplete. */
  readonly distance: Float64Array
  /** Original records that are complete in both files and whose masked record is known. */
  readonly used: number
  /** Share of them that are linked to one record only, and rightly. */
  readonly exactRate: number
  /** Expected share that is linked rightly, ties picked at random. */
  readonly expectedRate: number
  /** What guessing gives: 1 over the number of masked records. */
  readonly chance: number
}

/**
 * The maximum-knowledge adversary: knows the whole original and the whole masked file, only not which record became
 * which, and undoes the residual noise by reverse mapping.
 *
 * x, y: p columns of the original and of the masked file, complete records among them as many in each; truth: for every
 * masked record the original one it came from, −1 where it is not known. Each original record is linked to the masked
 * record at the least distance of ranks, max_k |rank(x_ik) − rank(z_jk)| (or the sum, or Euclidean); Z has the ranks of Y.
 * Equal values share the mean of their ranks, so that the order of the records decides nothing.
 * Throws LENGTH_MISMATCH where the files have different numbers of complete records: ranks are then not comparable;
 * NOT_NUMERIC for an infinite value.
 * Cost: see `nearestRanks`.
 * Source: Domingo-Ferrer & Muralidhar 2016, section 3.
 */
export function maxKnowledgeLinkage(
  x: readonly Float64Array[],
  y: readonly Float64Array[],
  truth: Int32Array,
  {
    distance: kind = 'max',
    tick,
  }: { readonly distance?: RankDistance; readonly tick?: (fraction: number) => void } = {},
): MaxKnowledgeLinkage {
  const { rowsX, rowsY, ranksX, ranksY } = comparableRanks(x, y)
  const maskedOf = new Int32Array(x[0].length).fill(-1)
  const placeOf = new Int32Array(y[0].length).fill(-1)
  rowsY.forEach((row, at) => (placeOf[row] = at))
  truth.forEach((row, j) => {
    if (row >= 0 && placeOf[j] >= 0) maskedOf[row] = placeOf[j]
  })
  const target = Int32Array.from(rowsX, (row) => maskedOf[row])
  const found = nearestRanks(ranksX, ranksY, target, kind, tick)
  const linked = new Int32Array(x[0].length).fill(-1)
  const ties = new Int32Array(x[0].length)
  const credit = new Float64Array(x[0].length).fill(Number.NaN)
  const distance = new Float64Array(x[0].length).fill(Number.NaN)
  let used = 0
  let exact = 0
  let expected = 0
  rowsX.forEach((row, at) => {
    linked[row] = rowsY[found.index[at]]
    ties[row] = found.ties[at]
    distance[row] = found.distance[at]
    if (target[at] < 0) return
    credit[row] = found.hit[at] / found.ties[at]
    used++
    expected += credit[row]
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
    chance: 1 / rowsY.length,
  }
}

/** Mean ranks of the complete records of two files, which must be as many. */
export function comparableRanks(
  x: readonly Float64Array[],
  y: readonly Float64Array[],
): {
  readonly rowsX: Int32Array
  readonly rowsY: Int32Array
  readonly ranksX: Float64Array[]
  readonly ranksY: Float64Array[]
} {
  for (const column of x) refuseInfinite(column, 'original')
  for (const column of y) refuseInfinite(column, 'masked')
  const [rowsX, rowsY] = [completeRows(x), completeRows(y)]
  if (rowsX.length !== rowsY.length || rowsX.length === 0) {
    const message = `the original has ${rowsX.length} complete records, the masked file ${rowsY.length}: their ranks cannot be compared`
    throw new SdcError(
      'LENGTH_MISMATCH',
      message,
      {},
      'Measure columns without missing values, in files of the same length.',
    )
  }
  const ranks = (columns: readonly Float64Array[], rows: Int32Array): Float64Array[] =>
    columns.map((column) =>
      rank(
        Float64Array.from(rows, (row) => column[row]),
        'average',
      ),
    )
  return { rowsX, rowsY, ranksX: ranks(x, rowsX), ranksY: ranks(y, rowsY) }
}

function completeRows(columns: readonly Float64Array[]): Int32Array {
  const rows = Int32Array.from({ length: columns[0]?.length ?? 0 }, (_, i) => i)
  return rows.filter((i) => columns.every((column) => !Number.isNaN(column[i])))
}
