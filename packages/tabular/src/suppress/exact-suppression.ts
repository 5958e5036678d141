import { defineTableMethod, type TableMethod } from '@sdc/core'
import * as z from 'zod'
import { exactSuppression } from './exact/exact-suppression.js'
import { suppressionNotes } from './suppression-notes.js'
import {
  suppressionParams,
  suppressionProblem,
  suppressionResult,
  type SuppressionParams,
} from './suppression-params.js'

export interface ExactSuppressionParams extends SuppressionParams {
  readonly seconds: number
  readonly gapPercent: number
}

/** The cheapest pattern of suppressed cells that keeps every level, and the proof that none is cheaper. */
export const exactSuppressionMethod: TableMethod<ExactSuppressionParams> = defineTableMethod({
  id: 'tabular/exact-suppression',
  title: 'Exact cell suppression',
  summary:
    'Suppresses further cells, so that nobody can compute a sensitive one more closely than its level allows, at the least cost that is possible.',
  formula:
    'min Σ cost·y; every sensitive cell p has d with Σ sign·d = 0, −below·y ≤ d ≤ above·y and d_p ≥ upper level, and one with d_p ≤ −lower level',
  source: [
    { key: 'fischetti-salazar-2001', where: 'the model, its decomposition and the cuts' },
    { key: 'kelly-golden-assad-1992', where: 'the problem and its linear bound' },
  ],
  notes: [
    {
      topic: 'limits',
      text: 'The time grows quickly with the number of sensitive cells that share relations, fastest in three dimensions. Where it ends at its time limit it gives the best valid pattern, says how much cheaper another could be, and the same table may then give another pattern on another machine.',
    },
    ...suppressionNotes,
    {
      topic: 'interpretation',
      text: 'proved is 1 where no pattern costs less (or less by more than the gap that was allowed); bound is what none can cost less than, gap the distance in percent of the cost.',
    },
  ],
  step: 'protection',
  protectsBy: 'suppression',
  params: suppressionParams.extend({
    seconds: z
      .number()
      .min(1)
      .max(86400)
      .default(60)
      .meta({ description: 'The longest that the programs may take.', unit: 'seconds' }),
    gapPercent: z.number().min(0).max(100).default(0).meta({
      description: 'How much dearer than the cheapest the pattern may be.',
      unit: 'percent of its cost',
    }),
  }),
  async protect({ table, sensitive, params, tick }) {
    const problem = suppressionProblem(table, sensitive, params)
    const { seconds, gapPercent } = params
    const found = await exactSuppression(problem, { seconds, gap: gapPercent / 100, tick })
    const short = found.cost > 0 ? (100 * (found.cost - found.bound)) / found.cost : 0
    const warning = `the time limit of ${seconds} s was reached: the pattern is valid, but another may cost up to ${short.toFixed(2)} % less (parameter seconds)`
    return suppressionResult(found, {
      numbers: { proved: Number(found.proved) },
      warnings: found.proved ? [] : [warning],
    })
  },
})
