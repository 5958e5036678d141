import { numericValues, type Dataset, type MeasureInput } from '@sdc/core'
import { completeRows, gather, placesWhere, type Correspondence } from './correspondence.js'

/** Records of a file that have all keys. */
export interface KeyedRecords {
  /** Their rows, ascending. */
  readonly rows: Int32Array
  /** The keys of these records. */
  readonly keys: readonly Float64Array[]
}

/** Complete records of two files, and their pairs. */
export interface CompleteRecords {
  readonly original: KeyedRecords
  readonly masked: KeyedRecords
  /** Pairs with all keys in both files, as places in `masked.rows` and `original.rows`. */
  readonly pairs: Correspondence
  /** Their numbers among all pairs, ascending. */
  readonly numbers: Int32Array
  /** Number of records in each file, and of pairs, complete or not. */
  readonly of: Readonly<Record<'original' | 'masked' | 'pairs', number>>
}

/**
 * Returns the records of both files that have all of some columns, with their values. Cost: O(nd).
 *
 * @param files - Both files.
 * @param names - The d columns.
 * @param pairs - Pairs of records.
 * @param x - Such records of the original, if they are known already.
 * @returns The records of both files, and the pairs that are complete in both.
 */
export function completeRecords(
  { original, masked }: Pick<MeasureInput<unknown>, 'original' | 'masked'>,
  names: readonly string[],
  pairs: Correspondence,
  x: KeyedRecords = keyedRecords(original, names),
): CompleteRecords {
  const y = keyedRecords(masked, names)
  const originalPlace = places(x.rows, original.rows)
  const maskedPlace = places(y.rows, masked.rows)
  const complete = placesWhere(
    pairs.masked.length,
    (r) => maskedPlace[pairs.masked[r]] >= 0 && originalPlace[pairs.original[r]] >= 0,
  )
  return {
    original: x,
    masked: y,
    numbers: complete,
    of: { original: original.rows, masked: masked.rows, pairs: pairs.masked.length },
    pairs: {
      masked: complete.map((r) => maskedPlace[pairs.masked[r]]),
      original: complete.map((r) => originalPlace[pairs.original[r]]),
    },
  }
}

/** Returns the records of a file that have all the columns `names`, with their values. Cost: O(nd). */
export function keyedRecords(data: Dataset, names: readonly string[]): KeyedRecords {
  const columns = names.map((name) => numericValues(data, name))
  const rows = completeRows(columns, data.rows)
  return { rows, keys: gather(columns, rows) }
}

/** Place of each row among `rows`; −1 if it is not one of them. */
function places(rows: Int32Array, count: number): Int32Array {
  const place = new Int32Array(count).fill(-1)
  rows.forEach((row, at) => (place[row] = at))
  return place
}
