import { treeModel } from './tree-model.js'
import type { FitInput, FittedModel } from './model.js'

/**
 * Draws from the column's own distribution, whatever the columns before it: a tree with one leaf.
 *
 * @param input - The column.
 * @returns The model.
 */
export function sampleModel(input: FitInput): FittedModel {
  return treeModel({ ...input, predictors: [] })
}
