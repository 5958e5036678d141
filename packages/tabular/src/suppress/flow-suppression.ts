import { defineTableMethod, type TableMethod } from '@sdc/core'
import { flowSuppression } from './flow/flow-suppression.js'
import { suppressionNotes } from './suppression-notes.js'
import {
  suppressionParams,
  suppressionProblem,
  suppressionResult,
  type SuppressionParams,
} from './suppression-params.js'

/** Suppresses the cells of cheapest circulations through the sensitive ones, in tables of two dimensions without hierarchies. */
export const flowSuppressionMethod: TableMethod<SuppressionParams> = defineTableMethod({
  id: 'tabular/flow-suppression',
  title: 'Network flow suppression',
  summary:
    'Suppresses the cells of cheapest circulations through the sensitive ones, in tables of two dimensions without hierarchies.',
  formula:
    'for each level: the shortest path back through cells that have room for it, or several that share it; every cell on them is suppressed',
  source: [
    { key: 'cox-1995', where: 'network models' },
    { key: 'kelly-golden-assad-1992', where: 'the heuristic' },
  ],
  notes: [
    {
      topic: 'limits',
      text: 'Two dimensions without hierarchies only. No local search follows: greedy suppression uses the same flows on such a table, takes longer and costs less.',
    },
    ...suppressionNotes,
  ],
  step: 'protection',
  protectsBy: 'suppression',
  params: suppressionParams,
  async protect({ table, sensitive, params, tick }) {
    return suppressionResult(await flowSuppression(suppressionProblem(table, sensitive, params), { tick }))
  },
})
