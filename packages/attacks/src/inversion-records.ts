import { SdcError } from '@sdc/core'
import { sortOrder } from '@sdc/stats'
import { matchImages, type ImageMatches } from './inversion-match.js'
import {
  image,
  inversionRate,
  requireTolerance,
  valueCodes,
  type Inversion,
  type InversionOptions,
} from './inversion.js'
import { refuseInfinite } from '@sdc/toolkit'

/** Function that masks one record: reads `record` and writes one masked value per masked column. */
export type RecordFunction = (record: Float64Array, masked: Float64Array) => void

/** Result like {@link Inversion} for whole records: the candidates are different records. */
export interface RecordInversion extends Omit<Inversion, 'recovered'> {
  /** Recovered records, column by column; NaN for a record with several candidates, or none. */
  readonly recovered: readonly Float64Array[]
}

/**
 * Deterministic inversion by whole records: the candidates for x_i are the released records z_j with |f(z_j) − y_i| ≤
 * tolerance in every masked column.
 *
 * If the released columns were permuted separately, as by reverse mapping, the records z_j are not originals: use
 * `invert` by column. x_i is always a candidate; an injective f recovers every record. Missing values (NaN): a released
 * or masked record with one is omitted. Cost: O(n(p + q)) for tolerance 0; else O(n log n + n·w·q), w the records
 * within the tolerance in the masked column with the most different values. Source: Muralidhar, Sarathy &
 * Domingo-Ferrer 2014, section 3. Worked example: f(a, b) = (a + b, a − b), z = ((1, 2), (4, 2)) and y = ((6, 2), (3,
 * −1)) give x = ((4, 2), (1, 2)).
 *
 * @param z - p columns of n released records: the original records in another order (a file with shuffled records).
 * @param y - q columns of n' masked ones, y_i = f(x_i); f may mix the columns.
 * @throws as `invert`, and LENGTH_MISMATCH if columns of one file differ in length.
 */
export function invertRecords(
  z: readonly Float64Array[],
  y: readonly Float64Array[],
  f: RecordFunction,
  { tolerance = 0 }: InversionOptions = {},
): RecordInversion {
  requireTolerance(tolerance)
  const n = rowsOf(z, 'released')
  const masked = rowsOf(y, 'masked')
  const images = recordImages(z, n, y.length, f)
  const codes = jointCodes(z)
  const { candidates, records } =
    tolerance === 0 ? exactMatches(images, y, n, codes) : matchesWithin(images, y, masked, codes, tolerance)
  const recovered = z.map((column) => Float64Array.from(records, (j) => (j < 0 ? Number.NaN : column[j])))
  return { recovered, candidates, ...inversionRate(candidates, (i) => y.some((column) => Number.isNaN(column[i]))) }
}

/** The number of records of some columns; throws LENGTH_MISMATCH and NOT_NUMERIC. */
function rowsOf(columns: readonly Float64Array[], which: 'released' | 'masked'): number {
  const rows = columns.length === 0 ? 0 : columns[0].length
  for (const column of columns) {
    refuseInfinite(column, which)
    if (column.length === rows) continue
    throw new SdcError('LENGTH_MISMATCH', `the ${which} columns have ${rows} and ${column.length} records`)
  }
  return rows
}

/** f of every released record, column by column; NaN in all of them for a record with a missing value. */
function recordImages(z: readonly Float64Array[], n: number, width: number, f: RecordFunction): Float64Array[] {
  const images = Array.from({ length: width }, () => new Float64Array(n).fill(Number.NaN))
  const record = new Float64Array(z.length)
  const masked = new Float64Array(width)
  for (let j = 0; j < n; j++) {
    for (let k = 0; k < z.length; k++) record[k] = z[k][j]
    if (record.some(Number.isNaN)) continue
    f(record, masked)
    for (let k = 0; k < width; k++) images[k][j] = image(masked[k], record[0], j)
  }
  return images
}

/** A code from 0 for every record, the same for equal ones; −1 for a record with a missing value. */
function jointCodes(columns: readonly Float64Array[]): Int32Array {
  let joint: Int32Array | undefined
  for (const column of columns) {
    const codes = valueCodes(column)
    const before: Int32Array | undefined = joint
    // Codes are below n, so that a pair of them is a whole number below n², which a double holds exactly.
    joint =
      before === undefined
        ? codes
        : valueCodes(
            Float64Array.from(codes, (code, i) =>
              code < 0 || before[i] < 0 ? Number.NaN : before[i] * codes.length + code,
            ),
          )
  }
  return joint ?? new Int32Array(0)
}

/** Tolerance 0: equal records of images and masked file get the same code, and the codes are matched. */
function exactMatches(
  images: readonly Float64Array[],
  y: readonly Float64Array[],
  n: number,
  codes: Int32Array,
): ImageMatches {
  const keys = Float64Array.from(jointCodes(images.map((column, k) => joined(column, y[k]))), (code) =>
    code < 0 ? Number.NaN : code,
  )
  return matchImages(keys.slice(0, n), keys.slice(n), codes, 0)
}

function joined(first: Float64Array, second: Float64Array): Float64Array {
  const all = new Float64Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

/** The images within the tolerance in the column that tells most of them apart are checked in all columns. */
function matchesWithin(
  images: readonly Float64Array[],
  y: readonly Float64Array[],
  masked: number,
  codes: Int32Array,
  tolerance: number,
): ImageMatches {
  const candidates = new Int32Array(masked)
  const records = new Int32Array(masked).fill(-1)
  const key = images.reduce((best, column, k) => (levels(column) > levels(images[best]) ? k : best), 0)
  if (images.length === 0) return { candidates, records }
  const from = sortOrder(images[key])
  const seenBy = new Int32Array(codes.length).fill(-1)
  let low = 0
  for (const i of sortOrder(y[key])) {
    while (low < from.length && y[key][i] - images[key][from[low]] > tolerance) low++
    for (let at = low; at < from.length && images[key][from[at]] - y[key][i] <= tolerance; at++) {
      const j = from[at]
      if (seenBy[codes[j]] === i || !within(images, y, j, i, tolerance)) continue
      seenBy[codes[j]] = i
      records[i] = candidates[i]++ === 0 ? j : -1
    }
  }
  return { candidates, records }
}

function levels(column: Float64Array): number {
  return new Set(column).size
}

/** A missing value is within no tolerance. */
function within(
  images: readonly Float64Array[],
  y: readonly Float64Array[],
  j: number,
  i: number,
  tolerance: number,
): boolean {
  for (let k = 0; k < y.length; k++) if (!(Math.abs(images[k][j] - y[k][i]) <= tolerance)) return false
  return true
}
