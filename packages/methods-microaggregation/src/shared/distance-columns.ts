import { mean, standardDeviation } from '@sdc/stats'
import { powerOfTwo } from '@sdc/stats/internal'

/** Scale of the distances for records that are part of a file, so that they are the distances in the file. */
export interface DistanceScale {
  /** Standard deviation (ddof 1) of each column over all records of the file, in its unit. */
  readonly sds: readonly number[]
  /** Number of records of the file. */
  readonly rows: number
}

/**
 * Makes the columns for distances: standardised (ddof 1), without constant ones; one column of zeros if all are
 * constant.
 *
 * The value of the first record is subtracted first, which changes no distance. So values with a large offset give bit
 * for bit the same z as without it, as long as their differences are exact.
 *
 * @param columns - p of n finite values, in any units.
 * @param scale - Divisors of the columns; default their own standard deviations.
 * @returns z, at most p columns of n.
 */
export function distanceColumns(columns: readonly Float64Array[], scale?: DistanceScale): Float64Array[] {
  const used = columns.flatMap((column, j) => {
    const z = column.slice()
    for (let i = 0; i < z.length; i++) z[i] -= column[0]
    const centre = mean(z)
    const sd = scale === undefined ? standardDeviation(z) : scale.sds[j]
    if (!(sd > 0)) return []
    for (let i = 0; i < z.length; i++) z[i] = (z[i] - centre) / sd
    return [z]
  })
  return used.length > 0 ? used : [new Float64Array(columns[0]?.length ?? 0)]
}

/**
 * Rounds standardised values of n records to multiples of a power of two u. u is so large that their sums are exact in
 * any order, and so small that nothing is lost: u = 2^(b − 52), with 2^b the least power of two above n. u is 2⁻⁴²
 * standard deviations for a thousand records and 2⁻³² for a million.
 *
 * By Cauchy–Schwarz Σ|z| ≤ √(n·Σz²) < n < 2^b, so no partial sum reaches 2⁵³ units. For part of a file, standardised by
 * the standard deviations of the file, Σz² is below the number of records of the file; n is then that number.
 *
 * @param n - Number of records.
 * @returns A function that rounds one value.
 */
export function rounderForSums(n: number): (z: number) => number {
  const bits = 32 - Math.clz32(n)
  const unit = powerOfTwo(bits - 52)
  const perUnit = 1 / unit
  return (z) => Math.round(z * perUnit) * unit
}

/**
 * Computes Σ z of every column, rounded by `rounderForSums`: the same for any order of the records.
 *
 * @param columns - p standardised columns of n.
 * @param rows - Number of records standardised together.
 * @returns p sums.
 */
export function exactSums(columns: readonly Float64Array[], rows: number = columns[0].length): Float64Array {
  const rounded = rounderForSums(rows)
  return Float64Array.from(columns, (column) => {
    let total = 0
    for (let i = 0; i < column.length; i++) total += rounded(column[i])
    return total
  })
}
