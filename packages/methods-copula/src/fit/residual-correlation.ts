import { exp, log, normalCdf, normalQuantile } from '@sdc/stats'
import type { ScoreModel } from './fit-to-given.js'
import { addToGrid, type Grid } from './mixture-law.js'
import { rankTerms, stepAt, type RankTerms } from './rank-terms.js'

/** Number of places of η per σ at which m(η + σe) is expanded, if columns are given; from 9 to 65 in all. */
const PER_SIGMA = 6
const LEAST_PLACES = 9
const MOST_PLACES = 65
/** Maximum number of terms of an expansion: without given columns there is one place, and they cost little. */
const TERMS = 64
const FREE_TERMS = 1024
/** Number of quantiles of e that approximate its law at c = ±1. */
const QUANTILES = 256
/** Number of halvings of [−1, 1]: they leave 1e-9. */
const HALVINGS = 31

/** Column as needed for its pairs: its mid-rank at each place of η. */
export interface RankView {
  readonly model: ScoreModel
  readonly grid: Grid
  readonly at: readonly RankTerms[]
  /** True if the expansions leave out a relevant part. */
  readonly rough: boolean
}

/**
 * Expands a column at 9 to 65 places of η, or at 0. Cost: O(places·steps·terms).
 *
 * @param model - Y* of the column.
 * @returns The places, and an expansion at each.
 */
export function rankView(model: ScoreModel): RankView {
  const { weights, steps, sigma } = model
  const grid = coarseGrid(model)
  const most = weights === undefined ? FREE_TERMS : TERMS
  const at = Array.from({ length: grid.nodes }, (_, g) => {
    const place = grid.low + g * grid.step
    if (sigma > 0) return rankTerms(steps, place, sigma, most)
    return { mean: stepAt(steps, place), terms: new Float64Array(0), left: 0 }
  })
  return { model, grid, at, rough: at.some(({ terms }) => terms.length >= most) }
}

/** Spearman's correlation of two masked columns as a function of the correlation c of their residuals e. */
export type ExpectedSpearman = (c: number) => number

/**
 * Returns ρ(c) = (1/n) Σ_i E[m(η_i + σe)·m'(η'_i + σ'e')], centred and divided by the sds of m and m', with corr(e, e')
 * = c.
 *
 * Σ_i is taken over the places of a grid; E is Σ_k a_k·a'_k·c^k (`rankTerms`). The sum of the terms beyond the K-th is
 * known at c = ±1, where e' = ±e. Towards 0 it decreases as the sum of k^{−3/2}|c|^k, the rate of columns with equal
 * steps. ρ increases in c (Slepian 1962). Cost: O(places²·K); for a column with large steps about 1e6 more.
 *
 * @param a - One column.
 * @param b - The other.
 * @param joint - Number of records at each pair of places; without given columns, all are at the only pair.
 * @returns ρ(c), for c from −1 to 1.
 */
export function expectedSpearman(a: RankView, b: RankView, joint: JointWeights = TOGETHER): ExpectedSpearman {
  const total = joint.reduce((sum, row) => row.reduce((own, weight) => own + weight, sum), 0)
  const weights = joint.map((row) => row.map((weight) => weight / total))
  const scale = Math.sqrt(a.model.scores.variance * b.model.scores.variance)
  const orders = Math.min(longest(a), longest(b))
  const terms = new Float64Array(orders)
  let between = 0
  weights.forEach((row, g) => {
    row.forEach((weight, h) => {
      if (weight === 0) return
      const [one, other] = [a.at[g], b.at[h]]
      between += weight * (one.mean - 0.5) * (other.mean - 0.5)
      const both = Math.min(one.terms.length, other.terms.length)
      for (let k = 0; k < both; k++) terms[k] += weight * one.terms[k] * other.terms[k]
    })
  })
  const series = (c: number): number => {
    let total = 0
    for (let k = orders - 1; k >= 0; k--) total = (total + terms[k]) * c
    return between + total
  }
  if (!(a.rough && b.rough)) return (c) => series(c) / scale
  const above = extreme(a, b, weights, 1) - series(1)
  const below = extreme(a, b, weights, -1) - series(-1)
  const [even, odd] = [(above + below) / 2, (above - below) / 2]
  return (c) => (series(c) + beyond(orders, Math.abs(c)) * (even + Math.sign(c) * odd)) / scale
}

/**
 * Finds the c at which ρ(c) is the target, or the nearer end of [−1, 1].
 *
 * @param spearman - ρ(c), which increases in c.
 * @param target - Spearman correlation to reach.
 * @returns c, to 1e-9.
 */
