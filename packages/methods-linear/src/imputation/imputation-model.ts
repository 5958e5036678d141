import type { Rng, ValueBounds } from '@sdc/core'
import { unitNoise } from '@sdc/stats'
import {
  addMultiple,
  chiSquareDraw,
  emptySpan,
  extendedSpan,
  linearCombination,
  linearRange,
  MANY_RECORDS,
  orthonormalBasis,
  partBuffers,
  storedColumns,
  writeParts,
  type OrthonormalBasis,
  type RecordColumns,
} from '@sdc/stats/internal'
import { redrawWithin } from './redraw-within.js'

/** R, the means of the columns, and the columns that add no vector to Q. */
type Factors = Pick<OrthonormalBasis, 'centres' | 'coordinates' | 'dependent'>

/**
 * Regressions x_j on [1, S, x_1…x_{j−1}], all from one decomposition [S, X] = 1·centresᵀ + QR.
 *
 * In the coordinates t of a record on Q the regression of x_j is its row of R: fitted values Σ_k R_kj·t_k, √SSE_j =
 * R_jj. No normal equations are formed, and columns of any scales can be combined.
 */
export interface ImputationModel {
  readonly factors: Factors
  /** Coordinates of the records on the part of Q that belongs to S, unit vectors of n. */
  readonly fitted: RecordColumns
  /** Number n of records in the fit. */
  readonly records: number
  /** Number of columns of S, the first ones of the decomposition. */
  readonly given: number
  /** n − k_j of each x_j, with k_j the rank of [1, S, x_1…x_{j−1}]. */
  readonly degrees: Int32Array
}

/**
 * Fits the regressions. Cost: O(n(q + p)²).
 *
 * @param given - S, q columns of n.
 * @param columns - X, p columns of n, in the order in which they are drawn.
 * @returns The model.
 * @throws RangeError if a value is missing or infinite
 */
export function fitImputation(given: readonly Float64Array[], columns: readonly Float64Array[]): ImputationModel {
  const { factors, fitted } =
    (columns[0].length < MANY_RECORDS ? undefined : readFactors(given, columns)) ?? storedFactors(given, columns)
  const records = columns[0].length
  let rank = 1 + rankOf(factors, given.length)
  const degrees = Int32Array.from(columns, (_, j) => {
    const left = records - rank
    if (addsVector(factors, given.length + j)) rank++
    return left
  })
  return { factors, fitted, records, given: given.length, degrees }
}

type Fit = Pick<ImputationModel, 'factors' | 'fitted'>

function storedFactors(given: readonly Float64Array[], columns: readonly Float64Array[]): Fit {
  const factors = orthonormalBasis([...given, ...columns])
  return { factors, fitted: storedColumns(factors.basis.slice(0, rankOf(factors, given.length)), columns[0].length) }
}

/** Does the same for many records without storing them; `undefined` if the cross products lose too many digits. */
function readFactors(given: readonly Float64Array[], columns: readonly Float64Array[]): Fit | undefined {
  const n = columns[0].length
  const span = extendedSpan(emptySpan(n), [...given, ...columns])
  if (span === undefined) return undefined
  const length = Math.sqrt(n - 1)
  const { dependent } = span
  const centres = span.means.map((mean, j) => mean + span.rests[j])
  const factors = { centres, dependent, coordinates: span.coordinates.map((own) => own.map((value) => value * length)) }
  const q = rankOf(factors, given.length)
  const shorter = Array.from({ length: q }, (_, k) =>
    Float64Array.from({ length: q }, (_, l) => (l === k ? 1 / length : 0)),
  )
  return { factors, fitted: linearCombination(shorter, linearRange(span, 0, q)) }
}

/**
 * Finds the columns x_j that the ones before them determine: an identity such as total = a + b, which the draws
 * preserve.
 *
 * @param model - Model of p columns.
 * @returns Their numbers j, from 0.
 */
export function determinedColumns({ factors, given, degrees }: ImputationModel): number[] {
  return [...degrees.keys()].filter((j) => !addsVector(factors, given + j))
}

/** Smallest difference from the value that the other columns determine, relative to their spread, that is not rounding. */
const OUTSIDE = 1e-8

export interface OtherCoordinates {
  readonly coordinates: readonly Float64Array[]
  /** First column of S that is not a combination of those of the fitted records, and the number of such records. */
  readonly outside: { readonly column: number; readonly records: number; readonly first: number } | null
}

/**
 * Computes the coordinates of other records by their S (q columns of N): t_k = (s_k − centre_k − Σ_{l<k}
 * R_lk·t_l)/R_kk.
 *
 * A column of S that the fitted records do not distinguish from those before it (a category that none of them has) has
 * no effect that they could estimate; records that differ there are `outside`. Cost: O(Nq²).
 *
 * @param model - Fitted with q columns S.
 * @param given - The same q columns of N other records.
 * @returns The coordinates, and the first records outside.
 */
