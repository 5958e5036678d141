import { finiteColumns, givenDesign } from '@sdc/toolkit'
import type { MaskInput } from '@sdc/core'
import { covariance, residualise, standardDeviation } from '@sdc/stats'
import {
  combination,
  linearCombination,
  linearRange,
  MANY_RECORDS,
  spannedRegression,
  storedColumns,
  sumOf,
  whitenedSpan,
  type RecordColumns,
  type SpannedRegression,
} from '@sdc/stats/internal'
import { Matrix } from 'ml-matrix'
import { requireRecords, requireResidual, sizeOf } from './requirements.js'

/** R² above which a column's masked value is near the original for any draw. */
const NEARLY_DETERMINED = 1 - 1e-6

/**
 * Regression of the columns X (p of n) on [1, S], in a form without inverses: X = fit + Z·Lᵀ.
 *
 * Z has as many columns as the residuals have dimensions, so an identity among the columns (total = a + b) costs one
 * dimension, and holds for everything made by L.
 */
export interface ConditionalModel {
  readonly n: number
  readonly names: readonly string[]
  /** X, as arrays. */
  readonly columns: readonly Float64Array[]
  /** X, as columns to read. */
  readonly values: RecordColumns
  /** Fitted values, p of n. */
  readonly fit: RecordColumns
  /** X − fit, p of n. */
  readonly residuals: RecordColumns
  /** Basis of S: q columns of n, q the rank of S without the constant, with mean 0 and covariance the identity. */
  readonly given: RecordColumns
  /** Z, r of n: basis of the residuals, with mean 0 and covariance the identity. */
  readonly factors: RecordColumns
  /** `given`, then `factors`. */
  readonly span: RecordColumns
  /** L, p×r: LLᵀ = K, the covariance matrix of the residuals (ddof 1). */
  readonly loadings: Matrix
  /** Warnings about categorical columns in S, and about columns that S almost determines. */
  readonly warnings: readonly string[]
}

type Parts = Pick<ConditionalModel, 'values' | 'fit' | 'residuals' | 'given' | 'factors' | 'span' | 'loadings'> & {
  /** Standard deviations of the residuals as shares of those of the columns. */
  readonly shares: readonly number[]
}

/**
 * Fits the model to a group.
 *
 * For many records only cross products are stored (`extendedSpan`), and arrays of n values are computed a part of the
 * records at a time when they are used. Few records, and designs too ill-conditioned for that, are orthogonalised
 * column by column and stored.
 *
 * Cost: O(n(p + q)²).
 *
 * @param input - Group: its data, the columns X, and the given ones S.
 * @param method - Id of the method, for messages.
 * @returns The model.
 * @throws TOO_FEW_RECORDS with fewer than 2 + q records, where every residual is 0; CONSTANT_COLUMN; NOTHING_MOVES
 *   for a column that S determines: every value drawn given S would be the original one
 */
export function conditionalModel(
  input: Pick<MaskInput<unknown>, 'data' | 'origin' | 'columns' | 'given'>,
  method: string,
): ConditionalModel {
  const columns = finiteColumns(input, input.columns, method)
  const design = givenDesign(input, method)
  const n = input.data.rows
  requireRecords(n, 2, `a regression on ${input.given.length} given columns`, method)
  const fit = { design: design.columns, columns, names: input.columns, given: input.given.length, method }
  const parts = (n < MANY_RECORDS ? undefined : readParts(fit)) ?? storedParts(fit)
  return modelOf(parts, { n, names: input.columns, columns, warnings: design.warnings })
}

/** Makes the model from its parts. */
function modelOf(
  { shares, ...parts }: Parts,
  about: Pick<ConditionalModel, 'n' | 'names' | 'columns' | 'warnings'>,
): ConditionalModel {
  const near = about.names.filter((_, j) => 1 - shares[j] * shares[j] > NEARLY_DETERMINED)
  return { ...about, ...parts, warnings: [...about.warnings, ...near.map(nearlyDetermined)] }
}

/** Facts about the columns of a model besides their regression. */
export interface AboutColumns {
  readonly names: readonly string[]
  /** Largest absolute value of each column. */
  readonly sizes: readonly number[]
  /** Messages about categorical columns among the given ones. */
  readonly warnings: readonly string[]
}

/**
 * Makes the model of a regression; for a file that is read block by block, it is linear in placeholders of its columns.
 *
 * @param columns - X, or its placeholders.
 * @param regression - Its regression on [1, S].
 * @param about - Names and sizes of the columns.
 * @param method - Id of the method, for messages.
 * @returns The model.
 * @throws - Errors of `conditionalModel`.
 */
