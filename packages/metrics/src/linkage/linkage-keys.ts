import { numericValues, type Dataset, type MeasureInput } from '@sdc/core'
import { spread, type Spread } from '@sdc/stats/internal'
import { completeRecords, type CompleteRecords, type KeyedRecords } from '@sdc/toolkit'
import { keyedRecords } from '@sdc/toolkit/internal'
import type { Correspondence } from '@sdc/toolkit'
import { distanceKeys, originalDistanceKeys, spreadsOf } from './distance-keys.js'
import { dominatedColumns } from './dominated-columns.js'

/** Two files in the form for record linkage: column differences are in standard deviations of the original. */
export interface LinkageKeys extends Omit<CompleteRecords, 'numbers' | 'of'> {
  readonly names: readonly string[]
  /** Number of measured columns that are not used because they have fewer than two different values in the original. */
  readonly constant: number
  /** See `distanceKeys`. */
  readonly slack: Float64Array
  readonly apart: Float64Array
  /** Number of pairs with all linkage columns in both files. */
  readonly complete: number
  /** True if incomplete records are included: their values are NaN where missing. */
  readonly isPartial: boolean
  /** Warning for each column that one record dominates. */
  readonly warnings: readonly string[]
}

/** Maximum number of columns that an intruder knows. */
export const MOST_KEYS = 7

/** Reason why there is no linkage if `names` is empty. */
export const NO_KEYS = 'no column has two different values in the original, so linkage is impossible'

/** Measured columns that vary in the original (others cannot distinguish its records), and the spread of each. */
export function varyingColumns({ original, columns }: Pick<MeasureInput<unknown>, 'original' | 'columns'>): {
  readonly names: readonly string[]
  readonly spreads: readonly Spread[]
} {
  const spreads = spreadsOf(original, columns)
  const varying = [...columns.keys()].filter((j) => spreads[j].sd > 0)
  return { names: varying.map((j) => columns[j]), spreads: varying.map((j) => spreads[j]) }
}

/**
 * All records of a file, with their linkage columns, NaN where missing.
 *
 * @param data - The file.
 * @param names - The columns.
 */
export function allRecords(data: Dataset, names: readonly string[]): KeyedRecords {
  return {
    rows: Int32Array.from({ length: data.rows }, (_, row) => row),
    keys: names.map((name) => numericValues(data, name)),
  }
}

/** Input of linkage by the first columns that depends on the original alone. */
export interface OriginalKeys {
  readonly names: readonly string[]
  readonly constant: number
  readonly spreads: readonly Spread[]
  /** Records with all columns, and their values in standard deviations. */
  readonly records: KeyedRecords
  /** Unchanged values. */
  readonly plain: KeyedRecords
}

/**
 * Measured columns that vary in the original, the first `most` of them, in its standard deviations (over all present
 * values); and the records that have them all.
 */
export function originalKeys(
  input: Pick<MeasureInput<unknown>, 'original' | 'columns'>,
  most: number = MOST_KEYS,
): OriginalKeys {
  const varying = varyingColumns(input)
  const names = varying.names.slice(0, most)
  const spreads = varying.spreads.slice(0, most)
  const plain = keyedRecords(input.original, names)
  return {
    names,
    spreads,
    constant: input.columns.length - varying.names.length,
    plain,
    records: { rows: plain.rows, keys: originalDistanceKeys(plain.keys, spreads) },
  }
}

/**
 * The same linkage columns in both files, and the pairs of records.
 *
 * @param input - Both files.
 * @param pairs - Pairs of corresponding records.
 * @param known - Prepared original.
 * @param partial - True to include incomplete records if a pair has one.
 */
export function linkageKeys(
  input: MeasureInput<unknown>,
  pairs: Correspondence,
  { names, constant, spreads, records, plain }: OriginalKeys = originalKeys(input),
  partial = false,
): LinkageKeys {
  const complete = completeRecords(input, names, pairs, plain)
  const isPartial = partial && complete.numbers.length < pairs.masked.length
  if (isPartial) {
    const [x, y] = [input.original, input.masked].map((file) => allRecords(file, names))
    const keys = distanceKeys(x.keys, y.keys, spreads, y.keys.map(spread), 'original')
    return {
      names,
      original: { rows: x.rows, keys: keys.original },
      masked: { rows: y.rows, keys: keys.masked },
      pairs,
      constant,
      slack: keys.slack,
      apart: keys.apart,
      complete: complete.numbers.length,
      isPartial,
      warnings: dominatedColumns(names, spreads),
    }
  }
  const { rows, keys } = complete.masked
  const inUnits = distanceKeys([], keys, spreads, keys.map(spread), 'original')
  return {
    names,
    original: records,
    masked: { rows, keys: inUnits.masked },
    pairs: complete.pairs,
    constant,
    slack: inUnits.slack,
    apart: inUnits.apart,
    complete: complete.numbers.length,
    isPartial,
    warnings: dominatedColumns(names, spreads),
  }
}
