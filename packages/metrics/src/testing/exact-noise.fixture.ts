import { seededRng } from '@sdc/core'
import { covarianceMatrix, eigSqrt, mean, residualise } from '@sdc/stats'
import { whiten } from '@sdc/stats/internal'

/**
 * Sufficiency-based linear model without non-confidential columns, for tests: y = μ + d(x − μ) + e, where e has mean 0,
 * covariance (1 − d²)Σ_XX and none with x, all exactly. So Σ_YY = Σ_XX and Σ_XY = dΣ_XX. Source: Muralidhar & Sarathy
 * 2007, eqs. 7 to 9.
 */
export function sufficientNoise(x: readonly Float64Array[], d: number, seed: number): Float64Array[] {
  const rng = seededRng(seed)
  const root = eigSqrt(covarianceMatrix(x))
  const drawn = Array.from({ length: root.columns }, () => x[0].map(() => rng.normal()))
  const noise = whiten(residualise(drawn, x))
  return x.map((column, j) => {
    const centre = mean(column)
    return column.map((value, i) => {
      const e = noise.reduce((sum, z, k) => sum + root.get(j, k) * z[i], 0)
      return centre + d * (value - centre) + Math.sqrt(1 - d * d) * e
    })
  })
}
