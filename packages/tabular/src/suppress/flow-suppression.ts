import { defineTableMethod, type TableMethod } from '@sdc/core'
import { flowSuppression } from './flow/flow-suppression.js'
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
    {
      topic: 'attacks',
      text: 'Protected are sensitive cells from whoever knows what is published, the relations and the bounds of cells, and with singletons: protect from each respondent who is alone in a cell. Several who put together what they know are not attackers here.',
    },
    {
      topic: 'reading',
      text: 'cost is that of the secondary cells; no pattern costs less than bound, and gap is the distance between them in percent of the cost. Up to 400 cells that may be suppressed (2,000 where flows do, in tables of one dimension or of two of which one has a hierarchy) the bound is that of the linear programs of the exact method; in larger tables it is found relation by relation, and so low that the gap says little of how good the pattern is.',
    },
    {
      topic: 'choices',
      text: 'Every level is kept: the method holds a deviation of the suppressed cells for each, which shows that an attacker cannot exclude it. Cells of value 0 are published and known to be 0 unless they are suppressible. A level that is missed by less than 1e-7 of it is kept.',
    },
  ],
  step: 'protection',
  params: suppressionParams,
  async protect({ table, sensitive, params, tick }) {
    return suppressionResult(await flowSuppression(suppressionProblem(table, sensitive, params), { tick }))
  },
})
