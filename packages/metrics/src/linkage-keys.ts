import { numericValues, type MeasureInput } from '@sdc/core'
import { standardise } from '@sdc/stats'
import { completeRows, gather, type Correspondence } from './correspondence.js'

/** Of a file the records that have all keys. */
export interface KeyedRecords {
  /** Their rows, ascending. */
  readonly rows: Int32Array
  /** The keys of these records, in standard deviations of the original around its mean. */
  readonly keys: readonly Float64Array[]
}

/** Two files as record linkage sees them. */
export interface LinkageKeys {
  readonly names: readonly string[]
  readonly original: KeyedRecords
  readonly masked: KeyedRecords
  /** The pairs that have all keys in both files, as places in `masked.rows` and `original.rows`. */
  readonly pairs: Correspondence
  /** Measured columns that are no key because they are constant in the original. */
  readonly constant: number
}

const MOST_KEYS = 7

/** Why there is no linkage where `names` is empty. */
export const NO_KEYS = 'every column is constant in the original: there is nothing to link by'

/** The first seven measured columns that vary in the original, standardised by it, and the records that have them all. */
export function linkageKeys(input: MeasureInput<unknown>, pairs: Correspondence): LinkageKeys {
  const x = input.columns.map((name) => numericValues(input.original, name))
  const y = input.columns.map((name) => numericValues(input.masked, name))
  const { constant } = standardise(x)
  const varying = input.columns.flatMap((_, j) => (constant[j] ? [] : [j]))
  const keys = varying.slice(0, MOST_KEYS)
  const reference = keys.map((j) => x[j])
  const keyed = (columns: readonly Float64Array[], count: number): KeyedRecords => {
    const z = standardise(
      keys.map((j) => columns[j]),
      reference,
    ).columns
    const rows = completeRows(z, count)
    return { rows, keys: gather(z, rows) }
  }
  const original = keyed(x, input.original.rows)
  const masked = keyed(y, input.masked.rows)
  const originalPlace = places(original.rows, input.original.rows)
  const maskedPlace = places(masked.rows, input.masked.rows)
  const complete = Int32Array.from(pairs.masked.keys()).filter(
    (r) => maskedPlace[pairs.masked[r]] >= 0 && originalPlace[pairs.original[r]] >= 0,
  )
  return {
    names: keys.map((j) => input.columns[j]),
    original,
    masked,
    pairs: {
      masked: complete.map((r) => maskedPlace[pairs.masked[r]]),
      original: complete.map((r) => originalPlace[pairs.original[r]]),
    },
    constant: input.columns.length - varying.length,
  }
}

/** Row → place among `rows`; −1 where it is none of them. */
function places(rows: Int32Array, count: number): Int32Array {
  const place = new Int32Array(count).fill(-1)
  rows.forEach((row, at) => (place[row] = at))
  return place
}
