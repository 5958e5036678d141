import { SdcError, type Rng } from '@sdc/core'
import { linkedRanks } from '@sdc/stats/internal'
import { noiseShareOf } from './noise-share.js'
import { refuseInfinite } from '@sdc/toolkit'

/** Decomposition of a masked column: X → Z by a permutation, Z → Y by noise that changes no rank. */
export interface PermutationDecomposition {
  /** Original values in the order of the masked ones; NaN if x or y is missing. */
  readonly z: Float64Array
  /** Permutation distance |rank(x_i) − rank(z_i)|, in ranks; NaN if x or y is missing. */
  readonly distance: Float64Array
  /** Residual noise y_i − z_i; NaN if x or y is missing. */
  readonly residual: Float64Array
  /** Var(residual)/Var(y − x), the share of noise in the change; null if all values changed by the same amount. */
  readonly noiseShare: number | null
  /** Number of complete pairs. */
  readonly pairs: number
}

/**
 * Decomposes one column by the permutation model: z by reverse mapping, Δ_i = |rank(x_i) − rank(z_i)|, e = y − z.
 *
 * x and y are linked: y_i is the masked value of record i. Ties of y are broken at random by `rng`, or, without it, in
 * the order of the records; ties of x follow the masked ranks, because exchanging equal values changes nothing
 * (`linkedRanks`). z is a permutation of x over the complete pairs; sorting by z sorts y, so e changes no rank. z + e
 * is y up to the rounding of the two operations, unless y − z overflows. Cost: O(n), a few radix sorts. Source:
 * Domingo-Ferrer & Muralidhar 2016, section 2. Worked example: x = (1, 5, 3), y = (4.5, 1.5, 4) give z = (5, 1, 3), Δ =
 * (2, 2, 0), e = (−.5, .5, 1).
 *
 * @param x - n original values, NaN if missing.
 * @param y - n masked values, NaN if missing.
 * @param rng - Source of the random order of ties.
 * @returns z, distances, residuals and the share of noise.
 * @throws LENGTH_MISMATCH if x and y differ in length, NOT_NUMERIC for an infinite value
 */
export function decompose(x: Float64Array, y: Float64Array, rng?: Rng): PermutationDecomposition {
  if (x.length !== y.length) {
    const message = `there are ${x.length} original and ${y.length} masked values`
    const fix = 'Give one masked value for each original one: synthetic data have no permutation.'
    throw new SdcError('LENGTH_MISMATCH', message, {}, fix)
  }
  refuseInfinite(x, 'original')
  refuseInfinite(y, 'masked')
  const { rankX, rankY, byX, byY } = linkedRanks(x, y, rng)
  const z = new Float64Array(x.length).fill(Number.NaN)
  const residual = new Float64Array(x.length).fill(Number.NaN)
  for (let at = 0; at < byY.length; at++) {
    const i = byY[at]
    z[i] = x[byX[at]]
    residual[i] = y[i] - z[i]
  }
  const paired = (values: Float64Array): Float64Array => Float64Array.from(byY, (i) => values[i])
  return {
    z,
    distance: rankX.map((rank, i) => Math.abs(rank - rankY[i])),
    residual,
    noiseShare: noiseShareOf(paired(x), paired(y), paired(z)),
    pairs: byY.length,
  }
}

/** Returns the mean permutation distance of a uniformly random permutation of n values: (n² − 1)/(3n). */
export function meanDistanceAtRandom(n: number): number {
  return (n * n - 1) / (3 * n)
}
