import { linearCombination } from './combined-columns.js'
import { identityColumns, linearRange, type LinearColumns } from './linear-columns.js'
import { emptySpan, extendedSpan, type WhiteSpan } from './white-span.js'

/** Regressions of columns on [1, design]. */
export interface SpannedRegression {
  /** Span of the design: q columns with mean 0 and covariance the identity. */
  readonly given: LinearColumns
  /** The same columns followed by the span of the residuals: likewise. */
  readonly span: LinearColumns
  /** The columns themselves, to be read together with the others. */
  readonly values: LinearColumns
  /** Fitted values. */
  readonly fit: LinearColumns
  /**
   * Coordinates of each column: on the design, on the remainders of the columns before it, and, last, on its own
   * (positive).
   */
  readonly coordinates: readonly Float64Array[]
}

/**
 * Computes the regressions of columns on [1, design] by the cross products of both.
 *
 * @param columns - p of n values.
 * @param design - q' of n values, which may depend on each other.
 * @returns The regressions; `undefined` if cross products are not accurate enough (`extendedSpan`).
 *
 * Cost: O(n(q' + p)²).
 */
export function spannedRegression(
  columns: readonly Float64Array[],
  design: readonly Float64Array[],
): SpannedRegression | undefined {
  const all = extendedSpan(emptySpan(columns[0].length), [...design, ...columns])
  return all && regressionOfSpan(all, columns, design)
}

/**
 * Computes the regressions of columns on [1, design] by the span of both.
 *
 * @param all - Span of the design and then the columns.
 * @param columns - p of n values, or arrays that replace them.
 * @param design - Likewise.
 * @returns The regressions.
 */
export function regressionOfSpan(
  all: WhiteSpan,
  columns: readonly Float64Array[],
  design: readonly Float64Array[],
): SpannedRegression {
  const q = design.length - all.dependent.filter((j) => j < design.length).length
  const given = linearRange(all, 0, q)
  const coordinates = all.coordinates.slice(design.length)
  const means = all.means.slice(design.length)
  const explained = coordinates.map((own) => own.subarray(0, q))
  return {
    given,
    span: linearRange(all, 0, all.count),
    fit: linearCombination(explained, given, all.rests.slice(design.length), means),
    values: identityColumns(columns, all.rows, means, means),
    coordinates,
  }
}
