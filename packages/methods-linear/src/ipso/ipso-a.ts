/**
 * IPSO-A (Burridge 2003): the values fitted by a regression on the given columns, with or without noise.
 */
import { defineMethod, type MaskingMethod } from '@sdc/core'
import * as z from 'zod'
import { linearNotes } from '../shared/card-notes.js'
import { fitPlusColumns, type ConditionalModel } from '../shared/conditional-model.js'
import { linearPlan } from '../shared/linear-plan.js'
import { linearTraits } from '../shared/linear-traits.js'
import type { Draws } from '../shared/model-noise.js'

const id = 'linear/ipso-a'

const params = z.object({
  mode: z.enum(['fitted', 'random']).default('fitted').meta({
    description: 'Output: the fitted values, or the fitted values plus noise with the residual covariances.',
  }),
})

export type IpsoAParams = z.infer<typeof params>

export const ipsoAMethod: MaskingMethod<IpsoAParams> = defineMethod({
  id,
  title: 'Information preserving statistical obfuscation, A',
  summary: 'Releases the values that a regression on the given columns fits, or these plus normal noise.',
  brief: ['It keeps the regression on the given columns.', 'With fitted values alone, all other variation is lost.'],
  formula: 'Y_A = x·B̂, x = [1, S]; random: Y_A = x·B̂ + N(0, Σ̂), Σ̂ = EᵀE/n, E = X − x·B̂',
  source: [
    { key: 'burridge-2003', where: 'the model' },
    { key: 'torra-2013', where: 'IPSO-A, mode: fitted' },
  ],
  notes: [
    {
      topic: 'keeps',
      text:
        'Fitted: a regression of the masked values on the given columns gives B̂ again, and means are exact. ' +
        'Variances are R² times the original ones, and correlations too strong. With fewer given than masked ' +
        'columns the masked ones depend on each other.',
    },
    {
      topic: 'keeps',
      text: 'Random: B̂ and Σ̂ are kept in expectation, Σ̂ with its divisor n: variances are smaller by a share of 1/n.',
    },
    { topic: 'attacks', text: 'The masked values are computed from the given columns, B̂ and Σ̂ alone.' },
    ...linearNotes,
  ],
  traits: {
    ...linearTraits,
    given: 'required',
    claims: {
      means: { when: { mode: 'fitted' } },
      approachesCorrelations: { when: { mode: 'random' } },
      independentGiven: true,
    },
  },
  params,
  examples: [{ mode: 'random' }],
  plan: (facts) =>
    linearPlan(facts, {
      id,
      masking: (model) =>
        facts.params.mode === 'fitted'
          ? { columns: () => model.fit }
          : { noise: residualDraws(model), columns: (scores) => fitPlusColumns(model, scores) },
    }),
})

/**
 * Draws of N(0, (n − 1)/n), because Σ̂ = K(n − 1)/n has the divisor n.
 *
 * @param model - Values of n records and r factors.
 * @returns Settings of r columns.
 */
export function residualDraws({ n, factors }: ConditionalModel): Draws {
  return { count: factors.count, scale: Math.sqrt((n - 1) / n) }
}
