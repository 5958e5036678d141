/**
 * General additive data perturbation with conditional independence (Muralidhar, Sarathy & Parsa 2001): Y = fit + ε, the
 * regression on the given columns plus noise with the covariance matrix of its residuals.
 */
import { defineMethod, type MaskingMethod } from '@sdc/core'
import * as z from 'zod'
import { linearNotes } from '../shared/card-notes.js'
import { conditionalModel, fitPlus } from '../shared/conditional-model.js'
import { linearTraits } from '../shared/linear-traits.js'
import { plainDraws } from '../shared/model-noise.js'
import { redrawRecords } from '../shared/redraw-records.js'
import { released } from '../shared/released.js'

const id = 'linear/gadp-ci'

const params = z.object({})

export type GadpCiParams = z.infer<typeof params>

export const gadpCiMethod: MaskingMethod<GadpCiParams> = defineMethod({
  id,
  title: 'General additive data perturbation, conditionally independent',
  summary:
    'Replaces values by their regression on the given columns plus normal noise; only the model of them is ' +
    'released, and moments are kept in expectation.',
  formula: 'Y = μ_X + Σ_XS·Σ_SS⁻¹·(S − μ_S) + ε, ε ~ N(0, K), K = Σ_XX − Σ_XS·Σ_SS⁻¹·Σ_SX',
  source: [
    { key: 'muralidhar-sarathy-parsa-2001', where: 'conditional independence' },
    { key: 'muralidhar-sarathy-2007', where: 'eq. 6' },
  ],
  notes: [
    {
      topic: 'attacks',
      text:
        'Given S the masked values are independent of the original ones: they add nothing to the information in ' +
        'S. Without given columns they are a sample from a normal distribution.',
    },
    {
      topic: 'keeps',
      text:
        'Moments are kept in expectation, with the sampling error of a fresh sample; linear/sblm with similarity ' +
        '0 has exact ones.',
    },
    {
      topic: 'choices',
      text:
        'With limits in a schema (min, max) the error of a record is redrawn as a whole, at most fifty times, ' +
        'until its values are within: a draw from the model given the limits.',
    },
    ...linearNotes,
  ],
  traits: { ...linearTraits, claims: { approachesCorrelations: true, independentGiven: true } },
  params,
  needsFile: () => ({
    why: 'records beyond the limits of the schema are redrawn, which needs the whole file',
    instead:
      'linear/gadp with similarity 0 draws from the same model out of core, and reflects such values at the limits',
  }),
  plan: () => ({
    form: 'file',
    mask(input) {
      const model = conditionalModel(input, id)
      input.tick(0.3)
      const masked = fitPlus(model, plainDraws(model, model.factors.count, input.rng))
      return released(model, redrawRecords(model, masked, input.rng.child('further draws')))
    },
  }),
})
