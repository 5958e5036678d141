import { exp, pow } from '../mathematics/index.js'

/**
 * Number of bandwidths beyond which n values add less than n·e^(−40.5) = 3e-18·n to a sum: nothing if it is 1 or more.
 */
const NEAR = 9
/** Distance beyond which the normal density is 0 as a double. */
const FAR = 38.7

/**
 * Computes Silverman's bandwidth of a normal kernel: 1.06·min(s, IQR/1.34)·n^(−1/5); from s only if the quartiles are
 * equal.
 *
 * Source: Silverman 1986, eqs. 3.28 and 3.30, with the factor of the former.
 *
 * @param count - Number of values, n.
 * @param sd - Their standard deviation, s.
 * @param range - Their interquartile range.
 * @returns The bandwidth: 0 for a constant, NaN for fewer than two values.
 */
export function bandwidthOf(count: number, sd: number, range: number): number {
  const width = range > 0 ? Math.min(sd, range / 1.34) : sd
  return 1.06 * width * pow(count, -0.2)
}

/**
 * Computes the sums of one block for the density f(t) = Σ_i φ((t − x_i)/h)/(nh): Σ_i e^(−((t − x_i)/h)²/2). Cost: O(n)
 * per point.
 *
 * Values are not binned, and none that a double would show is left out.
 *
 * @param values - Values of the block, NaN if missing.
 * @param bandwidth - h, above 0.
 * @param points - Points t.
 * @param far - True to add every value that a double can show; false for those within nine bandwidths.
 * @returns A sum for each point, to be added block after block.
 */
export function kernelSumsOfBlock(
  values: Float64Array,
  bandwidth: number,
  points: ArrayLike<number>,
  far: boolean,
): Float64Array {
  const reach = far ? FAR : NEAR
  return Float64Array.from(points, (point) => kernelSum(values, bandwidth, point, reach))
}

/** Computes the sum at one point, in file order. */
function kernelSum(values: Float64Array, bandwidth: number, point: number, reach: number): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) {
    const steps = (point - values[i]) / bandwidth
    if (steps <= reach && steps >= -reach) sum += exp(-0.5 * steps * steps)
  }
  return sum
}

/**
 * Returns true if the sums of near values are not enough. A sum of 1 or more hides everything that far values add.
 *
 * @param near - Sums of near values, of all blocks.
 * @returns True if a sum is below 1.
 */
export const isFar = (near: Float64Array): boolean => near.some((sum) => sum < 1)

/**
 * Computes the densities from the sums of all blocks.
 *
 * @param count - Number of values.
 * @param bandwidth - h.
 * @param near - Sums of near values.
 * @param far - Sums of all values; needed if `isFar`.
 * @returns The density at each point.
 */
export function densityOfSums(count: number, bandwidth: number, near: Float64Array, far: Float64Array): Float64Array {
  const unit = 1 / (count * bandwidth * Math.sqrt(2 * Math.PI))
  return near.map((sum, k) => unit * (sum >= 1 ? sum : far[k]))
}
