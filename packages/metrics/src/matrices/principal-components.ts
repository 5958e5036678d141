import { symmetricEigen } from '@sdc/stats'

/** Matrix in the form for `symmetricEigen`. */
export type Matrix = ReturnType<typeof symmetricEigen>['vectors']

/** Eigenvalue of a correlation matrix, per column, below which it is rounding: the matrix is singular there. */
const SINGULAR = 1e-8

/** Product of unit vectors below which they do not represent the same component. */
const SAME = 0.9

/** Relative difference of eigenvalues below which small changes can rotate their components. */
const NEAR = 0.1

/**
 * Principal components of two correlation matrices of the same p columns, those of the second matched to those of the
 * first.
 */
export interface ComponentPair {
  /** Eigenvalues, descending; those within rounding as 0. */
  readonly values: readonly [Float64Array, Float64Array]
  /** RF_ij = e_ij·√λ_j, column by column: correlation of column i with component j. */
  readonly loadings: readonly [readonly Float64Array[], readonly Float64Array[]]
  /** F_ij = e_ij/√λ_j, column by column, NaN if λ_j is within rounding. */
  readonly coefficients: readonly [readonly Float64Array[], readonly Float64Array[]]
  /** Number of eigenvalues of the original within rounding: these last components are not compared. */
  readonly singular: number
  /** Number of others within rounding in the masked file: they have loadings (0), but no coefficients. */
  readonly lost: number
  /** Warnings about the matching, a sentence each. */
  readonly warnings: readonly string[]
}

/**
 * Matches components by the order of their eigenvalues, with the sign of each of the second file chosen by e_j·e'_j ≥
 * 0.
 *
 * @param r - The original's correlation matrix, p×p, finite.
 * @param s - The masked file's.
 * @returns Loadings and coefficients of both; a warning if the components of one order have different directions.
 *   Cost: O(p³).
 */
export function componentPair(r: Matrix, s: Matrix): ComponentPair {
  const p = r.rows
  const [first, second] = [symmetricEigen(r), symmetricEigen(s)]
  const values = [first.values, second.values].map((of) => of.map((value) => (value < SINGULAR * p ? 0 : value)))
  const original = columnsOf(first.vectors)
  const masked = columnsOf(second.vectors).map((e, j) => (dot(e, original[j]) < 0 ? e.map((one) => -one) : e))
  const kept = Array.from(values[0].keys()).filter((j) => values[0][j] > 0)
  const scaled = (vectors: readonly Float64Array[], by: (j: number) => number): Float64Array[] =>
    vectors.map((e, j) => e.map((one) => one * by(j)))
  const [a, b] = values.map((of) => of.map(Math.sqrt))
  const turned = kept.filter((j) => values[1][j] > 0 && dot(original[j], masked[j]) < SAME)
  return {
    values: [values[0], values[1]],
    loadings: [scaled(original, (j) => a[j]), scaled(masked, (j) => b[j])],
    coefficients: [
      scaled(original, (j) => (a[j] > 0 ? 1 / a[j] : Number.NaN)),
      scaled(masked, (j) => (b[j] > 0 ? 1 / b[j] : Number.NaN)),
    ],
    singular: p - kept.length,
    lost: kept.filter((j) => values[1][j] === 0).length,
    warnings: turned.length === 0 ? [] : [turnedText(turned, values[0])],
  }
}

function turnedText(turned: readonly number[], values: Float64Array): string {
  const near = turned.filter((j) =>
    [j - 1, j + 1].some((k) => k >= 0 && k < values.length && Math.abs(values[k] - values[j]) < NEAR * values[j]),
  )
  const names = turned.map((j) => j + 1).join(', ')
  const why =
    near.length === 0
      ? ''
      : `; components ${near.map((j) => j + 1).join(', ')} of the original have an eigenvalue within a tenth of the ` +
        'next, and any small change rotates such components into each other'
  return (
    `by the order of their eigenvalues, components ${names} of the masked file point elsewhere than those of the ` +
    `original (|e·e'| < ${SAME}): RF and F may compare different components${why}`
  )
}

function columnsOf(vectors: Matrix): Float64Array[] {
  return Array.from({ length: vectors.columns }, (_, j) => Float64Array.from(vectors.getColumn(j)))
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, one, i) => sum + one * b[i], 0)
}
