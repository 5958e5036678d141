/**
 * General additive data perturbation with conditional independence (Muralidhar, Sarathy & Parsa 2001): Y = fit + ε, the
 * regression on the given columns plus noise with the covariance matrix of its residuals.
 */
import { defineMethod, type MaskingMethod } from '@sdc/core'
import type { RecordColumns } from '@sdc/stats/internal'
import * as z from 'zod'
import { linearNotes } from '../shared/card-notes.js'
import { conditionalModel, fitPlusColumns } from '../shared/conditional-model.js'
import { maskedColumns, maskedModel } from '../shared/linear-plan.js'
import { linearTraits } from '../shared/linear-traits.js'
import { redrawRecords } from '../shared/redraw-records.js'

const id = 'linear/gadp-ci'

const params = z.object({})

export type GadpCiParams = z.infer<typeof params>

export const gadpCiMethod: MaskingMethod<GadpCiParams> = defineMethod({
  id,
  title: 'General additive data perturbation, conditionally independent',
  summary:
    'Replaces values by their regression on the given columns plus normal noise; only the model of them is ' +
    'released, and moments are kept in expectation.',
  brief: [
    'It keeps linear relations with the given columns in expectation.',
    'All that the given columns do not explain is drawn anew, and distributions become more normal.',
  ],
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
      const noise = { count: model.factors.count }
      const masking = { noise, columns: (scores: RecordColumns) => fitPlusColumns(model, scores) }
      const masked = maskedColumns(model, masking, input.rng, id)
      redrawRecords(model, masked, input.bounds, input.rng.child('further draws'))
      return maskedModel(model, masked)
    },
  }),
})
