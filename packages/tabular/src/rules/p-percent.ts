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

/** The p % rule: a cell is sensitive if a contributor can estimate the largest contribution to within p %. */
export const pPercentRule: TableMethod<PPercentParams> = defineTableMethod({
  id,
  title: 'p % rule',
  summary: 'Finds cells in which the second largest contributor can estimate the largest contribution to within p %.',
  formula: 'X − x₁ − x₂ < p/100·x₁',
  source: [{ key: 'hundepool-et-al-2012', where: 'magnitude tables: the p% rule' }],
  notes: [
    {
      topic: 'choices',
      text: 'Equality is safe, up to 1e-9 of the value. A cell of one contributor is sensitive (x₂ = 0); a cell with contributions of 0 only is safe. A coalition of t contributors knows x₂ to x₍ₜ₊₁₎.',
    },
    {
      topic: 'keeps',
      text: 'Merged safe cells stay safe. The rule equals the (p, q) rule with q = 100.',
    },
    {
      topic: 'parameters',
      text: 'asPrinted compares the rest with p % of the value X, as one printed example does, instead of p % of the largest contribution. It finds more cells.',
    },
    {
      topic: 'choices',
      text: 'Respondents who waive are not protected, but may still attack: the rule protects the largest contribution of the others. If one of two respondents waives, the cell stays sensitive for the other.',
    },
    { topic: 'limits', text: 'Do not use a shift with weighted tables: it is added once for each contributor.' },
  ],
  step: 'sensitivity',
  short: { name: 'p', params: ['p'] },
  params: z.object({
    p: z.number().gt(0).max(1000).default(15).meta({
      description: 'Closest permitted estimate of the largest contribution.',
      unit: 'percent of the contribution',
    }),
    coalition: coalitionParam,
    asPrinted: z
      .boolean()
      .default(false)
      .meta({ description: 'Compare with the value instead of the largest contribution.' }),
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
