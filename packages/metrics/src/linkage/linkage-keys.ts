import { numericValues, type MeasureInput } from '@sdc/core'
import { standardDeviation, standardise } from '@sdc/stats'
import { completeRecords, type CompleteRecords, type KeyedRecords } from '@sdc/toolkit'
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

/** The first seven measured columns that vary in the original, standardised by it, and the records that have them all. */
export function linkageKeys(input: MeasureInput<unknown>, pairs: Correspondence): LinkageKeys {
  const varying = varyingColumns(input)
  const names = varying.slice(0, MOST_KEYS)
  const complete = completeRecords(input, names, pairs)
  const reference = names.map((name) => numericValues(input.original, name))
  const standardised = ({ rows, keys }: KeyedRecords): KeyedRecords => ({
    rows,
    keys: standardise(keys, reference).columns,
  })
  return {
    names,
    original: standardised(complete.original),
    masked: standardised(complete.masked),
    pairs: complete.pairs,
    constant: input.columns.length - varying.length,
  }
}
