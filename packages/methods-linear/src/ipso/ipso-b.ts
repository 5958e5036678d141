/**
 * IPSO-B (Burridge 2003): artificial values whose regression on the given columns has exactly the original coefficients.
 */
import { defineMethod, type ByBlocks, type MaskingMethod, type Rng } from '@sdc/core'
import { unitNoise } from '@sdc/stats'
import { residualsInSpan, residualsOn, sumOf, writtenOver } from '@sdc/stats/internal'
import { arraysWithMade, madeSpan, standFor } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { linearNotes } from '../shared/card-notes.js'
import { conditionalModel, type ConditionalModel } from '../shared/conditional-model.js'
import { randomDraws, randomFit, randomFitColumns } from './ipso-a.js'
import { linearTraits } from '../shared/linear-traits.js'
import { arraysOf, drawnStandIns, maskedBlock, modelInParts, modelPasses } from '../shared/model-in-parts.js'
import { noiseInParts } from '../shared/noise-in-parts.js'
import { released } from '../shared/released.js'

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
  streamed: () => inBlocks,
  plan: () => ({
    form: 'file',
    mask(input) {
      const model = conditionalModel(input, id)
      input.tick(0.3)
      const { variant } = input.params
      const artificial =
        variant === 'burridge'
          ? randomFit(model, input.rng)
          : model.names.map((name) => unitNoise(model.n, 'normal', noiseOf(input.rng, name)))
      return released(model, withCoefficients(model, artificial))
    },
  }),
})

const noiseOf = (rng: Rng, name: string): Rng => rng.child(name).child('noise')

/** ỹ of a block: its draws, or fitted values with some. */
const artificial = noiseInParts<IpsoBParams>({
  method: id,
  count: ({ columns }) => columns.length,
  against: ({ given }) => given,
  stream: ({ rng, columns }, k) => noiseOf(rng, columns[k]),
  made(context, draws, arrays) {
    if (context.params.variant !== 'burridge') return draws
    const model = modelInParts(context, id)
    const drawn = standFor(drawnStandIns(model.factors.count), randomDraws(context, model))
    return arraysOf(randomFitColumns(model), new Map([...arrays, ...drawn]), context.data.rows)
  },
})

/** A record needs the model, and its artificial values with their regression. */
const inBlocks: ByBlocks<IpsoBParams> = {
  shape: 'blocks',
  passes: modelPasses(id, artificial),
  check: (context) => ({ warnings: modelInParts(context, id).warnings }),
  mask(context) {
    const model = modelInParts(context, id)
    const residuals = residualsInSpan(madeSpan(artificial, context, id), model.given.count)
    return maskedBlock(context, sumOf(model.fit, residuals), arraysWithMade(artificial, context))
  },
}

/**
 * xB̂ + (ỹ − xB̃): p columns of n whose regression on [1, S] has the coefficients of the model's. They take the place of ỹ.
 * Cost: O(npq).
 *
 * @param model whose xB̂ it is
 * @param artificial ỹ, p columns of n, which are written over
 */
export function withCoefficients(model: ConditionalModel, artificial: readonly Float64Array[]): Float64Array[] {
  return writtenOver(artificial, sumOf(model.fit, residualsOn(artificial, model.given)))
}
