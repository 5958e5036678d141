import type { Rng } from '@sdc/core'
import type { TreeColumn } from '@sdc/stats/trees'

/** Models of a column given the columns before it. */
export const modelNames = ['tree', 'normal', 'normal-rank', 'logit', 'polr', 'sample'] as const

export type ModelName = (typeof modelNames)[number]

/** A model that was fitted to a column without missing values. */
export interface FittedModel {
  /**
   * Draws values for new records.
   *
   * @param predictors - The columns before it, of the new records.
   * @param records - The records that get a value.
   * @param rng - The stream of the draws.
   * @returns A number or code for each of these records.
   */
  draw(predictors: readonly TreeColumn[], records: Int32Array, rng: Rng): Float64Array | Int32Array
}

/** Data of a model, and its options. */
export interface FitInput {
  /** The column, without missing values. */
  readonly target: TreeColumn
  /** The columns before it, of the same records. */
  readonly predictors: readonly TreeColumn[]
  /** Number of the person of each record, from 0 up; undefined if each record is a person. */
  readonly persons?: Int32Array | undefined
  /** Persons in the smallest leaf of a tree. */
  readonly smallestLeaf: number
  /** Price of a leaf, as a share of the impurity of the column: splits that do not repay it are undone. */
  readonly complexity: number
  /** Least F statistic of the splits below a node; those with less are undone. */
  readonly support: number
  /** True if numbers that few persons have are smoothed. */
  readonly isSmoothed: boolean
  /** Receives the share that is done. */
  readonly tick: (fraction: number) => void
  /** Receives messages about the fit, for the owner. */
  readonly warn: (text: string) => void
}
