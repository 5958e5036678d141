import { dataset, numeric, numericValues, type Dataset } from '@sdc/core'
import { meanOfTotals } from '@sdc/stats/internal'
import { filesInMemory, readInMemory, readJoint, type ReadColumn, type Reads } from '@sdc/toolkit/internal'

/** A symmetric matrix, entry by entry. */
interface Entries {
  get(i: number, j: number): number
}

/** The moments of the original that IL2 to IL5 compare with. */
export interface OriginalMoments {
  /**
   * By column the power of two that values are multiplied by, so that their squares are doubles: 0 for all but the tiniest
   * and the largest. It changes no relative change.
   */
  readonly powers: readonly number[]
  readonly means: readonly number[]
  readonly covariances: Entries
  /** undefined where fewer than two columns vary. */
  readonly correlations: Entries | undefined
}

/**
 * Means, covariances and correlations of some columns. Cost: O(np²).
 *
 * @param columns - The columns of the original.
 * @returns What follows from readings of them.
 */
export function* readOriginalMoments(columns: readonly ReadColumn[]): Reads<OriginalMoments> {
  const { powers, totals, covariance, correlation } = yield* readJoint('original', columns)
  return {
    powers,
    means: totals.map(meanOfTotals),
    covariances: { get: covariance },
    correlations: totals.filter(({ varies }) => varies).length < 2 ? undefined : { get: correlation },
  }
}

/**
 * The same of columns in memory.
 *
 * @param x - The columns of the original, NaN where missing.
 * @returns The same.
 */
export function originalMoments(x: readonly Float64Array[]): OriginalMoments {
  const file = numbered(x)
  return readInMemory(readOriginalMoments(numberedColumns('original', x.length)), filesInMemory(file, file)).value
}

/**
 * Columns without names as a file.
 *
 * @param columns - Their numbers, NaN where missing.
 * @returns A file whose columns are named 0, 1, …
 */
export function numbered(columns: readonly Float64Array[]): Dataset {
  return dataset(columns.map((values, j) => [String(j), numeric(values)]))
}

/**
 * The columns of such a file.
 *
 * @param file - Which file of a block they are read of.
 * @param count - How many there are.
 */
export function numberedColumns(file: 'original' | 'masked', count: number): readonly ReadColumn[] {
  return Array.from({ length: count }, (_, j) => (block) => numericValues(block[file], String(j)))
}
