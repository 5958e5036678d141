import { fillByBlocks, type Rng } from '@sdc/core'
import { correlationMatrix, normalQuantile, randomPermutation, randomSortOrder, rank } from '@sdc/stats'
import { cholPSD, copulaCorrelations, nearestCorrelation, normalFromSpearman } from '@sdc/stats/internal'
import { Matrix } from 'ml-matrix'
import { residualCorrelation } from './fit/residual-correlation.js'

export interface LatinHypercube {
  readonly columns: readonly Float64Array[]
  /** The largest difference of a Spearman correlation from its target. */
  readonly difference: number
}

export interface LatinHypercubeOptions {
  /** Rounds that bring the rank correlations nearer to the target, at most. */
  readonly iterations: number
  /** They end where no rank correlation differs by this much. */
  readonly tolerance: number
  /** Correlations of the normal variables behind the columns; 2 sin(πρ_s/6) unless the marginals repeat values. */
  readonly normal?: Matrix
}

/**
 * A Latin hypercube sample of n' records from p marginals with the target rank correlations.
 *
 * Every column has one value F̂⁻¹((i − 1 + U)/n') in each of the n' strata of equal probability. Their order is Iman
 * and Conover's: scores Φ⁻¹(i/(n' + 1)) in random order, M; M* = M·Q⁻ᵀPᵀ with QQᵀ = corr M and PPᵀ the normal
 * correlations behind the target; a column has the ranks of M*. A round of Florian's does the same to the ranks
 * themselves, PPᵀ being their wanted correlations T. If no value repeats T is the target. Equal values share the mean
 * of their ranks, which
 * correlate less: T begins at the rank correlations of the normal variables and gets the difference of the target from
 * what a round reached added. The best of the rounds is taken, and they end where one is no better.
 * target: p×p Spearman correlations of a sample. Needs n' ≥ p + 2. Ties in M*, where a column depends on others, are in
 * random order. The order and the ties are drawn by blocks of records, the places within the strata by blocks of these.
 * Cost: O(n'p²) and p sorts a round.
 * Source: Dandekar, Cohen & Kirkendall 2002; Iman & Conover 1982; Florian 1992.
 */
export function latinHypercube(
  count: number,
  quantiles: readonly ((p: number) => number)[],
  target: Matrix,
  rng: Rng,
  { iterations, tolerance, normal = copulaCorrelations(target).correlations }: LatinHypercubeOptions,
): LatinHypercube {
  const values = quantiles.map((quantile, j) => {
    const stream = rng.child('stratum').child(String(j))
    const within = fillByBlocks(stream, new Float64Array(count), (own, part) => own.fillUniform(part))
    return within.map((u, i) => quantile((i + u) / count))
  })
  // The mid-rank of every stratum's value: values ascend with the strata.
  const shared = values.map((column) => rank(column, 'average'))
  const differences = (ranks: readonly Float64Array[]): Matrix =>
    Matrix.sub(target, correlationMatrix(ranks.map((places, j) => places.map((place) => shared[j][place - 1]))))
  const scores = quantiles.map((_, j) => {
    const order = randomPermutation(count, rng.child('order').child(String(j)))
    return Float64Array.from(order, (i) => normalQuantile((i + 1) / (count + 1)))
  })
  let ranks = ranksOf(recorrelated(scores, normal), rng.child('ties'))
  let difference = differences(ranks).abs().max()
  let wanted = spearmanOf(normal)
  for (let round = 0; round < iterations && difference >= tolerance; round++) {
    const next = ranksOf(
      recorrelated(ranks, nearestCorrelation(wanted)),
      rng.child('ties of round').child(String(round)),
    )
    const left = differences(next)
    wanted = Matrix.add(wanted, left)
    const nextDifference = left.abs().max()
    if (!(nextDifference < difference)) break
    ranks = next
    difference = nextDifference
  }
  return { columns: ranks.map((places, j) => places.map((place) => values[j][place - 1])), difference }
}

/** Spearman's correlations of normal variables with these correlations: 2 sin(πρ/6) turned round. */
function spearmanOf(normal: Matrix): Matrix {
  const made = Matrix.eye(normal.rows)
  for (let i = 0; i < normal.rows; i++) {
    for (let j = 0; j < i; j++) {
      const rho = residualCorrelation(normalFromSpearman, normal.get(i, j))
      made.set(i, j, rho)
      made.set(j, i, rho)
    }
  }
  return made
}

/**
 * M·Q⁻ᵀPᵀ: the same linear span, correlations those of the target. A column that depends on earlier ones has no part of
 * its own.
 */
function recorrelated(columns: readonly Float64Array[], target: Matrix): Float64Array[] {
  const p = columns.length
  const now = cholPSD(correlationMatrix(columns)).to2DArray()
  const wanted = cholPSD(target).to2DArray()
  const made = columns.map((column) => new Float64Array(column.length))
  const z = new Float64Array(p)
  for (let i = 0; i < columns[0].length; i++) {
    for (let j = 0; j < p; j++) {
      let own = columns[j][i]
      for (let k = 0; k < j; k++) own -= now[j][k] * z[k]
      z[j] = now[j][j] > 0 ? own / now[j][j] : 0
    }
    for (let j = 0; j < p; j++) {
      let value = 0
      for (let k = 0; k <= j; k++) value += wanted[j][k] * z[k]
      made[j][i] = value
    }
  }
  return made
}

/** Ranks from 1, ties at random. */
function ranksOf(columns: readonly Float64Array[], rng: Rng): Float64Array[] {
  return columns.map((column, j) => {
    const ranks = new Float64Array(column.length)
    randomSortOrder(column, rng.child(String(j))).forEach((record, at) => (ranks[record] = at + 1))
    return ranks
  })
}
