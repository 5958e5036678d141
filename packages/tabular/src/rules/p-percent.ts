import { defineTableMethod, ruleName, type TableMethod } from '@sdc/core'
import * as z from 'zod'
import { judgedContributions, negativeParams } from './contributions.js'
import { coalitionParam, estimation, type EstimationParams } from './estimation.js'
import { levelsParam } from './levels.js'

export interface PPercentParams extends EstimationParams {
  readonly p: number
  readonly asPrinted: boolean
}

const id = 'tabular/p-percent'

/** A cell is sensitive where a contributor can estimate the largest contribution to within p %. */
export const pPercentRule: TableMethod<PPercentParams> = defineTableMethod({
  id,
  title: 'p % rule',
  summary: 'Finds the cells in which the second largest contributor learns the largest contribution to within p %.',
  formula: 'X − x₁ − x₂ < p/100·x₁',
  source: [{ key: 'hundepool-et-al-2012', where: 'magnitude tables: the p% rule' }],
  notes: [
    {
      topic: 'choices',
      text: 'Equality is safe, up to 1e-9 of the value. A cell of one contributor is sensitive, as x₂ is 0; one whose contributions are all 0 is safe. A coalition of t contributors knows x₂ to x₍ₜ₊₁₎.',
    },
    {
      topic: 'keeps',
      text: 'Cells that are safe stay safe where they are merged. It is the (p, q) rule with q = 100.',
    },
    {
      topic: 'parameters',
      text: 'asPrinted compares the rest with p % of the value X, as a printed example does, and not with p % of the largest contribution: it finds more cells.',
    },
    {
      topic: 'choices',
      text: 'Who waives (agrees that theirs be computed) is not protected, and may compute all the same: the largest contribution of the others takes the place of the first. A cell of two, one of whom waives, stays sensitive for the other.',
    },
    { topic: 'limits', text: 'A shift does not suit weighted tables: it is added once for each contributor.' },
  ],
  step: 'sensitivity',
  short: { name: 'p', params: ['p'] },
  params: z.object({
    p: z.number().gt(0).max(1000).default(15).meta({
      description: 'How closely the largest contribution may be estimated.',
      unit: 'percent of the contribution',
    }),
    coalition: coalitionParam,
    asPrinted: z.boolean().default(false).meta({ description: 'Compare with the value in place of the largest.' }),
    levels: levelsParam,
    ...negativeParams,
  }),
  protect({ table, params, tick }) {
    const { p, asPrinted, coalition } = params
    const name = ruleName(pPercentRule, params)
    const parts = estimation(p / 100, asPrinted ? 'value' : 'largest', coalition)
    const result = judgedContributions(table, params, { id, name, ...parts })
    tick(1)
    return result
  },
})
