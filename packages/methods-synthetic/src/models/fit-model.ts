import { logitModel } from './logit-model.js'
import { normalModel } from './normal-model.js'
import { sampleModel } from './sample-model.js'
import { treeModel } from './tree-model.js'
import type { FitInput, FittedModel, ModelName } from './model.js'

/** The kinds of columns that a model can be of. */
export const modelKinds: Readonly<Record<ModelName, readonly ('numeric' | 'categorical')[]>> = {
  tree: ['numeric', 'categorical'],
  normal: ['numeric'],
  'normal-rank': ['numeric'],
  logit: ['categorical'],
  sample: ['numeric', 'categorical'],
}

/**
 * Fits a model. Whether a value is missing has the model of categories that goes with it.
 *
 * @param name - The model of the column.
 * @param input - What it is fitted to.
 * @returns The model.
 */
export function fitModel(name: ModelName, input: FitInput): FittedModel {
  const isNumbers = input.target.kind === 'numbers'
  switch (name) {
    case 'tree':
      return treeModel(input)
    case 'sample':
      return sampleModel(input)
    case 'logit':
      return logitModel(input)
    default:
      return isNumbers ? normalModel(input, name === 'normal-rank') : logitModel(input)
  }
}
