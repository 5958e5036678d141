import { fillByBlocks, type Rng } from '@sdc/core'
import {
  cholPSD,
  copulaCorrelations,
  correlationMatrix,
  normalQuantile,
  randomPermutation,
  randomSortOrder,
} from '@sdc/stats'
import { Matrix } from 'ml-matrix'

export interface LatinHypercube {
  readonly columns: readonly Float64Array[]
  /** The largest difference of a rank correlation from its target, ranks of equal values taken as drawn. */
  readonly difference: number
}

export interface LatinHypercubeOptions {
  /** Rounds that bring the rank correlations nearer to the target, at most. */
  readonly iterations: number
  /** They end where no rank correlation differs by this much. */
  readonly tolerance: number
}

/**
 * A Latin hypercube sample of n' records from p marginals with the target rank correlations.
 *
 * Every column has one value F̂⁻¹((i − 1 + U)/n') in each of the n' strata of equal probability. Their order is Iman and
 * Conover's: scores Φ⁻¹(i/(n' + 1)) in random order, M; M* = M·Q⁻ᵀPᵀ with QQᵀ = corr M and PPᵀ the normal correlations
 * of the target, 2 sin(πρ_s/6); a column has the ranks of M*. A round of Florian's does the same to the ranks
 * themselves, PPᵀ being the target; the best of the rounds is taken, and they end where one is no better.
 * target: p×p rank correlations of a sample. Needs n' ≥ p + 2. Ties in M*, where a column depends on others, are in
 * random order. The order and the ties are drawn by blocks of records, the places within the strata by blocks of these. Cost: O(n'p²) and p sorts a round.
 * Source: Dandekar, Cohen & Kirkendall 2002; Iman & Conover 1982; Florian 1992.
 */
export function latinHypercube(
  count: number,
  quantiles: readonly ((p: number) => number)[],
  target: Matrix,
  rng: Rng,
  { iterations, tolerance }: LatinHypercubeOptions,
): LatinHypercube {
  const scores = quantiles.map((_, j) => {
    const order = randomPermutation(count, rng.child('order').child(String(j)))
    return Float64Array.from(order, (i) => normalQuantile((i + 1) / (count + 1)))
  })
  const wished = recorrelated(scores, copulaCorrelations(target).correlations)
  let ranks = ranksOf(wished, rng.child('ties'))
  let difference = farthest(ranks, target)
  for (let round = 0; round < iterations && difference >= tolerance; round++) {
    const next = ranksOf(recorrelated(ranks, target), rng.child('ties of round').child(String(round)))
    const nextDifference = farthest(next, target)
    if (!(nextDifference < difference)) break
    ranks = next
    difference = nextDifference
  }
  const columns = ranks.map((rank, j) => {
    const stream = rng.child('stratum').child(String(j))
    const within = fillByBlocks(stream, new Float64Array(count), (own, part) => own.fillUniform(part))
    const values = within.map((u, i) => quantiles[j]((i + u) / count))
    return rank.map((r) => values[r - 1])
  })
  return { columns, difference }
}

/** M·Q⁻ᵀPᵀ: the same linear span, correlations those of the target. What depends on earlier columns has no part of its own. */
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

function farthest(ranks: readonly Float64Array[], target: Matrix): number {
  return Matrix.sub(correlationMatrix(ranks), target).abs().max()
}
