import { defineTableMethod, type TableMethod } from '@sdc/core'
import { hypercubeSuppression } from './hypercube/hypercube-suppression.js'
import { suppressionNotes } from './suppression-notes.js'
import {
  suppressionParams,
  suppressionProblem,
  suppressionResult,
  type SuppressionParams,
} from './suppression-params.js'

/** Suppresses, for each sensitive cell, the cheapest hypercube of cells that has room for its level. */
export const hypercubeSuppressionMethod: TableMethod<SuppressionParams> = defineTableMethod({
  id: 'tabular/hypercube-suppression',
  title: 'Hypercube suppression',
  summary: 'Suppresses, for each sensitive cell, the cheapest hypercube of cells that has room for its level.',
  formula: 'for each level: the cells that have one of two levels in every dimension, d = ± the level by turns',
  source: [{ key: 'hundepool-et-al-2012', where: 'the hypercube method' }],
  notes: [
    {
      topic: 'limits',
      text: 'An old approach, which in its classical form suppresses more than is needed and guarantees no intervals. Here the corners have room for the level, a cell that no hypercube protects is protected by flows or linear programs, as greedy suppression does, and the pattern is then improved by the same local search.',
    },
    {
      topic: 'choices',
      text: 'A total that is a corner takes one of its parts with it, down to the last level: so one pass serves a table with hierarchies, and no subtable is protected by itself. Of each dimension the 24 cheapest differences are tried.',
    },
    ...suppressionNotes,
  ],
  step: 'protection',
  protectsBy: 'suppression',
  params: suppressionParams,
  async protect({ table, sensitive, params, tick }) {
    return suppressionResult(await hypercubeSuppression(suppressionProblem(table, sensitive, params), { tick }))
  },
})
