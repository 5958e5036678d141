import type { Rng } from '@sdc/core'
import { chiSquareDraw, orthonormalBasis, unitNoise, type OrthonormalBasis } from '@sdc/stats'

/**
 * The regressions x_j on [1, S, x_1…x_{j−1}], all of them read off one decomposition [S, X] = 1·centresᵀ + QR.
 *
 * In the coordinates t of a record on Q the regression of x_j is its row of R: fitted values Σ_k R_kj·t_k, √SSE_j = R_jj. No
 * normal equations are formed, and columns of any scales go together.
 */
export interface ImputationModel {
  readonly factors: OrthonormalBasis
  /** Records that it was fitted to, n. */
  readonly records: number
  /** Columns of S, the first ones of the decomposition. */
  readonly given: number
  /** n − k_j of each x_j, k_j the rank of [1, S, x_1…x_{j−1}]. */
  readonly degrees: Int32Array
}

/** given: q columns of n; columns: p of n. Throws RangeError where a value is missing or infinite. Cost: O(n(q + p)²). */
export function fitImputation(given: readonly Float64Array[], columns: readonly Float64Array[]): ImputationModel {
  const factors = orthonormalBasis([...given, ...columns])
  const records = columns[0].length
  let rank = 1 + rankOf(factors, given.length)
  const degrees = Int32Array.from(columns, (_, j) => {
    const left = records - rank
    if (addsVector(factors, given.length + j)) rank++
    return left
  })
  return { factors, records, given: given.length, degrees }
}

/** The columns x_j that the ones before them determine: an identity such as total = a + b, which the draws keep. */
export function determinedColumns({ factors, given, degrees }: ImputationModel): number[] {
  return [...degrees.keys()].filter((j) => !addsVector(factors, given + j))
}

/** The coordinates of the records that the model was fitted to. */
export function fittedCoordinates({ factors, given }: ImputationModel): Float64Array[] {
  return factors.basis.slice(0, rankOf(factors, given))
}

/** Difference from what the other columns determine, relative to their spread, that is no rounding. */
const OUTSIDE = 1e-8

export interface OtherCoordinates {
  readonly coordinates: readonly Float64Array[]
  /** The first column of S, and how many records, in which S is no combination that the fitted records have. */
  readonly outside: { readonly column: number; readonly records: number; readonly first: number } | null
}

/**
 * The coordinates of other records by their S (q columns of N): t_k = (s_k − centre_k − Σ_{l<k} R_lk·t_l)/R_kk.
 *
 * A column of S that the fitted records do not tell from those before it (a category that none of them has) has no effect
 * that they could estimate; records that differ there are `outside`. Cost: O(Nq²).
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
 * One set of synthetic values: p columns of N, for records with these coordinates of S.
 *
 * For each x_j in order σ²* = SSE_j/χ²_{n−k}, β* ~ N(β̂, σ²*(WᵀW)⁻¹) with W = [1, S, x_1…x_{j−1}], and y_j = [1, S,
 * y_1…y_{j−1}]β* + N(0, σ²*). On the orthonormal basis, where WᵀW is the identity, that is one new coordinate
 *
 * t_j = (z_0/√n + Σ_k z_k·t_k + e)/√χ²_{n−k}, z and e standard normal, y_j = centre_j + Σ_k R_kj·t_k + R_jj·t_j,
 *
 * because R_jj = √SSE_j, and because the coordinates of y_1…y_{j−1} are those drawn for them. Where SSE_j = 0 the identity
 * that the originals satisfy holds for the synthetic values, to rounding. Column j draws from `rngOf(j)` alone. Cost:
 * O(Np(q + p)). Source: Raghunathan, Reiter & Rubin 2003; Reiter 2003.
 */
export function drawImputation(
  { factors, records, given, degrees }: ImputationModel,
  start: readonly Float64Array[],
  rows: number,
  rngOf: (column: number) => Rng,
): Float64Array[] {
  const coordinates = [...start]
  return Array.from(degrees, (left, j) => {
    if (addsVector(factors, given + j)) coordinates.push(newCoordinate(coordinates, rows, records, left, rngOf(j)))
    const y = new Float64Array(rows).fill(factors.centres[given + j])
    factors.coordinates[given + j].forEach((weight, k) => addMultiple(y, weight, coordinates[k]))
    return y
  })
}

function newCoordinate(
  before: readonly Float64Array[],
  rows: number,
  records: number,
  degrees: number,
  rng: Rng,
): Float64Array {
  const scale = 1 / Math.sqrt(chiSquareDraw(degrees, rng.child('variance')))
  const coefficients = rng.child('coefficients')
  const residuals = unitNoise(rows, 'normal', rng.child('residuals'))
  const t = new Float64Array(rows).fill(coefficients.normal() / Math.sqrt(records))
  for (const one of before) addMultiple(t, coefficients.normal(), one)
  for (let i = 0; i < rows; i++) t[i] = scale * (t[i] + residuals[i])
  return t
}

function addMultiple(to: Float64Array, weight: number, column: Float64Array): void {
  for (let i = 0; i < to.length; i++) to[i] += weight * column[i]
}

/** The number of vectors that the first columns added. */
function rankOf({ dependent }: OrthonormalBasis, columns: number): number {
  return columns - dependent.filter((column) => column < columns).length
}

function addsVector({ dependent }: OrthonormalBasis, column: number): boolean {
  return !dependent.includes(column)
}