export function residualCorrelation(spearman: ExpectedSpearman, target: number): number {
  if (target >= spearman(1)) return 1
  if (target <= spearman(-1)) return -1
  let [low, high] = [-1, 1]
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2
    if (spearman(middle) < target) low = middle
    else high = middle
  }
  return (low + high) / 2
}

function longest({ at }: RankView): number {
  return at.reduce((most, { terms }) => Math.max(most, terms.length), 0)
}

/**
 * Returns the places of η at which a column is expanded: one without given columns.
 *
 * @param model - σ of the column and the range of its η, if it has weights.
 * @returns A grid from the smallest η to the largest.
 */
export function coarseGrid({ weights, sigma, range }: Pick<ScoreModel, 'weights' | 'sigma' | 'range'>): Grid {
  if (weights === undefined) return { low: 0, step: 1, nodes: 1 }
  const [low, high] = range
  const wanted = sigma > 0 ? Math.ceil((PER_SIGMA * (high - low)) / sigma) + 1 : MOST_PLACES
  const nodes = Math.max(LEAST_PLACES, Math.min(MOST_PLACES, wanted))
  return { low, step: high > low ? (high - low) / (nodes - 1) : 1, nodes }
}

/** Number of records at each pair of places of two columns. */
export type JointWeights = readonly Float64Array[]

const TOGETHER: JointWeights = [Float64Array.of(1)]

/**
 * Counts records at pairs of places; each record is divided between the two places next to its η.
 *
 * @param x - η of one column, for m records.
 * @param a - Its places.
 * @param y - η of the other.
 * @param b - Its places.
 * @returns A row of b's places for each of a's; their sum is m.
 */
export function jointWeights(x: Float64Array, a: Grid, y: Float64Array, b: Grid): JointWeights {
  const rows = Array.from({ length: a.nodes }, () => new Float64Array(b.nodes))
  for (let i = 0; i < x.length; i++) {
    const place = (x[i] - a.low) / a.step
    const at = Math.max(0, Math.min(a.nodes - 2, Math.floor(place)))
    const other = (y[i] - b.low) / b.step
    addToGrid(rows[at], other, at + 1 - place)
    addToGrid(rows[at + 1], other, place - at)
  }
  return rows
}

/** Computes E[m·m'] − ¼ for e' = sign·e: exactly without given columns, else over quantiles of e. */
function extreme(a: RankView, b: RankView, weights: readonly Float64Array[], sign: 1 | -1): number {
  if (a.model.weights === undefined) return commonSteps(a, b, sign)
  const e = Float64Array.from({ length: QUANTILES }, (_, q) => normalQuantile((q + 0.5) / QUANTILES))
  const [one, other] = [stepsAlong(a, e), stepsAlong(b, sign > 0 ? e : e.toReversed())]
  let total = 0
  weights.forEach((row, g) => {
    const mine = one[g]
    row.forEach((weight, h) => {
      if (weight === 0) return
      const its = other[h]
      let product = 0
      for (let q = 0; q < QUANTILES; q++) product += mine[q] * its[q]
      total += weight * product
    })
  })
  return total / QUANTILES
}

/** Returns m(η_g + σe) − ½ for every place and every e. */
function stepsAlong({ at, grid, model }: RankView, e: Float64Array): Float64Array[] {
  return at.map((_, g) => e.map((value) => stepAt(model.steps, grid.low + g * grid.step + model.sigma * value) - 0.5))
}

/** Computes ∫ (m(u) − ½)(m'(u) − ½) du, or with m'(1 − u), piece by piece between the cuts of both. */
function commonSteps(a: RankView, b: RankView, sign: 1 | -1): number {
  const [one, other] = [a.model.scores, b.model.scores]
  const cuts = sign > 0 ? other.cuts : other.cuts.map((cut) => 1 - cut).reverse()
  const levels = sign > 0 ? other.levels : other.levels.toReversed()
  let [i, j, from, total] = [0, 0, 0, 0]
  while (from < 1) {
    const ends = [one.cuts[i] ?? 1, cuts[j] ?? 1]
    const to = Math.min(...ends)
    total += (to - from) * (one.levels[i] - 0.5) * (levels[j] - 0.5)
    if (ends[0] === to) i++
    if (ends[1] === to) j++
    from = to
  }
  return total
}

/** Returns Σ_{k>K} k^{−3/2}c^k as a share of its value at c = 1: e^{−x} − √(πx)·erfc(√x), x = −(K + ½)·ln c. */
function beyond(orders: number, c: number): number {
  if (!(c > 0)) return 0
  const x = -(orders + 0.5) * log(c)
  if (x > 700) return 0
  // erfc(√x) = 2Φ(−√(2x)).
  return Math.max(0, exp(-x) - 2 * Math.sqrt(Math.PI * x) * normalCdf(-Math.sqrt(2 * x)))
}
