/**
 * IPSO-C (Burridge 2003): artificial values whose regression on the given columns has exactly the original coefficients
 * and residual covariance matrix.
 */
import { defineMethod, type MaskingMethod } from '@sdc/core'
import * as z from 'zod'
import { exactNotes, linearNotes } from '../shared/card-notes.js'
import { fitPlusColumns } from '../shared/conditional-model.js'
import { linearPlan } from '../shared/linear-plan.js'
import { exactMoments, linearTraits } from '../shared/linear-traits.js'
import { littleChance, requireFreedom } from '../shared/model-noise.js'

const id = 'linear/ipso-c'

const params = z.object({})

export type IpsoCParams = z.infer<typeof params>

export const ipsoCMethod: MaskingMethod<IpsoCParams> = defineMethod({
  id,
  title: 'Information preserving statistical obfuscation, C',
  summary:
    'Releases fitted values plus artificial residuals with the original residual covariances; the regression ' +
    'on the given columns stays exact.',
  brief: [
    'It keeps the regression on the given columns exactly, with its residual covariances.',
    'The shape of distributions is lost, and curved relations as well.',
  ],
  formula: 'Y_C = x·B̂ + E_B·Σ̂_B^(−½)·Σ̂^½, E_B the residuals of normal draws on x = [1, S], Σ̂_B = E_BᵀE_B/n',
  source: [
    { key: 'burridge-2003', where: 'the method' },
    { key: 'torra-2013', where: 'IPSO-C' },
  ],
  notes: [
    {
      topic: 'keeps',
      text:
        'A regression of the masked values on the given columns gives B̂ and Σ̂ exactly: the multivariate normal ' +
        'model of X given S is kept completely.',
    },
    ...exactNotes,
    {
      topic: 'limits',
      text:
        'Needs 2 + q + r records (q given columns, r the rank of Σ̂). This is fewer than linear/sblm needs, whose ' +
        'noise has exactly no covariance with the original values. Here it has some, by chance.',
    },
    { topic: 'attacks', text: 'The masked values are computed from the given columns, B̂ and Σ̂ alone.' },
    ...linearNotes,
  ],
  traits: { ...linearTraits, given: 'required', claims: { ...exactMoments, independentGiven: true } },
  params,
  plan: (facts) =>
    linearPlan(facts, {
      id,
      early: { count: facts.columns.length },
      masking(model) {
        const { n, given, factors } = model
        requireFreedom(n, given.count, factors.count, id)
        return {
          noise: { count: factors.count, without: 'given' },
          columns: (scores) => fitPlusColumns(model, scores),
          warnings: littleChance(n, given.count, factors.count),
        }
      },
    }),
})
