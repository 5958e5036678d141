/**
 * Probabilistic information loss: probability that a sample of the population has a statistic nearer to the original's
 * than that of the masked file.
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
import type { Totals, Aggregate, Plan } from '@sdc/core'
import { normalCdf } from '@sdc/stats'
import {
  bandwidthOf,
  centralSumsOfBlock,
  densityOfSums,
  isFar,
  kernelSumsOfBlock,
  meanOfTotals,
  momentsOfCentralSums,
  pairTotalsOfBlock,
  quantileOfPlaces,
  quantilePlaces,
  type JointMoments,
} from '@sdc/stats/internal'
import {
  addedNumbers,
  readPlaces,
  readTotals,
  readVariances,
  together,
  type PlacedValues,
  type ReadColumn,
} from '@sdc/toolkit/internal'

/** Compared families of statistics, in the order of the paper. */
export const pilFamilies = ['quantiles', 'means', 'variances', 'covariances', 'correlations'] as const

export type PilFamily = (typeof pilFamilies)[number]

/** 5 %, 10 %, …, 95 %. */
const SHARES = Array.from({ length: 19 }, (_, i) => (5 * (i + 1)) / 100)
const QUARTILES = [0.25, 0.75]

/** Rounding, if the standard deviation of a column is 1: a smaller change or variance counts as 0. */
const ROUNDING = 1e-12

/** Statistic of one column, or of two. */
export interface PilStatistic {
  readonly family: PilFamily
  /** Positions of its columns, a < b; b = a for one column. */
  readonly a: number
  readonly b: number
  /** From 0 to 100; NaN if the statistic, or its variance, is not defined in either file. */
  readonly percent: number
}

/** Statistics of two files, and the maximum number of values of a masked column. */
export interface PilStatistics {
  readonly all: readonly PilStatistic[]
  readonly used: number
}

/**
 * Reads the loss of every quantile, mean and variance of every column, and of the covariance and correlation of every
 * two.
 *
 * Each statistic uses its own complete records. Cost: O(np²), and O(19·np) for the densities.
 *
 * @param x - The original's p columns, standardised by their own means and standard deviations; none is constant.
 * @param y - The masked columns, in the same units as `x`; any number of records.
 * @returns 21p + p(p − 1) statistics.
 */
export function* readPilStatistics(x: readonly ReadColumn[], y: readonly ReadColumn[]): Plan<PilStatistics> {
  const [before, after] = yield* together(readMoments('original', x), readMoments('masked', y))
  const quantiles = yield* quantileLosses(x, y, before)
  const all = x.flatMap((_, a): PilStatistic[] => {
    const own = (family: PilFamily, percent: number): PilStatistic => ({ family, a, b: a, percent })
    const others = Array.from({ length: x.length - a - 1 }, (_unused, k) => a + 1 + k)
    return [
      ...quantiles[a].map((percent) => own('quantiles', percent)),
      ...momentLosses(before, after, a).map((percent, k) => own(k === 0 ? 'means' : 'variances', percent)),
      ...others.flatMap((b) =>
        pairLosses(before.of(a, b), after.of(a, b)).map((percent, k): PilStatistic => {
          const family = k === 0 ? 'covariances' : 'correlations'
          return { family, a, b, percent }
        }),
      ),
    ]
  })
  return { all, used: Math.max(...after.counts) }
}

/** Moments of the columns of one file, and of every two of them. */
interface FileMoments {
  readonly counts: readonly number[]
  readonly means: readonly number[]
  readonly sds: readonly number[]
  of(a: number, b: number): JointMoments
}

/** Numbers of `pairTotalsOfBlock`, and of `centralSumsOfBlock`. */
const [FIRST, SECOND] = [3, 8]

function* readMoments(file: 'original' | 'masked', columns: readonly ReadColumn[]): Plan<FileMoments> {
  const pairs = columns.flatMap((_, a) => columns.slice(a).map((_other, k) => [a, a + k] as const))
  const ofPairs = (of: (a: Float64Array, b: Float64Array, k: number) => Float64Array): Aggregate => ({
    reads: file,
    of(block) {
      const values = columns.map((read) => read(block))
      return Float64Array.from(pairs.flatMap(([a, b], k) => [...of(values[a], values[b], k)]))
    },
    merge: addedNumbers,
  })
  const [totals, first] = yield* together(readTotals(file, columns), readOne(ofPairs(pairTotalsOfBlock)))
  const firstOf = (k: number): Float64Array => first.subarray(FIRST * k, FIRST * (k + 1))
  const [variances, second] = yield* together(
    readVariances(file, columns, { powers: columns.map(() => 0), totals }),
    readOne(ofPairs((a, b, k) => centralSumsOfBlock(a, b, firstOf(k)))),
  )
  const moments = new Map(
    pairs.map(([a, b], k) => [
      `${a} ${b}`,
      momentsOfCentralSums(firstOf(k), second.subarray(SECOND * k, SECOND * (k + 1))),
    ]),
  )
  return {
    counts: totals.map(({ count }) => count),
    means: totals.map(meanOfTotals),
    sds: variances.map(Math.sqrt),
    of: (a, b) => moments.get(`${a} ${b}`) as JointMoments,
  }
}

