import type { Column, Dataset, Totals } from '@sdc/core'
import { largestTotals, largestValues } from '@sdc/toolkit/internal'
import type { FileState } from '../run/files/assemble.js'
import { beforeMasking } from './open-columns.js'

/** Parameter p: a largest value is disclosed if it can be estimated to less than this error, in percent of it. */
const PERCENT = 10

/** Totals of the largest values of each masked numeric column, by name. */
export type LargestTotals = ReadonlyMap<string, Totals>

/**
 * Totals of the largest values of a masked column. Cost: O(n).
 *
 * @param before - Its original values, of n records.
 * @param after - The masked values of the same records.
 * @returns The result of `largestTotals`; undefined if either column is categorical.
 */
export function largestOfColumn(before: Column, after: Column): Totals | undefined {
  return before.kind === 'numeric' && before.time === undefined && after.kind === 'numeric'
    ? largestTotals(before.values, after.values)
    : undefined
}

/**
 * Reports the masked columns that disclose their largest values to an intruder who knows whose they are.
 *
 * @param totals - Totals of each masked numeric column.
 * @returns One sentence, or none.
 */
export function largestSentence(totals: LargestTotals): string[] {
  const names = [...totals].flatMap(([name, own]) =>
    largestValues(own, PERCENT)
      .filter(({ isDisclosed }) => isDisclosed)
      .map(({ end }) => (end === 'losses' ? `${name} (losses)` : name)),
  )
  if (names.length === 0) return []
  return [
    `the largest values of ${names.join(', ')} are disclosed to ${PERCENT} % to an intruder who knows whose ` +
      'they are (risk/largest); coding/top-bottom with replacement tail-mean replaces the largest five by their mean',
  ]
}

/**
 * Totals of the largest values of masked columns, in memory. Cost: O(n) per column.
 *
 * @param original - The original.
 * @param file - The masked file, with the original record of each of its records.
 * @param columns - The masked columns.
 * @returns Totals by name, for the columns that are numeric in both files.
 */
export function largestInFile(original: Dataset, file: FileState, columns: readonly string[]): LargestTotals {
  return new Map(
    columns.flatMap((name): (readonly [string, Totals])[] => {
      if (!original.names.includes(name) || !file.data.names.includes(name)) return []
      const isKnown = file.origin.every((row) => row >= 0)
      const before = isKnown ? beforeMasking(original, file, name) : original.column(name)
      const totals = largestOfColumn(before, file.data.column(name))
      return totals ? [[name, totals]] : []
    }),
  )
}
