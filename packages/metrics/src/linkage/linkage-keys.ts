import { numericValues, type Dataset, type MeasureInput } from '@sdc/core'
import { spread, type Spread } from '@sdc/stats/internal'
import { completeRecords, type CompleteRecords, type KeyedRecords } from '@sdc/toolkit'
import { keyedRecords } from '@sdc/toolkit/internal'
import type { Correspondence } from '@sdc/toolkit'
import { distanceKeys, originalDistanceKeys, spreadsOf } from './distance-keys.js'
import { dominatedColumns } from './dominated-columns.js'

/** Two files as record linkage sees them: differences of keys are in standard deviations of the original. */
export interface LinkageKeys extends Omit<CompleteRecords, 'numbers' | 'of'> {
  readonly names: readonly string[]
  /** Measured columns that are no key because they have not two different values in the original. */
  readonly constant: number
  /** See `distanceKeys`. */
  readonly slack: Float64Array
  readonly apart: Float64Array
  /** Number of pairs that have all keys in both files. */
  readonly complete: number
  /** Whether the others are there, too: keys are NaN where they are missing. */
  readonly isPartial: boolean
  /** A sentence for each key that one record dominates. */
  readonly warnings: readonly string[]
}

/** An intruder knows no more than these. */
export const MOST_KEYS = 7

/** Why there is no linkage where `names` is empty. */
export const NO_KEYS = 'no column has two different values in the original: there is nothing to link by'

/** The measured columns that vary in the original, the others cannot tell its records apart; and the spread of each. */
export function varyingColumns({ original, columns }: Pick<MeasureInput<unknown>, 'original' | 'columns'>): {
  readonly names: readonly string[]
  readonly spreads: readonly Spread[]
} {
  const spreads = spreadsOf(original, columns)
  const varying = [...columns.keys()].filter((j) => spreads[j].sd > 0)
  return { names: varying.map((j) => columns[j]), spreads: varying.map((j) => spreads[j]) }
}

/**
 * All records of a file, with their keys, NaN where missing.
 *
 * @param data - The file.
 * @param names - The keys.
 */
export function allRecords(data: Dataset, names: readonly string[]): KeyedRecords {
  return {
    rows: Int32Array.from({ length: data.rows }, (_, row) => row),
    keys: names.map((name) => numericValues(data, name)),
  }
}

/** What linkage by the first columns needs of the original alone. */
export interface OriginalKeys {
  readonly names: readonly string[]
  readonly constant: number
  readonly spreads: readonly Spread[]
  /** The records that have all keys, and these in standard deviations. */
  readonly records: KeyedRecords
  /** The same as they are. */
  readonly plain: KeyedRecords
}

/**
 * The measured columns that vary in the original, the first `most` of them, in its standard deviations, which are those of
 * all values that are there; and the records that have them all.
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
 * The same keys in both files, and how their records belong together.
 *
 * @param input - Both files.
 * @param pairs - Which records belong together.
 * @param known - What is known of the original.
 * @param partial - Whether records that lack a key are there, too, where a pair does.
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
