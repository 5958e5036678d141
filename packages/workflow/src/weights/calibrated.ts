import type { CalibrationMethod, FactorBounds } from '@sdc/stats/internal'
import type { Margin } from './margins.js'

/** Margin with its estimates before and after calibration. */
export interface CalibratedMargin extends Margin {
  readonly before: number
  readonly after: number
  /** True for a total that follows from earlier ones. */
  readonly redundant: boolean
}

/** Calibrated weights with their figures. */
export interface CalibratedWeights {
  readonly method: CalibrationMethod
  readonly bounds: FactorBounds | undefined
  /** Column of the weights. */
  readonly weight: string
  /** Unit whose records keep one weight. */
  readonly unit: 'record' | 'household' | 'person'
  readonly records: number
  /** Number of Newton steps. */
  readonly iterations: number
  readonly margins: readonly CalibratedMargin[]
  /** Factors calibrated weight / weight of records with a weight other than 0; numbers of records at each bound. */
  readonly factors: { readonly min: number; readonly max: number; readonly atLow?: number; readonly atHigh?: number }
  readonly sum: { readonly before: number; readonly after: number }
  /** 1 + cv² of the weights: loss of precision by unequal weights (Kish 1965). */
  readonly designEffect: { readonly before: number; readonly after: number }
  readonly negative: number
  /** Number of weights below 1, including negative ones. */
  readonly belowOne: number
}

/** Returns the largest difference of a total from its margin, as a share of the margin. */
export function largestDifference({ margins }: CalibratedWeights): number {
  return margins.reduce((most, { total, after }) => Math.max(most, total === 0 ? 0 : Math.abs(after / total - 1)), 0)
}
