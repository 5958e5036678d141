import { defineTableMethod, type TableMethod } from '@sdc/core'
import { greedySuppression } from './greedy/greedy-suppression.js'
import { suppressionNotes } from './suppression-notes.js'
import {
  suppressionParams,
  suppressionProblem,
  suppressionResult,
  type SuppressionParams,
} from './suppression-params.js'

/** Greedy suppression: suppresses cells for one sensitive cell after the other, then drops those not needed. */
export const greedySuppressionMethod: TableMethod<SuppressionParams> = defineTableMethod({
  id: 'tabular/greedy-suppression',
  title: 'Greedy cell suppression',
  summary:
    'Suppresses further cells for one sensitive cell after the other, as cheaply as possible. Then it drops cells that are not needed and tries to replace the most expensive ones.',
  formula:
    'for each level: min Σ price·|d| with Σ sign·d = 0, −below ≤ d ≤ above, d of the sensitive cell ± its level; every cell with d ≠ 0 is suppressed',
  source: [
    { key: 'kelly-golden-assad-1992', where: 'one sensitive cell after the other, and the clean-up' },
    { key: 'fischetti-salazar-2001', where: 'the attacker’s programs' },
  ],
  notes: [
    {
      topic: 'limits',
      text: 'On 40 small tables with known minimum, its cost is 1.2 % higher on average and 15 % higher at most; for large tables the minimum is unknown. The programs first see the ten cheapest levels of each of two dimensions around a sensitive cell (fewer in more dimensions), and the whole table only if these have no solution. Time grows with the number of sensitive cells and attacking respondents: seconds to minutes for 20,000 cells.',
    },
    {
      topic: 'interpretation',
      text: 'cost is the cost of the secondary cells, bound a lower bound of it; gap is their distance in percent of the cost. The bound is computed relation by relation and is so low that the gap says little about the quality of the pattern.',
    },
    ...suppressionNotes,
  ],
  step: 'protection',
  protectsBy: 'suppression',
  params: suppressionParams,
  async protect({ table, sensitive, params, tick }) {
    return suppressionResult(await greedySuppression(suppressionProblem(table, sensitive, params), { tick }))
  },
})
