/**
 * IPSO-A (Burridge 2003): the values fitted by a regression on the given columns, with or without noise.
 */
import { defineMethod, type BlockContext, type ByBlocks, type MaskingMethod, type Rng } from '@sdc/core'
import type { RecordColumns } from '@sdc/stats/internal'
import { standFor } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { linearNotes } from '../shared/card-notes.js'
import {
  conditionalModel,
  fitPlus,
  fitPlusColumns,
  fitted,
  type ConditionalModel,
} from '../shared/conditional-model.js'
import { linearTraits } from '../shared/linear-traits.js'
import { drawnStandIns, maskedBlock, modelArrays, modelInParts, modelPasses } from '../shared/model-in-parts.js'
import { plainDraws } from '../shared/model-noise.js'
import { drawsOfBlock, plainStandIns } from '../shared/noise-in-parts.js'
import { released } from '../shared/released.js'

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
  streamed: () => inBlocks,
  plan: () => ({
    form: 'file',
    mask(input) {
      const model = conditionalModel(input, id)
      input.tick(0.3)
      return released(model, input.params.mode === 'fitted' ? fitted(model) : randomFit(model, input.rng))
    },
  }),
})

/** A record needs the model, and its own draws where there are any. */
const inBlocks: ByBlocks<IpsoAParams> = {
  shape: 'blocks',
  passes: modelPasses(id),
  check: (context) => ({ warnings: modelInParts(context, id).warnings }),
  mask(context) {
    const model = modelInParts(context, id)
    const arrays = modelArrays(context, id)
    if (context.params.mode === 'fitted') return maskedBlock(context, model.fit, arrays)
    const drawn = standFor(drawnStandIns(model.factors.count), randomDraws(context, model))
    return maskedBlock(context, randomFitColumns(model), new Map([...arrays, ...drawn]))
  },
}

/**
 * `randomFit`, linear in what stands for the columns and for the draws: xB̂ + Z·Lᵀ.
 *
 * @param model - xB̂ and L, p×r.
 * @returns p columns of n, for draws Z that are shrunk already.
 */
export function randomFitColumns(model: ConditionalModel): RecordColumns {
  return fitPlusColumns(model, plainStandIns(model.factors.count, model.n))
}

/**
 * What `randomFit` draws, of one block: r columns of N(0, (n − 1)/n), because Σ̂ has the divisor n.
 *
 * @param context - The block of m records, with the stream of the run.
 * @param model - n and r.
 * @returns r columns of m.
 */
export function randomDraws(context: BlockContext<unknown>, { n, factors }: ConditionalModel): Float64Array[] {
  const shrink = shrinkOf(n)
  return drawsOfBlock(context, factors.count).map((factor) => factor.map((value) => value * shrink))
}

const shrinkOf = (n: number): number => Math.sqrt((n - 1) / n)

/**
 * Fitted values plus noise, xB̂ + N(0, Σ̂), Σ̂ = K(n − 1)/n: p columns of n. Cost: O(npr).
 *
 * @param model B̂, K and r
 * @param rng source of the noise
 */
export function randomFit(model: ConditionalModel, rng: Rng): Float64Array[] {
  const shrink = shrinkOf(model.n)
  const drawn = plainDraws(model, model.factors.count, rng)
  for (const factor of drawn.spare) for (let i = 0; i < factor.length; i++) factor[i] *= shrink
  return fitPlus(model, drawn)
}