function* readOne(aggregate: Aggregate): Plan<Totals> {
  const [totals] = yield [aggregate]
  return totals
}

const placesOf =
  (shares: readonly number[]) =>
  (count: number): readonly number[] =>
    count === 0 ? [] : shares.flatMap((q) => quantilePlaces(count, q))

/** Reads the losses of the quantiles, by column. */
function* quantileLosses(
  x: readonly ReadColumn[],
  y: readonly ReadColumn[],
  { sds }: FileMoments,
): Plan<readonly (readonly number[])[]> {
  const [before, after] = yield* together(
    readPlaces('original', x, placesOf([...SHARES, ...QUARTILES])),
    readPlaces('masked', y, placesOf(SHARES)),
  )
  const quantile = ({ count, at }: PlacedValues, q: number): number => quantileOfPlaces(count, at, q)
  const columns = before.columns.map((own, j) => {
    const [low, high] = QUARTILES.map((q) => quantile(own, q))
    return { points: SHARES.map((q) => quantile(own, q)), bandwidth: bandwidthOf(own.count, sds[j], high - low) }
  })
  const kernel = (j: number, far: boolean): Aggregate => ({
    reads: 'original',
    of: (block) => kernelSumsOfBlock(x[j](block), columns[j].bandwidth, columns[j].points, far),
    merge: addedNumbers,
  })
  const near = yield columns.map((_, j) => kernel(j, false))
  const wide = [...near.keys()].filter((j) => isFar(near[j]))
  const far = wide.length > 0 ? yield wide.map((j) => kernel(j, true)) : []
  return columns.map(({ points, bandwidth }, j) => {
    const { count } = before.columns[j]
    const densities = densityOfSums(count, bandwidth, near[j], wide.includes(j) ? far[wide.indexOf(j)] : near[j])
    return SHARES.map((q, i) => {
      const error = Math.sqrt((q * (1 - q)) / count) / densities[i]
      return probabilisticLoss(quantile(after.columns[j], q) - points[i], error)
    })
  })
}

/** Returns the losses of the mean and of the variance. */
function momentLosses(before: FileMoments, after: FileMoments, j: number): readonly number[] {
  const [own, masked] = [before.of(j, j), after.of(j, j)]
  return [
    probabilisticLoss(after.means[j] - before.means[j], Math.sqrt(own.m20 / own.count)),
    probabilisticLoss(masked.m11 - own.m11, standardError(own)),
  ]
}

/** Returns the losses of the covariance and of the correlation. */
function pairLosses(before: JointMoments, after: JointMoments): readonly number[] {
  return [
    probabilisticLoss(after.m11 - before.m11, standardError(before)),
    probabilisticLoss(correlationOf(after) - correlationOf(before), correlationError(before)),
  ]
}

/** Returns √((μ_22 − μ_11²)/n): for a covariance, and for a variance if both columns are the same. */
function standardError({ m22, m11, count }: JointMoments): number {
  return rootOf(m22 - m11 * m11, m22, count)
}

/** Returns the correlation; NaN if a column is constant among the complete pairs. */
function correlationOf({ m11, m20, m02 }: JointMoments): number {
  const [a, b] = [Math.sqrt(m20), Math.sqrt(m02)]
  return a > ROUNDING && b > ROUNDING ? m11 / a / b : Number.NaN
}

/**
 * Returns the error as above, with ρ² multiplied into the brackets and each column divided by its deviation, so that no
 * divisor is a zero covariance.
 */
function correlationError({ m20, m02, m11, m40, m04, m31, m13, m22, count }: JointMoments): number {
  const [a, b] = [Math.sqrt(m20), Math.sqrt(m02)]
  const rho = m11 / (a * b)
  const both = m22 / (m20 * m02)
  const spread = (rho * rho * (m40 / (m20 * m20) + m04 / (m02 * m02) + 2 * both)) / 4
  return rootOf(both + spread - rho * (m31 / (m20 * a * b) + m13 / (a * m02 * b)), both + spread, count)
}

/** Returns √(variance/n); 0 if the variance is only the rounding of a difference. */
function rootOf(variance: number, of: number, count: number): number {
  return variance <= ROUNDING * of ? 0 : Math.sqrt(variance / count)
}

/**
 * Returns 100·(2Φ(|change|/error) − 1).
 *
 * @param change - θ' − θ, in standard deviations of the columns.
 * @param error - Standard error of θ; 0 if every sample has the same value, as for the correlation of a column with
 *   itself.
 * @returns 0 for no change, 100 for a change despite error 0, NaN if either is not defined.
 */
export function probabilisticLoss(change: number, error: number): number {
  const size = Math.abs(change)
  if (size !== size || error !== error) return Number.NaN
  if (size <= ROUNDING) return 0
  if (error === 0) return 100
  return error === Infinity ? Number.NaN : 100 * (2 * normalCdf(size / error) - 1)
}
