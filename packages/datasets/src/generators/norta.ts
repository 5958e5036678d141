import { SdcError, type Rng } from '@sdc/core'
import { normalCdf, unitNoise } from '@sdc/stats'
import { cholPSD, copulaCorrelations, nearestCopula, type CopulaCorrelations } from '@sdc/stats/internal'
import type { Distribution } from '@sdc/stats/distributions'
import { Matrix } from 'ml-matrix'
import { normalCorrelationFor } from './norta-pearson.js'

/** Kind of the target correlations. */
export type NortaKind = 'spearman' | 'pearson'

export interface NortaSample {
  /** One for every marginal. */
  readonly columns: readonly Float64Array[]
  /** Correlations of the normal variables that the columns were made of. */
  readonly normalCorrelations: readonly (readonly number[])[]
  /** Largest distance of a correlation from its target: above 0 if no normal variables have the targets. */
  readonly moved: number
}

/**
 * Generates data by NORTA, normal to anything: X_j = F_j⁻¹(Φ(Z_j)) with Z ~ N(0, R), so that X has the marginals F_j
 * and the target correlations in expectation.
 *
 * Spearman correlations are those of Z, R_ij = 2 sin(π·target_ij/6); for Pearson correlations R_ij is solved for pair
 * by pair (`normalCorrelationFor`). If R is not a correlation matrix, the nearest is taken, and `moved` is the distance
 * to it. Cost: O(np²) and, for Pearson, 2·10⁵ quantiles a pair. Source: Cario & Nelson 1997.
 *
 * @param rows - Number of records n, at least 1.
 * @param marginals - The p marginal distributions F_j.
 * @param target - Correlations, p×p, symmetric, diagonal 1.
 * @param kind - Spearman or Pearson correlations.
 * @param rng - Source of the random numbers.
 * @returns The p columns, and the correlations of the normal variables.
 * @throws BAD_PARAMETER for a size that is not a positive whole number, and for a target that is not a symmetric p×p
 *   matrix of numbers in [−1, 1].
 * @throws BAD_PARAMETER for a Pearson correlation that these marginals cannot have, with the possible range.
 */
export function norta(
  rows: number,
  marginals: readonly Distribution[],
  target: readonly (readonly number[])[],
  kind: NortaKind,
  rng: Rng,
): NortaSample {
  if (!(Number.isSafeInteger(rows) && rows >= 1)) {
    throw new SdcError('BAD_PARAMETER', `rows is ${rows}, not a whole number >= 1`, { parameter: 'rows' })
  }
  requireTarget(target, marginals.length)
  const { correlations, moved } = normalCorrelations(marginals, target, kind)
  const columns = correlatedNormals(rows, correlations, rng)
  columns.forEach((column, j) => {
    const { quantile } = marginals[j]
    for (let i = 0; i < rows; i++) column[i] = quantile(normalCdf(column[i]))
  })
  return { columns, normalCorrelations: correlations.to2DArray(), moved }
}

function requireTarget(target: readonly (readonly number[])[], size: number): void {
  const bad = (message: string): never => {
    throw new SdcError('BAD_PARAMETER', message, { parameter: 'target' })
  }
  if (target.length !== size || target.some((row) => row.length !== size)) {
    bad(`the target correlations of ${size} marginals are a ${size}×${size} matrix`)
  }
  target.forEach((row, i) => {
    row.forEach((value, j) => {
      if (!(Math.abs(value) <= 1)) bad(`the target correlation ${i},${j} is ${value}, not a number from -1 to 1`)
      if (value !== target[j][i])
        bad(`the target correlations ${i},${j} and ${j},${i} differ: ${value}, ${target[j][i]}`)
      if (i === j && value !== 1) bad(`the target correlation ${i},${i} is ${value}, not 1`)
    })
  })
}

function normalCorrelations(
  marginals: readonly Distribution[],
  target: readonly (readonly number[])[],
  kind: NortaKind,
): CopulaCorrelations {
  const wanted = new Matrix(target.map((row) => [...row]))
  if (kind === 'spearman') return copulaCorrelations(wanted)
  for (let i = 0; i < marginals.length; i++) {
    for (let j = 0; j < i; j++) {
      const solved = normalCorrelationFor(marginals[i], marginals[j], target[i][j])
      wanted.set(i, j, solved)
      wanted.set(j, i, solved)
    }
  }
  return nearestCopula(wanted)
}

/** Z = G·Lᵀ with LLᵀ = R and n×p independent N(0, 1) in G, each of whose columns has a stream of its own. */
function correlatedNormals(rows: number, correlations: Matrix, rng: Rng): Float64Array[] {
  const root = cholPSD(correlations)
  const columns = Array.from({ length: correlations.rows }, () => new Float64Array(rows))
  for (let k = 0; k < correlations.rows; k++) {
    const factor = unitNoise(rows, 'normal', rng.child('factor').child(String(k)))
    for (let i = 0; i < rows; i++) {
      for (let j = k; j < columns.length; j++) columns[j][i] += root.get(j, k) * factor[i]
    }
  }
  return columns
}
