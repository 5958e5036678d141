import { numericValues, type Dataset, type MeasureInput } from '@sdc/core'
import { standardDeviation, standardise } from '@sdc/stats'
import { completeRecords, keyedRecords, type CompleteRecords, type KeyedRecords } from '@sdc/toolkit'
import type { Correspondence } from '@sdc/toolkit'

/** Two files as record linkage sees them: keys in standard deviations of the original around its mean. */
export interface LinkageKeys extends CompleteRecords {
  readonly names: readonly string[]
  /** Measured columns that are no key because they are constant in the original. */
  readonly constant: number
}

const MOST_KEYS = 7

/** Why there is no linkage where `names` is empty. */
export const NO_KEYS = 'every column is constant in the original: there is nothing to link by'

/** The measured columns that vary in the original: the others cannot tell its records apart. */
export function varyingColumns({ original, columns }: Pick<MeasureInput<unknown>, 'original' | 'columns'>): string[] {
  return columns.filter((name) => standardDeviation(numericValues(original, name)) > 0)
}

/** What linkage by the first columns needs of the original alone. */
export interface OriginalKeys {
  readonly names: readonly string[]
  readonly constant: number
  /** The records that have all keys, standardised. */
  readonly records: KeyedRecords
}

/** The first seven measured columns that vary in the original, standardised by it, and the records that have them all. */
export function originalKeys(input: Pick<MeasureInput<unknown>, 'original' | 'columns'>): OriginalKeys {
  const varying = varyingColumns(input)
  const names = varying.slice(0, MOST_KEYS)
  return {
    names,
    constant: input.columns.length - varying.length,
    records: standardised(keyedRecords(input.original, names), input.original, names),
  }
}

/** The same keys in both files, and how their records belong together. */
export function linkageKeys(
  input: MeasureInput<unknown>,
  pairs: Correspondence,
  { names, constant, records }: OriginalKeys = originalKeys(input),
): LinkageKeys {
  const complete = completeRecords(input, names, pairs, records)
  return {
    names,
    original: records,
    masked: standardised(complete.masked, input.original, names),
    pairs: complete.pairs,
    constant,
  }
}

function standardised({ rows, keys }: KeyedRecords, original: Dataset, names: readonly string[]): KeyedRecords {
  const reference = names.map((name) => numericValues(original, name))
  return { rows, keys: standardise(keys, reference).columns }
}
