import {
  constantOf,
  correlationMatrix,
  countValues,
  covarianceMatrix,
  mean,
  squarablePower,
  timesPower,
} from '@sdc/stats'

/** The moments of the original that IL2 to IL5 compare with. */
export interface OriginalMoments {
  /**
   * By column the power of two that values are multiplied by, so that their squares are doubles: 0 for all but the tiniest
   * and the largest. It changes no relative change.
   */
  readonly powers: readonly number[]
  readonly means: readonly number[]
  readonly covariances: ReturnType<typeof covarianceMatrix>
  /** undefined where fewer than two columns vary. */
  readonly correlations: ReturnType<typeof correlationMatrix> | undefined
}

/**
 * Means, covariances and correlations of some columns. Cost: O(np²).
 *
 * @param x - The columns of the original, NaN where missing.
 */
export function originalMoments(x: readonly Float64Array[]): OriginalMoments {
  const varying = x.filter((column) => constantOf(column) === undefined && countValues(column) > 0)
  const powers = x.map((column) => squarablePower(column))
  const inRange = x.map((column, j) => timesPower(column, powers[j]))
  return {
    powers,
    means: inRange.map(mean),
    covariances: covarianceMatrix(inRange),
    correlations: varying.length < 2 ? undefined : correlationMatrix(inRange),
  }
}
