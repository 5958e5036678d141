import { SdcError } from '@sdc/core'
import { symmetricEigen } from '@sdc/stats'
import { Matrix } from 'ml-matrix'
import * as z from 'zod'
import { residualCovariance, type ConditionalModel } from '../shared/conditional-model.js'
import { readMatrix } from '../shared/named-matrix.js'

/**
 * Eigenvalues of the covariance matrix of the noise from −1e-10·p on, in units of the columns' conditional variances,
 * count as 0: this is below the 1e-9 to which moments are exact. Positive ones count down to the limit of rounding.
 */
const INDEFINITE = 1e-10
const ROUNDING = 1e-13

/** β2: a number d means d·I. */
export type Similarity = number | Matrix

/** Returns the three parameters that can define β2. */
export function similarityParams(initial: number): {
  similarity: z.ZodDefault<z.ZodNumber>
  similarityByColumn: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodNumber>>
  similarityMatrix: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodRecord<z.ZodString, z.ZodNumber>>>
} {
  return {
    similarity: z
      .number()
      .min(0)
      .max(1)
      .default(initial)
      .meta({
        description:
          'Share of a value beyond the prediction from the given columns that is released: d of β2 = d·I. 0: ' +
          'nothing; 1: the original value.',
        unit: 'correlation with the original, given the given columns',
        search: { min: 0, max: 0.999, usual: [0, 0.5, 0.9] },
      }),
    similarityByColumn: z.record(z.string(), z.number().min(0).max(1)).optional().meta({
      description:
        'Another d for some columns, {"income": 0.5, …}: β2 is diagonal, with `similarity` for the columns not named.',
    }),
    similarityMatrix: z
      .record(z.string(), z.record(z.string(), z.number()))
      .optional()
      .meta({
        description:
          'The whole matrix β2 instead, {"masked column": {"original column": number, …}, …}: every masked column ' +
          'with every column.',
      }),
  }
}

/** Parameter that defines β2, and the remedy if no noise fits it. */
export interface SimilaritySource {
  readonly parameter: string
  readonly fix: string
}

/** Parameter that gives β2, one of three. */
export function similaritySource({ similarityByColumn, similarityMatrix }: SimilarityParams): SimilaritySource {
  const named = similarityByColumn === undefined ? 'similarity' : 'similarityByColumn'
  return {
    parameter: similarityMatrix === undefined ? named : 'similarityMatrix',
    fix:
      'Make β2 smaller, or its entries more alike: correlated columns need similar ones. A single `similarity` ' +
      'from 0 to 1 always works.',
  }
}

export interface SimilarityParams {
  readonly similarity: number
  readonly similarityByColumn?: Readonly<Record<string, number>> | undefined
  readonly similarityMatrix?: Readonly<Record<string, Readonly<Record<string, number>>>> | undefined
}

/**
 * Returns β2 for these columns; throws BAD_PARAMETER for a name that is not a masked column, or if both forms are
 * given.
 */
export function similarityOf(params: SimilarityParams, names: readonly string[], method: string): Similarity {
  const { similarity, similarityByColumn: byColumn, similarityMatrix: matrix } = params
  if (matrix !== undefined) {
    if (byColumn === undefined) return readMatrix(matrix, names, 'similarityMatrix', method)
    const message = `${method}: both similarityByColumn and similarityMatrix set β2`
    throw new SdcError('BAD_PARAMETER', message, { method, parameter: 'similarityMatrix' }, 'Give one of them.')
  }
  if (byColumn === undefined) return similarity
  const unknown = Object.keys(byColumn).find((name) => !names.includes(name))
  if (unknown !== undefined) {
    const message = `${method}: similarityByColumn names "${unknown}", which is not masked`
    const place = { method, parameter: 'similarityByColumn', column: unknown }
    throw new SdcError('BAD_PARAMETER', message, place, `Masked columns: ${names.join(', ')}.`)
  }
  return Matrix.diag(names.map((name) => (Object.hasOwn(byColumn, name) ? byColumn[name] : similarity)))
}

/** Returns the p×p matrix of (β2 − I). */
export function similarityLessIdentity(similarity: Similarity, p: number): Matrix {
  return typeof similarity === 'number' ? Matrix.eye(p).mul(similarity - 1) : Matrix.sub(similarity, Matrix.eye(p))
}

/**
 * Returns A, p×r, with AAᵀ = K − β2Kβ2ᵀ, the covariance matrix that the noise must have for Cov(Y | S) to be K again.
 *
 * For β2 = d·I it is √(1 − d²)·L for any K. Otherwise it uses eigenvectors on the scale of the conditional standard
 * deviations, so that units do not matter. Source: Muralidhar & Sarathy 2007, eq. 9. Cost: O(p³).
 *
 * @throws BAD_PARAMETER if the matrix is indefinite: no noise can compensate that β2
 */
export function noiseRoot(
  model: ConditionalModel,
  similarity: Similarity,
  method: string,
  { parameter, fix }: SimilaritySource,
): Matrix {
  const { loadings } = model
  const p = loadings.rows
  if (typeof similarity === 'number') {
    const scale = Math.sqrt((1 - similarity) * (1 + similarity))
    return scale === 0 ? new Matrix(p, 0) : Matrix.mul(loadings, scale)
  }
  const sds = residualCovariance(model).diagonal().map(Math.sqrt)
  const scaled = loadings.clone()
  sds.forEach((sd, j) => scaled.mulRow(j, 1 / sd))
  const kept = similarity.mmul(loadings)
  sds.forEach((sd, j) => kept.mulRow(j, 1 / sd))
  const noise = symmetric(Matrix.sub(square(scaled), square(kept)))
  if (!noise.to1DArray().every(Number.isFinite)) {
    const message = `${method}: ${parameter} has entries too large for the covariances of the noise to be finite`
    throw new SdcError('BAD_PARAMETER', message, { method, parameter }, 'Make its entries smaller.')
  }
  const { values, vectors } = symmetricEigen(noise)
  const least = values[p - 1]
  if (least < -INDEFINITE * p) {
    const message =
      `${method}: β2 leaves the noise an indefinite covariance matrix K − β2Kβ2ᵀ, with the eigenvalue ` +
      `${least.toPrecision(3)} in units of the conditional variances`
    throw new SdcError('BAD_PARAMETER', message, { method, parameter }, fix)
  }
  const rank = values.filter((value) => value > ROUNDING * p).length
  const root = new Matrix(p, rank)
  for (let j = 0; j < p; j++) {
    for (let k = 0; k < rank; k++) root.set(j, k, sds[j] * vectors.get(j, k) * Math.sqrt(values[k]))
  }
  return root
}

function square(a: Matrix): Matrix {
  return a.mmul(a.transpose())
}

/** Products of the same numbers in another order differ in their last bit. */
function symmetric(a: Matrix): Matrix {
  return Matrix.add(a, a.transpose()).mul(0.5)
}
