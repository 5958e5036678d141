import { SdcError } from '@sdc/core'
import { rank, tieRuns } from '@sdc/stats'
import { gather, refuseInfinite } from '@sdc/toolkit'

/** Complete records of two files, and their ranks among the original ones. */
export interface ComparableRanks {
  /** Complete records of the original, n of them. */
  readonly rowsX: Int32Array
  /** Complete records of the masked file, n′ of them. */
  readonly rowsY: Int32Array
  /** Mean ranks of the original values, by column. */
  readonly ranksX: Float64Array[]
  /** Ranks of the values that reverse mapping gives to the masked records, see {@link mappedRanks}. */
  readonly ranksY: Float64Array[]
}

/**
 * Computes the ranks by which both files can be compared.
 *
 * x, y: p columns of the original and of the masked file. Records with a missing value are left out. Cost: O(p(n +
 * n′)), see `sortOrder`.
 *
 * @throws LENGTH_MISMATCH for files of different columns, NOT_NUMERIC for an infinite value, TOO_FEW_RECORDS if a
 *   file has no complete record
 */
export function comparableRanks(x: readonly Float64Array[], y: readonly Float64Array[]): ComparableRanks {
  if (x.length !== y.length) {
    throw new SdcError('LENGTH_MISMATCH', `the original has ${x.length} columns, the masked file ${y.length}`)
  }
  for (const column of x) refuseInfinite(column, 'original')
  for (const column of y) refuseInfinite(column, 'masked')
  const [rowsX, rowsY] = [completeRows(x), completeRows(y)]
  if (rowsX.length === 0 || rowsY.length === 0) {
    const message = `the original has ${rowsX.length} complete records, the masked file ${rowsY.length}: there are no ranks to compare`
    throw new SdcError('TOO_FEW_RECORDS', message, {}, 'Leave out the columns in which most values are missing.')
  }
  const originals = gather(x, rowsX)
  return {
    rowsX,
    rowsY,
    ranksX: originals.map((column) => rank(column, 'average')),
    ranksY: gather(y, rowsY).map((column, k) => mappedRanks(originals[k], column)),
  }
}

/** Returns the rows without a missing value. */
export function completeRows(columns: readonly Float64Array[]): Int32Array {
  const rows = Int32Array.from({ length: columns[0]?.length ?? 0 }, (_, i) => i)
  return rows.filter((i) => columns.every((column) => !Number.isNaN(column[i])))
}

/**
 * Computes the rank among x of the value that reverse mapping puts in the place of each y_j, as the mean over its
 * random ties.
 *
 * The masked value at place j of n′ becomes the original value at place ⌈jn/n′⌉ of n (at place j if n′ = n). Equal
 * original values share the mean of their ranks. Equal masked values at places a…b share the mean rank of the values
 * they may become. Neither the order of the records nor a draw has an influence. Without ties in x and with n′ = n that
 * is the mean rank of y; if y has the values of x, it is the rank of x.
 *
 * The result is rounded to 1/16 of a rank, halves to even. Ranks of x are multiples of 1/2, but means over several of
 * them are any fraction, and then |10 − 31/3| = |1000 − 2999/3| would hold in theory only. Multiples of 1/16 are exact,
 * as are their differences and sums. Every rank of x is an even number of sixteenths, so values at equal distances
 * below and above it stay so when rounded. Cost: O(n + n′), see `sortOrder`.
 */
export function mappedRanks(x: Float64Array, y: Float64Array): Float64Array {
  const originals = rank(x, 'average').sort()
  const { order, starts } = tieRuns(y)
  const n = originals.length
  const places = order.length
  const ranks = new Float64Array(y.length).fill(Number.NaN)
  for (let run = 0; run + 1 < starts.length; run++) {
    const [from, to] = [starts[run], starts[run + 1]]
    // Sums of multiples of 1/2 and products of counts: exact below 2⁵², and then so is the ceiling of the quotient.
    let sum = 0
    for (let place = from + 1; place <= to; place++) sum += originals[Math.ceil((place * n) / places) - 1]
    const shared = toSixteenths(sum / (to - from))
    for (let at = from; at < to; at++) ranks[order[at]] = shared
  }
  return ranks
}

/** Numbers from 2⁴⁸ to 2⁴⁹ are 1/16 apart: adding one of them rounds to sixteenths, halves to even. */
function toSixteenths(value: number): number {
  const shift = 1.5 * 2 ** 48
  return value + shift - shift
}