export function otherCoordinates({ factors }: ImputationModel, given: readonly Float64Array[]): OtherCoordinates {
  const coordinates: Float64Array[] = []
  let outside: OtherCoordinates['outside'] = null
  given.forEach((values, column) => {
    const weights = factors.coordinates[column]
    const rest = values.map((value) => value - factors.centres[column])
    const size = rest.map(Math.abs)
    coordinates.forEach((t, k) => {
      for (let i = 0; i < rest.length; i++) {
        rest[i] -= weights[k] * t[i]
        size[i] += Math.abs(weights[k] * t[i])
      }
    })
    if (addsVector(factors, column)) {
      const own = weights[weights.length - 1]
      coordinates.push(rest.map((value) => value / own))
      return
    }
    const differs = (value: number, i: number): boolean => Math.abs(value) > OUTSIDE * size[i]
    const records = rest.filter(differs).length
    if (records > 0) outside ??= { column, records, first: rest.findIndex(differs) }
  })
  return { coordinates, outside }
}

/**
 * Draws one set of synthetic values: p columns of N, for records with these coordinates of S.
 *
 * For each x_j in order σ²* = SSE_j/χ²_{n−k}, β* ~ N(β̂, σ²*(WᵀW)⁻¹) with W = [1, S, x_1…x_{j−1}], and y_j = [1, S,
 * y_1…y_{j−1}]β* + N(0, σ²*). On the orthonormal basis, where WᵀW is the identity, that is one new coordinate
 *
 *     t_j = (z_0/√n + Σ_k z_k·t_k + e)/√χ²_{n−k}, z and e standard normal, y_j = centre_j + Σ_k R_kj·t_k + R_jj·t_j,
 *
 * because R_jj = √SSE_j, and because the coordinates of y_1…y_{j−1} are those drawn for them. If SSE_j = 0, the
 * identity of the originals holds for the synthetic values, up to rounding. Column j draws from `rngOf(j)` only. Cost:
 * O(Np(q + p)). Source: Raghunathan, Reiter & Rubin 2003; Reiter 2003.
 *
 * @param model - Model of p columns.
 * @param start - Coordinates t of the N records by their S.
 * @param rows - N.
 * @param rngOf - Stream of column j.
 * @param boundsOf - Limits of column j: errors are redrawn until the value is within, a limited number of times.
 * @returns p columns of N.
 */
export function drawImputation(
  { factors, records, given, degrees }: ImputationModel,
  start: RecordColumns,
  rows: number,
  rngOf: (column: number) => Rng,
  boundsOf: (column: number) => ValueBounds | undefined = () => undefined,
): Float64Array[] {
  let rank = start.count
  const ranks = Array.from(degrees, (_, j) => (addsVector(factors, given + j) ? rank++ : rank))
  const steps = Array.from(degrees, (left, j) =>
    addsVector(factors, given + j) ? newCoordinate(ranks[j], rows, records, left, rngOf(j)) : undefined,
  )
  const redraws = steps.map((step, j) => {
    const bounds = boundsOf(j)
    return step && bounds ? redrawWithin(bounds, rngOf(j).child('further residuals')) : undefined
  })
  const made = steps.map((step) => step?.residuals ?? new Float64Array(rows))
  const t = partBuffers(start.count + steps.length, rows)
  writeParts(made, rows, (from, count, into) => {
    start.read(from, count, t)
    steps.forEach((step, j) => {
      if (step !== undefined) {
        const own = t[ranks[j]]
        own.fill(step.constant, 0, count)
        step.weights.forEach((weight, k) => addMultiple(own, weight, t[k], count))
        for (let i = 0; i < count; i++) own[i] = step.scale * (own[i] + step.residuals[from + i])
      }
      into[j].fill(factors.centres[given + j], 0, count)
      const weights = factors.coordinates[given + j]
      weights.forEach((weight, k) => addMultiple(into[j], weight, t[k], count))
      if (step === undefined) return
      const part = { values: into[j], coordinate: t[ranks[j]], weight: weights[ranks[j]], scale: step.scale }
      redraws[j]?.(part, from, count, step.residuals)
    })
  })
  return made
}

/** t = scale·(constant + Σ weights_k·t_k + residuals). */
interface NewCoordinate {
  readonly scale: number
  readonly constant: number
  readonly weights: Float64Array
  readonly residuals: Float64Array
}

function newCoordinate(before: number, rows: number, records: number, degrees: number, rng: Rng): NewCoordinate {
  const scale = 1 / Math.sqrt(chiSquareDraw(degrees, rng.child('variance')))
  const coefficients = rng.child('coefficients')
  const residuals = unitNoise(rows, 'normal', rng.child('residuals'))
  const constant = coefficients.normal() / Math.sqrt(records)
  return { scale, constant, weights: Float64Array.from({ length: before }, () => coefficients.normal()), residuals }
}

/** Returns the number of vectors that the first columns added. */
function rankOf({ dependent }: Factors, columns: number): number {
  return columns - dependent.filter((column) => column < columns).length
}

function addsVector({ dependent }: Factors, column: number): boolean {
  return !dependent.includes(column)
}
