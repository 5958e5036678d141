import { covarianceMatrix, residualise, standardise } from '@sdc/stats'
import { decorrelation } from '../linkage/columns/decorrelate.js'

/** Masked records, and the expected masked record of each original one, in coordinates of unit variance. */
export interface FullerModel {
  /** μ_Y + B(x − μ_X) for every pair. */
  readonly predicted: readonly Float64Array[]
  /** y for every masked record. Its squared distance from a predicted one is rᵀC⁻¹r. */
  readonly masked: readonly Float64Array[]
  /** Sum of the sizes of each coordinate's terms, the reference of its rounding error. */
  readonly sizes: { readonly predicted: readonly Float64Array[]; readonly masked: readonly Float64Array[] }
}

/**
 * Fits the normal model of masked records given original ones: y | x ~ N(μ_Y + B(x − μ_X), C) with B = Σ_YXΣ_XX⁻¹ and C
 * = Σ_YY − BΣ_XY, the moments being those of n true pairs.
 *
 * By regression of y on [1, x], so no Σ is inverted: columns that depend on each other add nothing, and Σ_XY = 0
 * predicts μ_Y to rounding. C gets at least the variance 1e-12·q along every direction, in the variances of Y: if y
 * follows from x exactly, C is 0. Columns that are constant in y are omitted. Cost: O((n + m)(p + q)²).
 *
 * @param x - p × n, the original values.
 * @param y - q × n, the masked values, pair by pair.
 * @param candidates - q × m, all masked records.
 * @returns The model.
 */
export function fullerModel(
  x: readonly Float64Array[],
  y: readonly Float64Array[],
  candidates: readonly Float64Array[],
): FullerModel {
  const { columns: z, constant } = standardise(y)
  const varying = <T>(columns: readonly T[]): T[] => columns.filter((_, j) => !constant[j])
  const scaled = varying(z)
  const residuals = residualise(scaled, x)
  const { coordinates, sizes } = decorrelation(covarianceMatrix(residuals))
  const all = varying(standardise(candidates, y).columns)
  return {
    predicted: coordinates(scaled.map((column, j) => column.map((value, i) => value - residuals[j][i]))),
    masked: coordinates(all),
    sizes: { predicted: sizes(scaled), masked: sizes(all) },
  }
}
