import type { ColumnKind } from '@sdc/core'
import { logitModel } from './logit-model.js'
import { normalModel } from './normal-model.js'
import { polrModel } from './polr-model.js'
import { sampleModel } from './sample-model.js'
import { treeModel } from './tree-model.js'
import type { FitInput, FittedModel, ModelName } from './model.js'

/** Kinds of columns that each model is for. */
export const modelKinds: Readonly<Record<ModelName, readonly ColumnKind[]>> = {
  tree: ['numeric', 'ordered', 'nominal'],
  normal: ['numeric'],
  'normal-rank': ['numeric'],
  logit: ['ordered', 'nominal'],
  polr: ['ordered'],
  sample: ['numeric', 'ordered', 'nominal'],
}

/** Model of the missing values of a column: of categories without an order. */
export const missingModels: Readonly<Record<ModelName, ModelName>> = {
  tree: 'tree',
  normal: 'logit',
  'normal-rank': 'logit',
  logit: 'logit',
  polr: 'logit',
  sample: 'sample',
}

/**
 * Fits a model.
 *
 * @param name - The model of the column.
 * @param input - Its column, predictors and options.
 * @returns The model.
 */
export function fitModel(name: ModelName, input: FitInput): FittedModel {
  switch (name) {
    case 'tree':
      return treeModel(input)
    case 'sample':
      return sampleModel(input)
    case 'logit':
      return logitModel(input)
    case 'polr':
      return polrModel(input)
    default:
      return normalModel(input, name === 'normal-rank')
  }
}
