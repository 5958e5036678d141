import { exp, log } from '@sdc/stats'

/** A variance within this relative distance of an end of its range is set to it; probabilities change by no more. */
const AT_END = 1e-12

/** Largest number of Newton steps; reference tables take at most 25, variances next to an end of their range more. */
const MOST_STEPS = 2000

/** Range of variances of distributions with mean 0 on some whole numbers. */
export interface VarianceRange {
  readonly least: number
  readonly greatest: number
}

/**
 * Returns the range of variances of distributions with mean 0 on these points. The least is 0, or −ab for the two
 * points a < 0 < b next to 0; the greatest is that of the two outermost points.
 *
 * @param points - The points, ascending.
 * @returns The range; undefined if no distribution on them has mean 0.
 */
export function varianceRange(points: ArrayLike<number>): VarianceRange | undefined {
  const below = Array.from(points).filter((v) => v < 0)
  const above = Array.from(points).filter((v) => v > 0)
  const twoSided = below.length > 0 && above.length > 0
  const hasZero = below.length + above.length < points.length
  if (!twoSided) return hasZero ? { least: 0, greatest: 0 } : undefined
  const [far, near] = [below[0], below[below.length - 1]]
  return { least: hasZero ? 0 : -near * above[0], greatest: -far * above[above.length - 1] }
}

/**
 * Returns the distribution of greatest entropy on these points with mean 0 and a given variance: p_v = exp(−αv −
 * βv²)/Z. (α, β) minimises the convex dual ln Z(α, β) + βV; it is found by Newton's method with step halving. At an end
 * of the range of V the dual has no minimum, and the distribution is the only possible one: on two points, or on 0
 * alone. O(points) per step.
 *
 * @param points - The points, ascending.
 * @param variance - V; within `varianceRange(points)`.
 * @returns A probability for every point.
 * @throws RangeError if the variance is out of range
 */
export function maximumEntropy(points: ArrayLike<number>, variance: number): Float64Array {
  const range = varianceRange(points)
  const slack = AT_END * Math.max(1, variance)
  if (!range || variance < range.least - slack || variance > range.greatest + slack)
    throw new RangeError(`no distribution on ${Array.from(points).join(', ')} has mean 0 and variance ${variance}`)
  if (variance - range.least <= slack) return atEnd(points, 'nearest')
  if (range.greatest - variance <= slack) return atEnd(points, 'farthest')
  return newton(points, variance)
}

/** The only distribution with the least or the greatest variance. */
function atEnd(points: ArrayLike<number>, which: 'nearest' | 'farthest'): Float64Array {
  const v = Array.from(points)
  const zero = v.indexOf(0)
  const last = v.length - 1
  if (which === 'nearest' && zero >= 0) return Float64Array.from(v, (_, i) => (i === zero ? 1 : 0))
  const b = which === 'farthest' ? last : v.findIndex((one) => one > 0)
  const a = which === 'farthest' ? 0 : b - 1
  if (v[a] === v[b]) return Float64Array.of(1)
  const p = new Float64Array(v.length)
  p[a] = v[b] / (v[b] - v[a])
  p[b] = -v[a] / (v[b] - v[a])
  return p
}

function newton(points: ArrayLike<number>, variance: number): Float64Array {
  // Scaled to [−1, 1], so that both multipliers have similar size.
  const scale = Math.max(Math.abs(points[0]), Math.abs(points[points.length - 1]))
  const x = Float64Array.from(points, (v) => v / scale)
  const target = variance / (scale * scale)
  let at = { alpha: 0, beta: 0 }
  let here = dual(x, target, at.alpha, at.beta)
  for (let step = 0; step < MOST_STEPS; step++) {
    const [m1, m2, m3, m4] = here.moments
    const slopes = [-m1, target - m2] as const
    const h11 = m2 - m1 * m1
    const h12 = m3 - m1 * m2
    const h22 = m4 - m2 * m2
    const determinant = h11 * h22 - h12 * h12
    if (!(determinant > 0)) break
    const alpha = -(h22 * slopes[0] - h12 * slopes[1]) / determinant
    const beta = -(h11 * slopes[1] - h12 * slopes[0]) / determinant
    const fall = slopes[0] * alpha + slopes[1] * beta
    // The decrease is minus the squared Newton step in the metric of the dual: below 1e-26 no probability changes by
    // 1e-13.
    if (fall > -1e-26) break
    const t = stepLength(
      here.value,
      fall,
      (part) => dual(x, target, at.alpha + part * alpha, at.beta + part * beta).value,
    )
    at = { alpha: at.alpha + t * alpha, beta: at.beta + t * beta }
    here = dual(x, target, at.alpha, at.beta)
  }
  return here.p
}

/** Step length after which the dual has decreased enough: 1, or halved until it has. */
function stepLength(value: number, fall: number, after: (part: number) => number): number {
  // Near the minimum the values of the dual are equal to the last bit, and full steps are right.
  if (fall > -1e-10) return 1
  let part = 1
  while (!(after(part) <= value + 1e-4 * part * fall) && part > 1e-12) part /= 2
  return part
}

interface Dual {
  readonly value: number
  readonly p: Float64Array
  /** E v, E v², E v³, E v⁴. */
  readonly moments: readonly [number, number, number, number]
}

function dual(x: Float64Array, target: number, alpha: number, beta: number): Dual {
  const exponents = x.map((v) => -v * (alpha + beta * v))
  const top = exponents.reduce((a, b) => Math.max(a, b))
  const p = exponents.map((e) => exp(e - top))
  const z = p.reduce((sum, one) => sum + one, 0)
  let [m1, m2, m3, m4] = [0, 0, 0, 0]
  for (let i = 0; i < x.length; i++) {
    const v = x[i]
    p[i] /= z
    m1 += p[i] * v
    m2 += p[i] * v * v
    m3 += p[i] * v * v * v
    m4 += p[i] * v * v * v * v
  }
  return { value: log(z) + top + beta * target, p, moments: [m1, m2, m3, m4] }
}
