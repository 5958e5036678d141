import { defineTableMethod, type TableMethod } from '@sdc/core'
import { hypercubeSuppression } from './hypercube/hypercube-suppression.js'
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
    return suppressionResult(await hypercubeSuppression(suppressionProblem(table, sensitive, params), { tick }))
  },
})
