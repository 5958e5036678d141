import { LuDecomposition, Matrix } from 'ml-matrix'

/** Condition beyond which rounding alone moves an estimate by more than a millionth of the records. */
const MOST_CONDITION = 1e10

/** Original frequencies, estimated from masked ones. */
export interface TransitionEstimate {
  /** t̂, L numbers, which may be negative. */
  readonly estimates: Float64Array
  /**
   * Returns the variance of Σ_k w_k·t̂_k over the draws, for L weights w: 1 at one level, or at several merged levels.
   */
  readonly varianceOf: (weights: Float64Array) => number
  /** Condition κ₁(P) = ‖P‖₁·‖P⁻¹‖₁, the factor by which an error in t′ can grow. */
  readonly condition: number
}

/** A matrix that cannot be inverted, with its condition number κ₁. */
export interface SingularTransition {
  readonly estimates: undefined
  /** Condition; infinite if P is exactly singular. */
  readonly condition: number
}

/**
 * Estimates the number of records in each category before a transition matrix changed them, from the counts after the
 * change.
 *
 *     t̂ = (Pᵀ)⁻¹ t′,   Cov t̂ = (Pᵀ)⁻¹ V P⁻¹,   V = Σ_l t̂_l·(diag(p_l) − p_l p_lᵀ)
 *
 * with p_l the row l of P as a column. It is unbiased. Since Pᵀt̂ = t′, V is diag(t′) − Pᵀ·diag(t̂)·P, and with A =
 * (Pᵀ)⁻¹ the covariance is A·diag(t′)·Aᵀ − diag(t̂); so a variance takes O(L²). It is the variance of the draws for the
 * records of the file; it excludes sampling from a population.
 *
 * @param matrix - P, L × L, rows that sum to 1: `matrix[k][l]` is the probability that category k became l.
 * @param counts - t′, the masked number of records in each of the L categories.
 * @returns The estimates; only the condition number if P is singular or nearly so (κ₁ > 1e10).
 *
 * Cost: O(L³).
 * Source: Kooiman, Willenborg & Gouweleeuw 1997.
 */
export function transitionEstimate(
  matrix: readonly Float64Array[],
  counts: Float64Array,
): TransitionEstimate | SingularTransition {
  const size = matrix.length
  if (size === 0) return { estimates: new Float64Array(0), varianceOf: () => 0, condition: 1 }
  const transposed = Matrix.zeros(size, size)
  matrix.forEach((row, k) => row.forEach((p, l) => transposed.set(l, k, p)))
  const decomposition = new LuDecomposition(transposed)
  if (decomposition.isSingular()) return { estimates: undefined, condition: Infinity }
  const inverse = decomposition.solve(Matrix.eye(size))
  // The column sums of Pᵀ are the row sums of P, which are 1: κ₁(P) is κ_∞(Pᵀ).
  const condition = rowNorm(transposed) * rowNorm(inverse)
  if (!(condition <= MOST_CONDITION)) return { estimates: undefined, condition }
  const estimates = Float64Array.from(counts, (_, k) =>
    counts.reduce((sum, count, l) => sum + inverse.get(k, l) * count, 0),
  )
  return {
    estimates,
    condition,
    varianceOf(weights) {
      const own = new Float64Array(size)
      weights.forEach((weight, k) => {
        if (weight !== 0) for (let l = 0; l < size; l++) own[l] += weight * inverse.get(k, l)
      })
      let variance = 0
      for (let l = 0; l < size; l++) variance += own[l] * own[l] * counts[l] - weights[l] * weights[l] * estimates[l]
      return variance
    },
  }
}

/** Returns ‖A‖_∞, the greatest sum of the absolute values of a row. */
function rowNorm(matrix: Matrix): number {
  let greatest = 0
  for (let k = 0; k < matrix.rows; k++) {
    let sum = 0
    for (let l = 0; l < matrix.columns; l++) sum += Math.abs(matrix.get(k, l))
    greatest = Math.max(greatest, sum)
  }
  return greatest
}
