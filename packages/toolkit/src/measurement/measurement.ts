import { categorical, dataset, numeric, option, type Column, type Dataset, type Measurement } from '@sdc/core'

/**
 * Returns the result for a value that cannot be computed.
 *
 * @param reason - The reason, a clause.
 * @param used - Number of records that were used.
 * @param tables - Tables of the measurement, by name.
 * @returns A measurement with the value null.
 */
export function unmeasured(reason: string, used = 0, tables?: ReadonlyMap<string, Dataset>): Measurement {
  return { value: null, reason, used, ...(tables ? { tables } : {}) }
}

/** Reason if no masked record has a known original. */
export function unknownOrigin(): string {
  return (
    'the origins of all masked records are unknown: link the files by a column ' +
    `(${option('link')}) or by the private file of the run (${option('origin')})`
  )
}

/**
 * Returns the reason why nothing can be compared, worded for users with two files.
 *
 * @param pairs - Number of pairs.
 * @param origin - Original record of each masked one, −1 if unknown.
 * @param needsOrigin - True if the metric compares linked records.
 * @returns The clause; undefined for two pairs or more.
 */
export function tooFewPairs(pairs: number, origin: Int32Array, needsOrigin: boolean): string | undefined {
  if (pairs >= 2) return undefined
  if (needsOrigin && origin.every((i) => i < 0)) return tooFewLinked(0, origin.length)
  return tooFew(pairs, origin.length)
}

/**
 * Returns the reason why there are too few pairs of linked records.
 *
 * @param pairs - Number of masked records with an original one.
 * @param masked - Number of masked records.
 * @param byOrigin - True if the pairs are those of `origin`.
 * @returns The clause; undefined for two pairs or more.
 */
export function tooFewLinked(pairs: number, masked: number, byOrigin = true): string | undefined {
  if (pairs >= 2) return undefined
  return byOrigin && pairs === 0 && masked > 0 ? unknownOrigin() : tooFew(pairs, masked)
}

const tooFew = (pairs: number, masked: number): string =>
  `only ${pairs} of ${masked} masked records have a known original; at least 2 are needed`

/** A table whose first column names its rows. NaN is a missing number, null a missing text. */
export function table(columns: Readonly<Record<string, readonly (string | null)[] | Float64Array>>): Dataset {
  return dataset(
    Object.entries(columns).map(([name, values]): [string, Column] =>
      values instanceof Float64Array ? [name, numeric(values)] : [name, categorical(values)],
    ),
  )
}

/** Makes a table of further numbers next to the value: columns `what`, `value`. NaN is a missing number. */
export function figures(values: Readonly<Record<string, number>>): Dataset {
  return table({ what: Object.keys(values), value: Float64Array.from(Object.values(values)) })
}

/**
 * Names of the reasons for leaving something out, the same for all metrics, so that their counts can be compared.
 *
 * A record without a link (unknown origin) does not make a pair: a metric that needs pairs leaves it out, and has no
 * value for fewer than two pairs (`tooFewPairs`). A record with a missing value in a column of the distance is left out
 * of the search in both files; if single cells are compared, only the cell is left out. Missing keys are not left out:
 * `missingKeysParams` decides what they match. A column that is constant in the original, or has fewer than two values
 * there, has no unit of measure and is left out for all records. All these counts are reported.
 */
export const notUsed = {
  /** Masked records with an unknown original. */
  withoutOrigin: 'records without origin',
  /** Masked records with a missing value, or whose original has one. */
  incomplete: 'records with a missing value',
  incompleteMasked: 'masked records with a missing value',
  incompleteOriginal: 'original records with a missing value',
  /** Original records that no complete masked record comes from. */
  unmatchedOriginal: 'original records without a masked one, or with a missing value',
  unmatchedMasked: 'masked records without an original one, or with a missing value',
  unlinkedMasked: 'masked records without a known origin, or with a missing value',
  /** Cells without a value in either file. */
  missingCells: 'missing cells',
  constantColumns: 'constant columns',
  emptyColumns: 'columns with fewer than two values in the original',
} as const

/**
 * Makes a table of the counts that a metric left out: columns `what`, `count`.
 *
 * @param counts - Counts by name.
 * @returns The table.
 */
export function leftOut(counts: Readonly<Record<string, number>>): Dataset {
  return table({ what: Object.keys(counts), count: Float64Array.from(Object.values(counts)) })
}

/**
 * Counts the records without a known origin.
 *
 * @param origin - For each masked record the original one, −1 if unknown.
 * @returns A count.
 */
export function withoutOrigin(origin: Int32Array): number {
  let count = 0
  for (const i of origin) if (i < 0) count++
  return count
}
