import { exp, pow } from '../mathematics/index.js'
import { standardDeviation } from '../moments/moments.js'
import { sumOver } from '../moments/sum-over.js'
import { countBelow, countUpTo } from '../order/count-sorted.js'
import { quantileOfSorted } from '../order/quantile.js'

/** Beyond this many bandwidths n values add less than n·e^(−40.5) = 3e-18·n to a sum: nothing where it is 1 or more. */
const NEAR = 9
/** Beyond this many the normal density is no double above 0. */
const FAR = 38.7

/**
 * Silverman's bandwidth of a normal kernel: 1.06·min(s, IQR/1.34)·n^(−1/5).
 *
 * Where the quartiles are the same value, s alone stands for the width.
 *
 * @param sorted - n values, ascending, none missing.
 * @returns 0 for a constant, NaN below two values.
 *
 * Source: Silverman 1986, eqs. 3.28 and 3.30, with the factor of the former.
 */
export function silvermanBandwidth(sorted: Float64Array): number {
  const sd = standardDeviation(sorted)
  const range = quantileOfSorted(sorted, 0.75) - quantileOfSorted(sorted, 0.25)
  const width = range > 0 ? Math.min(sd, range / 1.34) : sd
  return 1.06 * width * pow(sorted.length, -0.2)
}

/**
 * The density of a column at some points: f(t) = Σ_i φ((t − x_i)/h)/(nh), φ the standard normal density.
 *
 * No value is binned, and none is left out that a double would show. Cost: O(n) a point.
 *
 * @param sorted - n values, ascending, none missing.
 * @param bandwidth - h, above 0.
 * @param points - Where it is asked for.
 * @returns A density for each point; 0 where no value is within 38.7 bandwidths.
 */
export function kernelDensity(sorted: Float64Array, bandwidth: number, points: ArrayLike<number>): Float64Array {
  const unit = 1 / (sorted.length * bandwidth * Math.sqrt(2 * Math.PI))
  return Float64Array.from(points, (point) => {
    const near = kernelSum(sorted, bandwidth, point, NEAR)
    return unit * (near >= 1 ? near : kernelSum(sorted, bandwidth, point, FAR))
  })
}

/** Σ_i e^(−((t − x_i)/h)²/2) over the values within `reach` bandwidths. */
function kernelSum(sorted: Float64Array, bandwidth: number, point: number, reach: number): number {
  const from = countBelow(sorted, point - reach * bandwidth)
  const near = sorted.subarray(from, countUpTo(sorted, point + reach * bandwidth))
  return sumOver(near.length, (i) => {
    const steps = (point - near[i]) / bandwidth
    return exp(-0.5 * steps * steps)
  })
}