export function regressionModel(
  columns: readonly Float64Array[],
  regression: SpannedRegression,
  about: AboutColumns,
  method: string,
): ConditionalModel {
  const { names, sizes, warnings } = about
  const parts = partsOfRegression(regression, sizes, names, method)
  return modelOf(parts, { n: regression.span.rows, names, columns, warnings })
}

interface Fit {
  readonly design: readonly Float64Array[]
  readonly columns: readonly Float64Array[]
  readonly names: readonly string[]
  readonly method: string
}

/** Makes the model from arrays: every column is orthogonalised twice, for any condition. */
function storedParts({ design, columns, names, method }: Fit): Parts {
  const n = columns[0].length
  const given = whitenedSpan(design)
  const q = given.length
  requireRecords(n, 2 + q, `a regression on ${q} independent given columns`, method)
  const residuals = residualise(columns, given)
  const shares = columns.map((column, j) => {
    return requireResidual(
      standardDeviation(column),
      standardDeviation(residuals[j]),
      sizeOf(column),
      names[j],
      'given',
      method,
    )
  })
  const factors = whitenedSpan([...given, ...columns]).slice(q)
  const loadings = new Matrix(columns.length, factors.length)
  residuals.forEach((residual, j) => factors.forEach((factor, k) => loadings.set(j, k, covariance(residual, factor))))
  const stored = (some: readonly Float64Array[]): RecordColumns => storedColumns(some, n)
  const left = stored(residuals)
  return {
    values: stored(columns),
    fit: lessResiduals(columns, left),
    residuals: left,
    given: stored(given),
    factors: stored(factors),
    span: stored([...given, ...factors]),
    loadings,
    shares,
  }
}

/** Makes the model from cross products; `undefined` if they lose too many digits. */
function readParts({ design, columns, names, method }: Fit): Parts | undefined {
  const regression = spannedRegression(columns, design)
  return regression && partsOfRegression(regression, columns.map(sizeOf), names, method)
}

function partsOfRegression(
  regression: SpannedRegression,
  sizes: readonly number[],
  names: readonly string[],
  method: string,
): Parts {
  const { given, span, values, fit, coordinates } = regression
  const [n, q] = [span.rows, given.count]
  requireRecords(n, 2 + q, `a regression on ${q} independent given columns`, method)
  const shares = coordinates.map((own, j) =>
    requireResidual(lengthOf(own), lengthOf(own.subarray(q)), sizes[j], names[j], 'given', method),
  )
  const factors = linearRange(span, q, span.count)
  const loadings = new Matrix(coordinates.length, factors.count)
  coordinates.forEach((own, j) => own.subarray(q).forEach((value, k) => loadings.set(j, k, value)))
  return {
    values,
    fit,
    residuals: linearCombination(loadings.to2DArray(), factors),
    given,
    factors,
    span,
    loadings,
    shares,
  }
}

/**
 * Computes √Σ c².
 *
 * @param coordinates - c, on columns with variance 1 and no covariance.
 * @returns The standard deviation of the column with these coordinates.
 */
export function lengthOf(coordinates: Float64Array): number {
  return Math.sqrt(coordinates.reduce((total, one) => total + one * one, 0))
}

/** Returns X − E. */
function lessResiduals(columns: readonly Float64Array[], residuals: RecordColumns): RecordColumns {
  return {
    count: columns.length,
    rows: residuals.rows,
    read(from, rows, into) {
      residuals.read(from, rows, into)
      for (let j = 0; j < columns.length; j++) {
        const [column, part] = [columns[j], into[j]]
        for (let i = 0; i < rows; i++) part[i] = column[from + i] - part[i]
      }
    },
  }
}

/**
 * Returns K = LLᵀ, p×p: the covariance matrix of the columns given S (ddof 1).
 *
 * @param model - Model of p columns.
 */
export function residualCovariance({ loadings }: ConditionalModel): Matrix {
  return loadings.mmul(loadings.transpose())
}

/** Draws or columns made of them, and arrays that are free once these have been read. */
export interface Scores {
  readonly scores: RecordColumns
  /** Arrays of length n; the values of a record are not needed after its scores have been read. */
  readonly spare: readonly Float64Array[]
}

/**
 * Adds to the fit columns that have the covariance matrix of the residuals if the factors have the identity: fit +
 * factors·Lᵀ.
 *
 * @param model - Model of p columns.
 * @param scores - r columns of n that replace the factors.
 * @returns p columns of n.
 */
export function fitPlusColumns({ fit, loadings }: ConditionalModel, scores: RecordColumns): RecordColumns {
  return sumOf(fit, combination(loadings.to2DArray(), scores))
}

function nearlyDetermined(name: string): string {
  return (
    `column "${name}" is almost determined by the given columns (R² above 0.999999): its masked values are ` +
    'close to the original ones'
  )
}
