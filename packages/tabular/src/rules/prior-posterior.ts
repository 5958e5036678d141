import { defineTableMethod, ruleName, SdcError, type TableMethod } from '@sdc/core'
import * as z from 'zod'
import { judgedContributions, negativeParams } from './contributions.js'
import { coalitionParam, estimation, type EstimationParams } from './estimation.js'
import { levelsParam } from './levels.js'

export interface PriorPosteriorParams extends EstimationParams {
  readonly p: number
  readonly q: number
}

const id = 'tabular/prior-posterior'

/** The (p, q) rule: a cell is sensitive if a contributor who knew the others to within q % then knows the largest to within p %. */
export const priorPosteriorRule: TableMethod<PriorPosteriorParams> = defineTableMethod({
  id,
  title: 'Prior–posterior (p, q) rule',
  summary: 'Finds cells in which a contributor who knew the others to within q % then knows the largest to within p %.',
  formula: 'X − x₁ − x₂ < p/q·x₁',
  source: [{ key: 'hundepool-et-al-2012', where: 'magnitude tables: the prior-posterior ambiguity rule' }],
  notes: [
    {
      topic: 'choices',
      text: 'Equality is safe, up to 1e-9 of the value. A coalition of t contributors knows x₂ to x₍ₜ₊₁₎.',
    },
    { topic: 'keeps', text: 'Merged safe cells stay safe. With q = 100 the rule equals the p % rule.' },
    { topic: 'choices', text: 'Respondents who waive are not protected, as in the p % rule.' },
    { topic: 'limits', text: 'Do not use a shift with weighted tables: it is added once for each contributor.' },
  ],
  step: 'sensitivity',
  short: { name: 'pq', params: ['p', 'q'] },
  params: z.object({
    p: z.number().gt(0).max(1000).default(10).meta({
      description: 'Closest permitted estimate of a contribution after publication.',
      unit: 'percent of the contribution',
    }),
    q: z.number().gt(0).max(1000).default(100).meta({
      description: 'Closeness of the best estimate before publication; above p.',
      unit: 'percent of the contribution',
    }),
    coalition: coalitionParam,
    levels: levelsParam,
    ...negativeParams,
  }),
  protect({ table, params, tick }) {
    const { p, q } = params
    if (p >= q) {
      const message = `${id}: p must be below q; got p = ${p} and q = ${q}`
      const fix = 'q is the knowledge before publication, p the permitted knowledge afterwards: p=10, q=80.'
      throw new SdcError('BAD_PARAMETER', message, { table: id, parameter: 'p' }, fix)
    }
    const name = ruleName(priorPosteriorRule, params)
    const result = judgedContributions(table, params, { id, name, ...estimation(p / q, 'largest', params.coalition) })
    tick(1)
    return result
  },
})
