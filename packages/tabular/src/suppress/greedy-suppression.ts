import { defineTableMethod, type TableMethod } from '@sdc/core'
import { greedySuppression } from './greedy/greedy-suppression.js'
import { suppressionNotes } from './suppression-notes.js'
import {
  suppressionParams,
  suppressionProblem,
  suppressionResult,
  type SuppressionParams,
} from './suppression-params.js'

/** Suppresses further cells for one sensitive cell after the other, as cheaply as it can, drops those that are not needed, and tries to do without the dearest. */
export const greedySuppressionMethod: TableMethod<SuppressionParams> = defineTableMethod({
  id: 'tabular/greedy-suppression',
  title: 'Greedy cell suppression',
  summary:
    'Suppresses further cells for one sensitive cell after the other, as cheaply as it can, drops those that are not needed, and tries to do without the dearest.',
  formula:
    'for each level: min Σ price·|d| with Σ sign·d = 0, −below ≤ d ≤ above, d of the sensitive cell ± its level; every cell with d ≠ 0 is suppressed',
  source: [
    { key: 'kelly-golden-assad-1992', where: 'one sensitive cell after the other, and the clean-up' },
    { key: 'fischetti-salazar-2001', where: 'the attacker’s programs' },
  ],
  notes: [
    {
      topic: 'limits',
      text: 'On 40 small tables whose least cost is known it costs 1.2 % more on average and 15 % more at most; of large tables nobody knows. Of a table of two dimensions the programs see the ten cheapest levels of each beside a sensitive cell first, of more dimensions fewer, and all of the table only where those have no solution. The time grows with the number of sensitive cells and of respondents who attack: seconds to some minutes for 20,000 cells.',
    },
    {
      topic: 'interpretation',
      text: 'cost is that of the secondary cells; no pattern costs less than bound, and gap is the distance between them in percent of the cost. The bound is found relation by relation, and so low that the gap says little of how good the pattern is.',
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
