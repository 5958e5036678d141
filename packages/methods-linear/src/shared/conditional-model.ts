import { finiteColumns, givenDesign } from '@sdc/toolkit'
import { SdcError, type MaskInput } from '@sdc/core'
import { combineColumns, covariance, residualise, standardDeviation, whitenedSpan } from '@sdc/stats'
import { Matrix } from 'ml-matrix'

/** A residual below this share of its column's spread is rounding, as far as the contract's exactness of 1e-9 goes. */
const DETERMINED = 1e-9
/** Rounding of a column's own values and of the design, relative to their size. */
const ROUNDING = 2 ** -48
/** Above this R², a column's masked value is near the original whatever is drawn. */
const NEARLY_DETERMINED = 1 - 1e-6

/**
 * The regression of the columns X (p of n) on [1, S], in a form in which nothing is inverted: X = fit + Z·Lᵀ.
 *
 * Z has as many columns as the residuals have dimensions, so an identity among the columns (total = a + b) costs one,
 * and holds for everything that is made by L.
 */
export interface ConditionalModel {
  readonly n: number
  readonly names: readonly string[]
  /** X. */
  readonly columns: readonly Float64Array[]
  /** X − fit, p of n. */
  readonly residuals: readonly Float64Array[]
  /** What S spans: q columns of n, q the rank of S beside 1, with mean 0 and covariance the identity. */
  readonly given: readonly Float64Array[]
  /** Z, r of n: what the residuals span, with mean 0 and covariance the identity. */
  readonly factors: readonly Float64Array[]
  /** L, p×r: LLᵀ = K, the covariance matrix of the residuals (ddof 1). */
  readonly loadings: Matrix
  /** What became of categorical columns in S; columns that S all but determines. */
  readonly warnings: readonly string[]
}

/**
 * Fits the model to a group.
 *
 * Throws TOO_FEW_RECORDS with fewer than 2 + q records, where every residual is 0; CONSTANT_COLUMN; NOTHING_MOVES for a
 * column that S determines: every value drawn given S would be the original one. Cost: O(n(p + q)²).
 */
export function conditionalModel(
  input: Pick<MaskInput<unknown>, 'data' | 'origin' | 'columns' | 'given'>,
  method: string,
): ConditionalModel {
  const columns = finiteColumns(input, input.columns, method)
  const design = givenDesign(input, method)
  const n = input.data.rows
  requireRecords(n, 2, `a regression on ${input.given.length} given columns`, method)
  const given = whitenedSpan(design.columns)
  const q = given.length
  requireRecords(n, 2 + q, `a regression on ${q} independent given columns`, method)
  const residuals = residualise(columns, given)
  const shares = columns.map((column, j) => requireResidual(column, residuals[j], input.columns[j], 'given', method))
  const factors = whitenedSpan([...given, ...columns]).slice(q)
  const loadings = new Matrix(columns.length, factors.length)
  residuals.forEach((residual, j) => factors.forEach((factor, k) => loadings.set(j, k, covariance(residual, factor))))
  const near = input.columns.filter((_, j) => 1 - shares[j] * shares[j] > NEARLY_DETERMINED)
  return {
    n,
    names: input.columns,
    columns,
    residuals,
    given,
    factors,
    loadings,
    warnings: [...design.warnings, ...near.map(nearlyDetermined)],
  }
}

/** K = LLᵀ, p×p: the covariance matrix of the columns given S (ddof 1). */
export function residualCovariance({ loadings }: ConditionalModel): Matrix {
  return loadings.mmul(loadings.transpose())
}

/** The fitted values: regression of the columns on [1, S]. */
export function fitted({ columns, residuals }: ConditionalModel): Float64Array[] {
  return columns.map((column, j) => column.map((value, i) => value - residuals[j][i]))
}

/** Fit plus what has the covariance matrix of the residuals where the factors' is the identity: fit + factors·Lᵀ. */
export function fitPlus(model: ConditionalModel, factors: readonly Float64Array[]): Float64Array[] {
  return plus(fitted(model), combineColumns(model.loadings, factors, model.n))
}

export function plus(a: readonly Float64Array[], b: readonly Float64Array[]): Float64Array[] {
  return a.map((column, j) => column.map((value, i) => value + b[j][i]))
}

/** Throws TOO_FEW_RECORDS below `least` records; `what` needs them. */
export function requireRecords(n: number, least: number, what: string, method: string, advice?: string): void {
  if (n >= least) return
  const message = `${what} needs at least ${least} records, here ${n === 1 ? 'is one' : `are ${n}`}`
  throw new SdcError('TOO_FEW_RECORDS', message, { method }, advice ?? 'Use larger groups or fewer columns.')
}

/**
 * The residual's standard deviation as a share of the column's. Throws CONSTANT_COLUMN, and NOTHING_MOVES where nothing but
 * rounding is left: the regression has the column's own values.
 */
export function requireResidual(
  column: Float64Array,
  residual: Float64Array,
  name: string,
  by: 'given' | 'other',
  method: string,
): number {
  const spread = standardDeviation(column)
  if (!(spread > 0)) {
    const message = `column "${name}" has the same value in every record`
    throw new SdcError('CONSTANT_COLUMN', message, { method, column: name }, 'Leave it out.')
  }
  const left = standardDeviation(residual)
  const size = column.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0)
  if (left > DETERMINED * spread + ROUNDING * size) return left / spread
  const message = `column "${name}" is determined by the ${by} columns: a regression on them has its own values`
  const advice = `Leave "${name}" out, and know that its values can be computed; or use fewer ${by} columns.`
  throw new SdcError('NOTHING_MOVES', message, { method, column: name }, advice)
}

function nearlyDetermined(name: string): string {
  return (
    `column "${name}" is all but determined by the given columns (R² above 0.999999): ` +
    'its masked values are close to the original ones'
  )
}
