import { isProbability, requireFinite, requirePositive, type Distribution } from './distribution.js'
import { sortedValues } from '../order/sorted-values.js'
import { log } from '../mathematics/index.js'

/**
 * Returns the triangular law: its density rises linearly from 0 at `min` to `mode` and falls linearly to 0 at `max`.
 *
 * @param min - Lower end.
 * @param mode - Mode, from min to max.
 * @param max - Upper end, above min.
 * @returns The law.
 * @throws RangeError unless they are finite and in this order
 */
export function triangularDistribution(min: number, mode: number, max: number): Distribution {
  requireFinite('the lower end of a triangular distribution', min)
  requireFinite('the upper end of a triangular distribution', max)
  const width = max - min
  requirePositive('the width of a triangular distribution', width)
  if (!(mode >= min && mode <= max))
    throw new RangeError(`the mode of a triangular distribution lies within its ends, ${mode} does not`)
  const rise = mode - min
  const fall = max - mode
  return {
    name: 'triangular',
    parameters: { min, mode, max },
    mean: min + width / 3 + rise / 3,
    variance: (rise * rise + rise * fall + fall * fall) / 18,
    cdf(x) {
      if (x <= min) return 0
      if (x >= max) return 1
      if (x <= mode) return ((x - min) / width) * ((x - min) / rise)
      return 1 - ((max - x) / width) * ((max - x) / fall)
    },
    quantile(p) {
      if (!isProbability(p)) return Number.NaN
      if (p * width <= rise) return min + Math.sqrt(p * width * rise)
      return max - Math.sqrt((1 - p) * width * fall)
    },
  }
}

/**
 * Fits the triangular law of maximum likelihood with the ends [least − r/2n, greatest + r/2n], r the range of the
 * values.
 *
 * Ends at the extreme values themselves would give these the likelihood 0. Given the ends, the likelihood as a function
 * of the mode is convex between neighbouring values in its logarithm, so that its maximum is at one of the values. The
 * mode is the first value that maximises Σ_{x<c} ln((x − a)/(c − a)) + Σ_{x>c} ln((b − x)/(b − c)).
 *
 * @param values - Finite, not all equal.
 * @returns The law.
 *
 * Cost: a sort and O(n).
 */
export function fitTriangular(values: Float64Array): Distribution {
  const sorted = sortedValues(values)
  const n = sorted.length
  const range = sorted[n - 1] - sorted[0]
  // As shares of the range, so that logarithms do not depend on the unit: the ends are −1/2n and 1 + 1/2n.
  const margin = 1 / (2 * n)
  const share = (i: number): number => (sorted[i] - sorted[0]) / range
  const upper = new Float64Array(n + 1)
  for (let i = n - 1; i >= 0; i--) upper[i] = upper[i + 1] + log(1 + margin - share(i))
  let best = -Infinity
  let mode = sorted[0]
  let lower = 0
  for (let from = 0; from < n;) {
    let to = from + 1
    while (to < n && sorted[to] === sorted[from]) to++
    const at = share(from)
    const rise = log(at + margin)
    const likelihood = lower - from * rise + upper[to] - (n - to) * log(1 + margin - at)
    if (likelihood > best) {
      best = likelihood
      mode = sorted[from]
    }
    lower += (to - from) * rise
    from = to
  }
  return triangularDistribution(sorted[0] - range * margin, mode, sorted[n - 1] + range * margin)
}
