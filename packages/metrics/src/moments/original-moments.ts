import { dataset, numeric, type Plan } from '@sdc/core'
import { meanOfTotals } from '@sdc/stats/internal'
import { filesInMemory, readColumns, readInMemory, readJoint, type ReadColumn } from '@sdc/toolkit/internal'

/** A symmetric matrix, entry by entry. */
interface Entries {
  get(i: number, j: number): number
}

/** Moments of the original for IL2 to IL5. */
export interface OriginalMoments {
  /**
   * Power of two for each column that scales values so that their squares are doubles; 0 except for the tiniest and the
   * largest. It changes no relative change.
   */
  readonly powers: readonly number[]
  readonly means: readonly number[]
  /** Standard deviations of columns of dates, by which their changes are divided; undefined for numbers. */
  readonly sizes: readonly (number | undefined)[]
  readonly covariances: Entries
  /** Undefined if fewer than two columns vary. */
  readonly correlations: Entries | undefined
}

/**
 * Reads means, covariances and correlations of some columns. Cost: O(np²).
 *
 * @param columns - Columns of the original.
 * @param dated - True for a column of dates or times.
 * @returns The moments, from aggregates of the columns.
 */
export function* readOriginalMoments(
  columns: readonly ReadColumn[],
  dated: readonly boolean[] = [],
): Plan<OriginalMoments> {
  const { powers, totals, covariance, correlation } = yield* readJoint('original', columns)
  return {
    powers,
    means: totals.map(meanOfTotals),
    sizes: columns.map((_, j) => (dated[j] ? Math.sqrt(covariance(j, j)) : undefined)),
    covariances: { get: covariance },
    correlations: totals.filter(({ varies }) => varies).length < 2 ? undefined : { get: correlation },
  }
}

/**
 * Computes the moments of columns in memory.
 *
 * @param x - Columns of the original, NaN if missing.
 * @param dated - True for a column of dates or times.
 * @returns The moments.
 */
export function originalMoments(x: readonly Float64Array[], dated: readonly boolean[] = []): OriginalMoments {
  const file = dataset(x.map((values, j) => [String(j), numeric(values)]))
  return readInMemory(readOriginalMoments(readColumns('original', file.names), dated), filesInMemory(file, file))
}
