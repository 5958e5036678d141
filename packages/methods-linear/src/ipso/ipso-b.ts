/**
 * IPSO-B (Burridge 2003): artificial values whose regression on the given columns has exactly the original coefficients.
 */
import { defineMethod, type MaskingMethod } from '@sdc/core'
import { sumOf } from '@sdc/stats/internal'
import * as z from 'zod'
import { linearNotes } from '../shared/card-notes.js'
import { fitPlusColumns } from '../shared/conditional-model.js'
import { linearPlan } from '../shared/linear-plan.js'
import { linearTraits } from '../shared/linear-traits.js'
import { residualDraws } from './ipso-a.js'

const id = 'linear/ipso-b'

const params = z.object({
  variant: z
    .enum(['raw-normal', 'burridge'])
    .default('raw-normal')
    .meta({
      description:
        'Artificial values ỹ: N(0, 1) in the units of the column, or those of IPSO-A with noise, which have the ' +
        'spread of the residuals.',
    }),
})

export type IpsoBParams = z.infer<typeof params>

export const ipsoBMethod: MaskingMethod<IpsoBParams> = defineMethod({
  id,
  title: 'Information preserving statistical obfuscation, B',
  summary:
    'Releases fitted values plus residuals of artificial values; regression coefficients stay exact if no ' +
    'value leaves the limits of a schema.',
  brief: [
    'It keeps the coefficients of the regression on the given columns exactly.',
    'The shape of distributions and all other relations are lost.',
  ],
  formula: 'Y_B = x·B̂ + (ỹ − x·B̃), B̃ the regression of ỹ on x = [1, S]; ỹ ~ N(0, 1), or Y_A with noise (burridge)',
  source: [
    { key: 'burridge-2003', where: 'variant: burridge' },
    { key: 'torra-2013', where: 'IPSO-B; variant: raw-normal reproduces its table' },
  ],
  notes: [
    {
      topic: 'keeps',
      text: 'A regression of the masked values on the given columns gives B̂ exactly; means are exact, too.',
    },
    {
      topic: 'parameters',
      text:
        'raw-normal: the noise has variance 1 whatever the unit. In a column of large numbers it changes almost ' +
        'nothing: the values are the fitted ones, with variances and correlations as in IPSO-A. In a column of ' +
        'small numbers it hides everything. Use burridge in practice.',
    },
    { topic: 'keeps', text: 'burridge: the residual covariances are kept in expectation.' },
    { topic: 'attacks', text: 'The masked values are computed from the given columns, B̂ and Σ̂ alone.' },
    ...linearNotes,
  ],
  traits: {
    ...linearTraits,
    given: 'required',
    claims: { means: true, approachesCorrelations: { when: { variant: 'burridge' } }, independentGiven: true },
  },
  params,
  examples: [{ variant: 'burridge' }],
  plan(facts) {
    const { columns: names, params: given, rng } = facts
    const raw = {
      count: names.length,
      stream: (k: number) => rng.child(names[k]).child('noise'),
    }
    return linearPlan(facts, {
      id,
      masking(model) {
        const artificial = given.variant === 'burridge' ? { ...residualDraws(model), made: fitPlusColumns } : raw
        return {
          noise: { ...artificial, without: 'given', isNotWhitened: true },
          columns: (residuals) => sumOf(model.fit, residuals),
        }
      },
    })
  },
})
