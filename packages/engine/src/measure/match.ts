import {
  columnLength,
  isMissing,
  option,
  SdcError,
  unknownColumn,
  type Column,
  type Dataset,
  type Rng,
} from '@sdc/core'
import { randomPermutation } from '@sdc/stats'

/** Method that matched the records of two files; reported with every number that depends on it. */
export type Matching = 'key' | 'origin' | 'position' | 'none'

/** Two records with the same value of a column. */
export interface SharedValue {
  readonly value: string
  readonly first: number
  readonly second: number
}

/**
 * Finds the first record of a column whose value an earlier record has; missing values match nothing.
 *
 * @param column - A column of record ids.
 * @returns The value and both records; undefined if all values differ.
 */
export function firstShared(column: Column): SharedValue | undefined {
  const recordOf = new Map<string, number>()
  for (let i = 0; i < columnLength(column); i++) {
    const value = keyText(column, i)
    if (value === null) continue
    const first = recordOf.get(value)
    if (first !== undefined) return { value, first, second: i }
    recordOf.set(value, i)
  }
  return undefined
}

/**
 * Matches the records of two files by equal values of a key column.
 *
 * @param original - The original.
 * @param masked - The masked file.
 * @param key - The column, in both files.
 * @returns The original record of every masked record; −1 for none.
 * @throws UNKNOWN_COLUMN; WRONG_INPUT if two records of either file share a key, or if no key is in both files.
 */
export function matchByKey(original: Dataset, masked: Dataset, key: string): Int32Array {
  checkKey(key, { original: original.names, masked: masked.names })
  const column = original.column(key)
  const maskedColumn = masked.column(key)
  for (const [one, which] of [
    [column, 'original'],
    [maskedColumn, 'masked'],
  ] as const) {
    const shared = firstShared(one)
    if (shared) throw sharedKeyIn(which, key, shared)
  }
  const recordOf = new Map<string | null, number>()
  for (let i = 0; i < original.rows; i++) recordOf.set(keyText(column, i), i)
  // A missing key matches nothing.
  recordOf.delete(null)
  const origin = Int32Array.from({ length: masked.rows }, (_, i) => recordOf.get(keyText(maskedColumn, i)) ?? -1)
  if (origin.every((row) => row < 0)) throw keyOfOthers(key)
  return origin
}

/**
 * Checks that a key is a column of two files.
 *
 * @param key - The column.
 * @param names - The columns of either file.
 * @throws UNKNOWN_COLUMN for the first file without it.
 */
export function checkKey(
  key: string,
  names: { readonly original: readonly string[]; readonly masked: readonly string[] },
): void {
  for (const which of ['original', 'masked'] as const) {
    if (names[which].includes(key)) continue
    const message = `the ${which} file has no link column "${key}"`
    throw new SdcError('UNKNOWN_COLUMN', message, { column: key }, unknownColumn(key, names[which]).fix)
  }
}

/**
 * Error of a key that two records of a file share.
 *
 * @param which - The file.
 * @param key - The column.
 * @param shared - The records.
 * @returns WRONG_INPUT.
 */
export function sharedKeyIn(which: 'original' | 'masked', key: string, shared: SharedValue): SdcError {
  const file = which === 'original' ? 'original' : 'masked file'
  return sharedKey(key, shared, `records ${shared.first + 1} and ${shared.second + 1} of the ${file}`)
}

/**
 * Error of a key that matches no records of the two files.
 *
 * @param key - The column.
 * @returns WRONG_INPUT.
 */
export function keyOfOthers(key: string): SdcError {
  const message = `no value of link column "${key}" is in both files`
  const fix = 'Choose another column. Was this one masked, or does the file have other people?'
  return new SdcError('WRONG_INPUT', message, { column: key }, fix)
}

/**
 * Error of a key that two records share.
 *
 * @param key - The column.
 * @param shared - The records; the second one is the place of the error.
 * @param where - Both records, in words.
 * @returns WRONG_INPUT.
 */
export function sharedKey(key: string, { value, second }: SharedValue, where: string): SdcError {
  const message = `link column "${key}" has the value ${value} in ${where}`
  const fix = `Link values must be unique: choose another column, or ${option('origin', 'FILE')}.`
  return new SdcError('WRONG_INPUT', message, { column: key, row: second + 1 }, fix)
}

/**
 * Matches record i of one file with record i of the other.
 *
 * @param original - The original.
 * @param masked - The masked file.
 * @returns The numbers 0, …, n − 1.
 * @throws LENGTH_MISMATCH for different numbers of records.
 */
export function matchByPosition(original: Dataset, masked: Dataset): Int32Array {
  if (original.rows !== masked.rows) {
    const message = `the original has ${original.rows} records, the masked file ${masked.rows}: they cannot be matched by position`
    throw new SdcError(
      'LENGTH_MISMATCH',
      message,
      {},
      `Link the records: ${option('link', 'COLUMN')} or ${option('origin', 'FILE')}. Without a link, reverse-map has ${option('quantile')}.`,
    )
  }
  return Int32Array.from({ length: masked.rows }, (_, i) => i)
}

/**
 * Matches records by given record numbers of the original.
 *
 * @param original - The original.
 * @param masked - The masked file.
 * @param records - Original record of each masked record, counted from 1; 0 for none.
 * @returns The original record of every masked record, from 0; −1 for none.
 * @throws LENGTH_MISMATCH; WRONG_INPUT for a number that is not a record of the original, or that occurs twice: no
 *   method releases a person twice.
 */
export function matchByOrigin(original: Dataset, masked: Dataset, records: ArrayLike<number>): Int32Array {
  if (records.length !== masked.rows) {
    const message = `there are ${records.length} origins for ${masked.rows} masked records`
    throw new SdcError('LENGTH_MISMATCH', message, {}, 'The origins belong to another file.')
  }
  const before = new Int32Array(original.rows + 1)
  return Int32Array.from({ length: masked.rows }, (_, i) => {
    const record = records[i]
    if (!Number.isInteger(record) || record < 0 || record > original.rows) {
      const message = `origin ${record} of masked record ${i + 1} is not a record number from 1 to ${original.rows}, or 0 for none`
      throw new SdcError('WRONG_INPUT', message, { row: i + 1 }, 'The origins belong to another file.')
    }
    if (record > 0 && before[record] > 0) {
      const message = `masked records ${before[record]} and ${i + 1} have the same origin ${record}`
      const fix = 'Every masked record needs an original of its own: correct the origins.'
      throw new SdcError('WRONG_INPUT', message, { row: i + 1 }, fix)
    }
    before[record] = i + 1
    return record - 1
  })
}

/**
 * Matches the records of a file that was released in a drawn order.
 *
 * @param original - The original.
 * @param masked - The masked file: all its records, in that order.
 * @param order - Stream that drew the order (`orderStream`).
 * @returns The original record of every masked record.
 * @throws LENGTH_MISMATCH for different numbers of records.
 */
export function matchByOrder(original: Dataset, masked: Dataset, order: Rng): Int32Array {
  const rows = randomPermutation(original.rows, order)
  return matchByOrigin(
    original,
    masked,
    rows.map((row) => row + 1),
  )
}

/**
 * Text of a record's key. Keys are equal if their texts are, for columns of any kinds.
 *
 * @param column - The column.
 * @param i - The record.
 * @returns Its value; null if it is missing.
 */
export function keyText(column: Column, i: number): string | null {
  if (isMissing(column, i)) return null
  return column.kind === 'numeric' ? String(column.values[i]) : column.levels[column.codes[i]]
}
