import { defineTableMethod, type TableMethod } from '@sdc/core'
import { greedySuppression } from './greedy/greedy-suppression.js'
import {
  suppressionParams,
  suppressionProblem,
  suppressionResult,
  type SuppressionParams,
} from './suppression-params.js'

/** Suppresses further cells for one sensitive cell after the other, as cheaply as it can, drops those that are not needed, and improves the pattern by local search. */
export const greedySuppressionMethod: TableMethod<SuppressionParams> = defineTableMethod({
  id: 'tabular/greedy-suppression',
  title: 'Greedy cell suppression',
  summary:
    'Suppresses further cells for one sensitive cell after the other, as cheaply as it can, drops those that are not needed, and improves the pattern by local search.',
  formula:
    'for each level: min Σ price·|d| with Σ sign·d = 0, −below ≤ d ≤ above, d of the sensitive cell ± its level; every cell with d ≠ 0 is suppressed',
  source: [
    { key: 'kelly-golden-assad-1992', where: 'one sensitive cell after the other, and the clean-up' },
    { key: 'fischetti-salazar-2001', where: 'the attacker’s programs' },
  ],
  notes: [
    {
      topic: 'limits',
      text: 'On 20 tables whose optimum is known it costs less than 2 % more than the least on average, and less than 15 % more on each; of large tables nobody knows. A table of one dimension, or of two of which one has a hierarchy, is searched by flows; others by linear programs, which above 2000 cells see the cheapest slices only, and suppress more.',
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
    return suppressionResult(await greedySuppression(suppressionProblem(table, sensitive, params), { tick }))
  },
})
