/**
 * Probabilistic information loss: how likely a sample of the population would have a statistic nearer to the original's
 * than the masked file's is.
 *
 * z = |θ' − θ|/√Var(θ̂), PIL = 100·(2Φ(z) − 1), Var the sampling variance of θ̂ estimated from the original's n records:
 *
 *     quantile Q_q    q(1 − q)/(n·f(Q)²)
 *     mean            μ_2/n
 *     variance        (μ_4 − μ_2²)/n
 *     covariance      (μ_22 − μ_11²)/n
 *     correlation     (ρ²/n)·[μ_22/μ_11² + ¼(μ_40/μ_20² + μ_04/μ_02² + 2μ_22/(μ_20μ_02)) − μ_31/(μ_11μ_20) − μ_13/(μ_11μ_02)]
 *
 * Source: Mateo-Sanz, Domingo-Ferrer & Sebé 2005.
 */
import {
  jointMoments,
  kernelDensity,
  mean,
  normalCdf,
  quantileOfSorted,
  silvermanBandwidth,
  sortedValues,
  type JointMoments,
} from '@sdc/stats'

/** What is compared, in the order of the paper. */
export const pilFamilies = ['quantiles', 'means', 'variances', 'covariances', 'correlations'] as const

export type PilFamily = (typeof pilFamilies)[number]

/** 5 %, 10 %, …, 95 %. */
const SHARES = Array.from({ length: 19 }, (_, i) => (5 * (i + 1)) / 100)

/** Rounding, where the standard deviation of a column is 1: a smaller change is none, a smaller variance is 0. */
const ROUNDING = 1e-12

/** One statistic of one column, or of two. */
export interface PilStatistic {
  readonly family: PilFamily
  /** Positions of its columns, a < b; b = a where it is of one. */
  readonly a: number
  readonly b: number
  /** From 0 to 100; NaN where the statistic, or its variance, is not defined in either file. */
  readonly percent: number
}

/**
 * The loss of every quantile, mean and variance of every column, and of the covariance and correlation of every two.
 *
 * Missing values: each statistic is of its own complete records. Cost: O(np²), and O(19·np) for the densities.
 *
 * @param x - The original's p columns, standardised by their own means and standard deviations; n records.
 * @param y - The masked columns, in the same units as `x`; any number of records.
 * @param tick - Gets the share that is done.
 * @returns 21p + p(p − 1) statistics.
 */
export function pilStatistics(
  x: readonly Float64Array[],
  y: readonly Float64Array[],
  tick: (fraction: number) => void = () => {},
): PilStatistic[] {
  const p = x.length
  return x.flatMap((_, a) => {
    tick(a / p)
    const own = [...quantileLosses(x[a], y[a]), ...momentLosses(x[a], y[a])]
    const pairs = Array.from({ length: p - a - 1 }, (_unused, k) => a + 1 + k)
    return [
      ...own.map(([family, percent]) => ({ family, a, b: a, percent })),
      ...pairs.flatMap((b) =>
        pairLosses([x[a], x[b]], [y[a], y[b]]).map(([family, percent]) => ({ family, a, b, percent })),
      ),
    ]
  })
}

type Loss = readonly [family: PilFamily, percent: number]

function quantileLosses(x: Float64Array, y: Float64Array): Loss[] {
  const [before, after] = [sortedValues(x), sortedValues(y)]
  const original = SHARES.map((q) => quantileOfSorted(before, q))
  const densities = kernelDensity(before, silvermanBandwidth(before), original)
  return SHARES.map((q, i) => {
    const error = Math.sqrt((q * (1 - q)) / before.length) / densities[i]
    return ['quantiles', probabilisticLoss(quantileOfSorted(after, q) - original[i], error)]
  })
}

function momentLosses(x: Float64Array, y: Float64Array): Loss[] {
  const [before, after] = [jointMoments(x, x), jointMoments(y, y)]
  return [
    ['means', probabilisticLoss(mean(y) - mean(x), Math.sqrt(before.m20 / before.count))],
    ['variances', probabilisticLoss(after.m11 - before.m11, standardError(before))],
  ]
}

function pairLosses([a, b]: readonly Float64Array[], [c, d]: readonly Float64Array[]): Loss[] {
  const [before, after] = [jointMoments(a, b), jointMoments(c, d)]
  return [
    ['covariances', probabilisticLoss(after.m11 - before.m11, standardError(before))],
    ['correlations', probabilisticLoss(correlationOf(after) - correlationOf(before), correlationError(before))],
  ]
}

/** √((μ_22 − μ_11²)/n): of a covariance, and of a variance where both columns are one. */
function standardError({ m22, m11, count }: JointMoments): number {
  return rootOf(m22 - m11 * m11, m22, count)
}

/** NaN where a column is constant among the complete pairs. */
function correlationOf({ m11, m20, m02 }: JointMoments): number {
  const [a, b] = [Math.sqrt(m20), Math.sqrt(m02)]
  return a > ROUNDING && b > ROUNDING ? m11 / a / b : Number.NaN
}

/** As above, with ρ² multiplied into the brackets and each column divided by its deviation: no zero covariance divides. */
function correlationError({ m20, m02, m11, m40, m04, m31, m13, m22, count }: JointMoments): number {
  const [a, b] = [Math.sqrt(m20), Math.sqrt(m02)]
  const rho = m11 / (a * b)
  const both = m22 / (m20 * m02)
  const spread = (rho * rho * (m40 / (m20 * m20) + m04 / (m02 * m02) + 2 * both)) / 4
  return rootOf(both + spread - rho * (m31 / (m20 * a * b) + m13 / (a * m02 * b)), both + spread, count)
}

/** √(variance/n), 0 where the variance is nothing but the rounding of what it is the difference of. */
function rootOf(variance: number, of: number, count: number): number {
  return variance <= ROUNDING * of ? 0 : Math.sqrt(variance / count)
}

/**
 * 100·(2Φ(|change|/error) − 1).
 *
 * @param change - θ' − θ, in standard deviations of the columns.
 * @param error - The standard error of θ; 0 where every sample has the same, as of the correlation of a column with itself.
 * @returns 0 where nothing changed, 100 where something did that cannot, NaN where either is not defined.
 */
export function probabilisticLoss(change: number, error: number): number {
  const size = Math.abs(change)
  if (size !== size || error !== error) return Number.NaN
  if (size <= ROUNDING) return 0
  if (error === 0) return 100
  return error === Infinity ? Number.NaN : 100 * (2 * normalCdf(size / error) - 1)
}
