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

/** Exact suppression: the cheapest pattern of suppressed cells that keeps every level, with proof. */
export const exactSuppressionMethod: TableMethod<ExactSuppressionParams> = defineTableMethod({
  id: 'tabular/exact-suppression',
  title: 'Exact cell suppression',
  summary:
    'Suppresses further cells at minimum cost, so that nobody can compute a sensitive cell more closely than its level allows.',
  formula:
    'min Σ cost·y; every sensitive cell p has d with Σ sign·d = 0, −below·y ≤ d ≤ above·y and d_p ≥ upper level, and one with d_p ≤ −lower level',
  source: [
    { key: 'fischetti-salazar-2001', where: 'the model, its decomposition and the cuts' },
    { key: 'kelly-golden-assad-1992', where: 'the problem and its linear bound' },
  ],
  notes: [
    {
      topic: 'limits',
      text: 'Time grows quickly with the number of sensitive cells that share relations, fastest in three dimensions. At the time limit the method returns the best valid pattern and states how much cheaper another could be. The pattern may then differ between machines.',
    },
    ...suppressionNotes,
    {
      topic: 'interpretation',
      text: 'proved is 1 if no pattern is cheaper by more than the permitted gap. bound is a lower bound of the cost; gap is the distance between cost and bound in percent of the cost.',
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
      .meta({ description: 'Time limit of the search.', unit: 'seconds' }),
    gapPercent: z.number().min(0).max(100).default(0).meta({
      description: 'Permitted distance of the cost from the minimum.',
      unit: 'percent of its cost',
    }),
  }),
  async protect({ table, sensitive, params, tick }) {
    const problem = suppressionProblem(table, sensitive, params)
    const { seconds, gapPercent } = params
    const found = await exactSuppression(problem, { seconds, gap: gapPercent / 100, tick })
    const short = found.cost > 0 ? (100 * (found.cost - found.bound)) / found.cost : 0
    const warning = `the search reached its time limit of ${seconds} s: the pattern is valid, but another may cost up to ${short.toFixed(2)} % less (parameter seconds)`
    return suppressionResult(found, {
      numbers: { proved: Number(found.proved) },
      warnings: found.proved ? [] : [warning],
    })
  },
})
