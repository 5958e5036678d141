import { numericValues, type Dataset, type MeasureInput } from '@sdc/core'
import { spread, type Spread } from '@sdc/stats/internal'
import { completeRecords, type CompleteRecords, type KeyedRecords, type Correspondence } from '@sdc/toolkit'
import { distanceKeys, spreadsOf } from './distance-keys.js'
import { dominatedColumns } from './dominated-columns.js'

/** Two files in the form for record linkage: column differences are in standard deviations of the original. */
export interface LinkageKeys extends Omit<CompleteRecords, 'numbers' | 'of'> {
  readonly names: readonly string[]
  /** Number of measured columns that are not used because they have fewer than two different values in the original. */
  readonly constant: number
  /** See `distanceKeys`. */
  readonly slack: Float64Array
  /** Warning for each column that one record dominates. */
  readonly warnings: readonly string[]
}

/** Largest number of columns that an intruder knows. */
export const MOST_KEYS = 7

/** Reason why there is no linkage if `names` is empty. */
export const NO_KEYS = 'no column has two different values in the original, so linkage is impossible'

/**
 * Returns the measured columns that vary in the original (others cannot distinguish its records), and the spread of
 * each.
 */
export function varyingColumns({ original, columns }: Pick<MeasureInput<unknown>, 'original' | 'columns'>): {
  readonly names: readonly string[]
  readonly spreads: readonly Spread[]
} {
  const spreads = spreadsOf(original, columns)
  const varying = [...columns.keys()].filter((j) => spreads[j].sd > 0)
  return { names: varying.map((j) => columns[j]), spreads: varying.map((j) => spreads[j]) }
}

/**
 * Returns all records of a file, with their linkage columns, NaN if missing.
 *
 * @param data - The file.
 * @param names - The columns.
 * @returns The records.
 */
export function allRecords(data: Dataset, names: readonly string[]): KeyedRecords {
  return {
    rows: Int32Array.from({ length: data.rows }, (_, row) => row),
    keys: names.map((name) => numericValues(data, name)),
  }
}

/**
 * Returns the measured columns that vary in the original, the first `most` of them, in its standard deviations (over
 * all present values). Also returns the complete records of either file, and their pairs.
 *
 * @param input - Both files.
 * @param pairs - Pairs of corresponding records.
 * @param most - Largest number of columns.
 * @returns The columns and records.
 */
export function linkageKeys(
  input: MeasureInput<unknown>,
  pairs: Correspondence,
  most: number = MOST_KEYS,
): LinkageKeys {
  const varying = varyingColumns(input)
  const names = varying.names.slice(0, most)
  const x = varying.spreads.slice(0, most)
  const { original, masked, pairs: usable } = completeRecords(input, names, pairs)
  const keys = distanceKeys(original.keys, masked.keys, x, masked.keys.map(spread), 'original')
  return {
    names,
    original: { rows: original.rows, keys: keys.original },
    masked: { rows: masked.rows, keys: keys.masked },
    pairs: usable,
    constant: input.columns.length - varying.names.length,
    slack: keys.slack,
    warnings: dominatedColumns(names, x),
  }
}
