import { numericValues, SdcError, type MeasureInput } from '@sdc/core'
import { nearestRecord } from '@sdc/stats'
import * as z from 'zod'
import { nearestUnits } from '../keys/nearest-units.js'

/** Original record that a masked one is compared with: the one that it came from, or the nearest one. */
export type Truth = 'identity' | 'nearest'

/** The parameter `truth` of every metric that compares records. */
export const truthParam = z
  .enum(['identity', 'nearest'])
  .default('identity')
  .meta({
    description:
      'Record that a masked record is compared with: the one it came from, or the original record nearest to ' +
      'it in all columns. The second convention (Sebé et al. 2002) finds risk even in a file without a link to ' +
      'the original.',
  })

/** Pairs of records: masked record `masked[r]` belongs to original record `original[r]`. */
export interface Correspondence {
  readonly masked: Int32Array
  readonly original: Int32Array
}

/** A column's values in the records of a correspondence, pair by pair. */
export interface PairedColumn {
  readonly name: string
  /** The original's values. */
  readonly x: Float64Array
  /** The masked values. */
  readonly y: Float64Array
}

/** With at most this number of columns, linking by that many keys is linking by the distance that defines the truth. */
const KEYS_OF_DLD = 7

/**
 * Returns the pairs of records that a metric compares.
 *
 * `identity`: the pairs known from `origin`; masked records with origin −1 are in none. `nearest`: c(i) is the original
 * record at the least Euclidean distance in all columns, standardised by the original's means and standard deviations;
 * ties use the lowest index. Records with a missing value have no pair; columns that are constant in the original do
 * not count. Cost: that of `nearestRecord`. Source: Sebé, Domingo-Ferrer, Mateo-Sanz & Torra 2002, section 2.
 *
 * @param input - Both files, their columns and the origin of the masked records.
 * @param truth - `identity` or `nearest`.
 * @param metric - Id of the metric, for error messages.
 * @returns The pairs, in the order of the masked records.
 * @throws BAD_PARAMETER for at most 7 such columns.
 */
export function correspondence(input: MeasureInput<unknown>, truth: Truth, metric: string): Correspondence {
  return truth === 'identity' ? knownPairs(input.origin) : nearestPairs(input, metric)
}

/** Pairs of the masked records with a known origin. */
export function knownPairs(origin: Int32Array): Correspondence {
  const masked = placesWhere(origin.length, (i) => origin[i] >= 0)
  return { masked, original: masked.map((i) => origin[i]) }
}

function nearestPairs(input: MeasureInput<unknown>, metric: string): Correspondence {
  const x = input.columns.map((name) => numericValues(input.original, name))
  const y = input.columns.map((name) => numericValues(input.masked, name))
  const { varying, place } = nearestUnits(x)
  if (varying.length <= KEYS_OF_DLD) {
    const message =
      `truth: nearest needs more than ${KEYS_OF_DLD} columns that vary, but there are ${varying.length}: with ` +
      'so few, the nearest record is the right one by definition'
    throw new SdcError('BAD_PARAMETER', message, { metric, parameter: 'truth' }, 'Use truth: identity.')
  }
  const placed = (columns: readonly Float64Array[]): Float64Array[] =>
    varying.map((j, k) => columns[j].map((value) => place(k, value)))
  const to = placed(x)
  const from = placed(y)
  const original = completeRows(to, input.original.rows)
  const masked = completeRows(from, input.masked.rows)
  if (original.length === 0) return { masked: new Int32Array(0), original: new Int32Array(0) }
  const { index } = nearestRecord(gather(from, masked), gather(to, original))
  return { masked, original: Int32Array.from(index, (i) => original[i]) }
}

/**
 * Returns the rows without a missing value in any column.
 *
 * @param columns - Columns of equal length, NaN if missing.
 * @param rows - Number of their records.
 * @returns The rows, ascending.
 */
export function completeRows(columns: readonly Float64Array[], rows: number): Int32Array {
  const complete = new Uint8Array(rows).fill(1)
  for (const column of columns) for (let i = 0; i < rows; i++) if (column[i] !== column[i]) complete[i] = 0
  return placesWhere(rows, (i) => complete[i] === 1)
}

/**
 * Finds the places that satisfy a condition. They are counted first, because a growing list is several times as large.
 *
 * @param count - Number of places.
 * @param holds - The condition, called twice for each place.
 * @returns The places below `count` that satisfy the condition, ascending.
 */
export function placesWhere(count: number, holds: (place: number) => boolean): Int32Array {
  let found = 0
  for (let i = 0; i < count; i++) if (holds(i)) found++
  const places = new Int32Array(found)
  for (let i = 0, at = 0; at < found; i++) if (holds(i)) places[at++] = i
  return places
}

/**
 * Returns the values of columns in some rows. The result is read-only.
 *
 * @param columns - The columns.
 * @param rows - Rows from 0, in the order of the result.
 * @returns One array a column; the columns themselves if the rows are all rows in their order.
 */
export function gather(columns: readonly Float64Array[], rows: Int32Array): readonly Float64Array[] {
  const areAll = columns.every(({ length }) => length === rows.length) && rows.every((row, i) => row === i)
  return areAll ? columns : columns.map((column) => taken(column, rows))
}

/**
 * Returns one measured column, pair by pair.
 *
 * @param input - Both files.
 * @param name - A numeric column of both.
 * @param pairs - Pairs of records.
 * @returns Original and masked values of each pair; NaN if missing.
 */
export function pairedColumn(input: MeasureInput<unknown>, name: string, pairs: Correspondence): PairedColumn {
  const x = numericValues(input.original, name)
  const y = numericValues(input.masked, name)
  return { name, x: taken(x, pairs.original), y: taken(y, pairs.masked) }
}

/** A loop: `Float64Array.from` with a function takes ten times as long, and every metric reads all its columns. */
function taken(values: Float64Array, rows: Int32Array): Float64Array {
  const found = new Float64Array(rows.length)
  for (let i = 0; i < rows.length; i++) found[i] = values[rows[i]]
  return found
}
