import { exp, log } from '@sdc/stats'
import { digammaRise, logGammaRise } from '@sdc/stats/internal'
import { overSizes, type ClassSizes } from './class-sizes.js'

/** Pitman's partition, fitted. */
export interface PitmanFit {
  readonly theta: number
  readonly alpha: number
}

/** Number of values of α for a first search of the likelihood, to find every maximum. */
const GRID = 64

/**
 * Fits the maximum likelihood parameters of Pitman's partition: the maximum over 0 < α < 1 and θ > −α of Σ_(0<i<u) ln(θ
 * + iα) − Σ_(0<i<n) ln(θ + i) + Σ_i f_i Σ_(0<j<i) ln(j − α).
 *
 * For every α the derivative in θ has a root θ(α), and along it the search follows the derivative in α. Both use
 * differences of digamma functions, so no sum runs over records or classes.
 *
 * @param sample - The classes of the sample.
 * @returns The parameters, or the reason for their absence. Cost: O(different sizes), some thousand times. Source:
 *   Pitman 1995; Hoshino 2001.
 */
export function fitPitman(sample: ClassSizes): PitmanFit | string {
  const { u, n } = sample
  if (u >= n) return 'every class of the sample has one record: the likelihood has no maximum'
  if (u <= 1) return 'the sample has one class only: the likelihood has no maximum'
  const slope = (alpha: number): number => alphaSlope(sample, thetaOf(sample, alpha), alpha)
  const roots: number[] = []
  let before = { alpha: 1e-6, slope: slope(1e-6) }
  for (let g = 1; g <= GRID; g++) {
    const alpha = g < GRID ? g / GRID : 1 - 1e-9
    const here = { alpha, slope: slope(alpha) }
    if (before.slope > 0 && here.slope <= 0) roots.push(bisect(slope, before.alpha, alpha))
    before = here
  }
  const fits = roots.map((alpha) => ({ alpha, theta: thetaOf(sample, alpha) }))
  if (fits.length === 0) return 'the likelihood has no maximum within the range of α'
  return fits.reduce((best, one) => (likelihood(sample, one) > likelihood(sample, best) ? one : best))
}

/**
 * Returns the uniques of a population of N by Pitman's partition: Γ(θ + 1)/Γ(θ + α)·N^α.
 *
 * @param fit - The parameters.
 * @param N - The size of the population.
 * @returns The number.
 */
export function pitmanUniques({ theta, alpha }: PitmanFit, N: number): number {
  return exp(logGammaRise(theta + alpha, 1 - alpha) + alpha * log(N))
}

/** Returns Σ_(0<i<u) 1/(θ + iα). */
function classSum({ u }: ClassSizes, theta: number, alpha: number): number {
  return digammaRise(theta / alpha + 1, u - 1) / alpha
}

/** Returns the θ at which the derivative in θ is 0; bisects the logarithm of x = θ + α > 0. */
function thetaOf(sample: ClassSizes, alpha: number): number {
  const slope = (x: number): number => classSum(sample, x - alpha, alpha) - digammaRise(x - alpha + 1, sample.n - 1)
  // Near θ = −α the first term of the first sum is unbounded; for a large θ the second sum has more terms.
  let [low, high] = [1e-12, 1]
  while (slope(high) > 0 && high < 1e300) high *= 16
  for (let step = 0; step < 200 && high - low > 4e-16 * high; step++) {
    const middle = high > 2 * low ? Math.sqrt(low) * Math.sqrt(high) : (low + high) / 2
    if (slope(middle) > 0) low = middle
    else high = middle
  }
  return (low + high) / 2 - alpha
}

/** Returns the derivative in α: Σ_(0<i<u) i/(θ + iα) − Σ_i f_i Σ_(0<j<i) 1/(j − α). */
function alphaSlope(sample: ClassSizes, theta: number, alpha: number): number {
  const first = (sample.u - 1 - theta * classSum(sample, theta, alpha)) / alpha
  return first - overSizes(sample, (size) => digammaRise(1 - alpha, size - 1))
}

function likelihood(sample: ClassSizes, { theta, alpha }: PitmanFit): number {
  const { u, n } = sample
  return (
    (u - 1) * log(alpha) +
    logGammaRise(theta / alpha + 1, u - 1) -
    logGammaRise(theta + 1, n - 1) +
    overSizes(sample, (size) => logGammaRise(1 - alpha, size - 1))
  )
}

/** Finds the root of a decreasing function between two points. */
function bisect(f: (x: number) => number, from: number, to: number): number {
  let [low, high] = [from, to]
  for (let step = 0; step < 100 && high - low > 2e-16; step++) {
    const middle = (low + high) / 2
    if (f(middle) > 0) low = middle
    else high = middle
  }
  return (low + high) / 2
}
