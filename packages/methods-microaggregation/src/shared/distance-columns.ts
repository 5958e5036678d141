import { powerOfTwo, standardise } from '@sdc/stats'

/**
 * Columns as the distances see them: standardised (ddof 1), constant ones left out; one column of zeros where all are.
 *
 * The first record's value is taken off before anything else. Distances do not feel it, and values that share a large
 * offset give bit for bit the z they give without it, as long as their differences are exact.
 */
export function distanceColumns(columns: readonly Float64Array[]): Float64Array[] {
  const shifted = columns.map((column) => column.map((value) => value - column[0]))
  const { columns: scaled, constant } = standardise(shifted)
  const used = scaled.filter((_, j) => !constant[j])
  return used.length > 0 ? used : [new Float64Array(columns[0]?.length ?? 0)]
}

/**
 * Rounds standardised values of n records to multiples of a power of two u, so large that sums of them are exact in any
 * order and so small that they are as good as before: u = 2^(b − 52), 2^b the least power of two above n. That is 2⁻⁴²
 * standard deviations for a thousand records and 2⁻³² for a million.
 *
 * By Cauchy–Schwarz Σ|z| ≤ √(n·Σz²) < n < 2^b, so no partial sum reaches 2⁵³ units.
 */
export function rounderForSums(n: number): (z: number) => number {
  const bits = 32 - Math.clz32(n)
  const unit = powerOfTwo(bits - 52)
  return (z) => Math.round(z / unit) * unit
}

/** Σ z of every column, rounded by `rounderForSums`: the same whatever the order of the records. */
export function exactSums(columns: readonly Float64Array[]): Float64Array {
  return Float64Array.from(columns, (column) => {
    const rounded = rounderForSums(column.length)
    return column.reduce((total, value) => total + rounded(value), 0)
  })
}
