/**
 * Sufficiency-based linear model (Burridge 2003; Muralidhar & Sarathy 2007): Y = β0 + β1S + β2X + ε with noise that is made
 * orthogonal to X and S. (S, Y) has exactly the means and the covariance matrix of (S, X).
 */
import { defineMethod, SdcError, type MaskingMethod } from '@sdc/core'
import { combination, sumOf } from '@sdc/stats/internal'
import { Matrix } from 'ml-matrix'
import * as z from 'zod'
import { exactNotes, linearNotes } from '../shared/card-notes.js'
import type { ConditionalModel } from '../shared/conditional-model.js'
import { linearPlan, type LinearMasking } from '../shared/linear-plan.js'
import { exactMoments, linearTraits, noSimilarity } from '../shared/linear-traits.js'
import { littleChance, modelNoiseLaws, requireFreedom, type ModelNoiseLaw } from '../shared/model-noise.js'
import {
  noiseRoot,
  type Similarity,
  similarityLessIdentity,
  similarityOf,
  similarityParams,
  similaritySource,
  type SimilaritySource,
} from './similarity.js'

const id = 'linear/sblm'

const params = z.object({
  ...similarityParams(0),
  noise: z
    .enum(modelNoiseLaws)
    .default('normal')
    .meta({
      description:
        'Distribution of the noise before it is made exact; bootstrap draws records of the residuals, whose ' +
        'skewness it keeps in part.',
    }),
  fewRecords: z
    .enum(['error', 'given-only'])
    .default('error')
    .meta({
      description:
        'Reaction to too few records for noise without covariance with X: an error, or noise that has none with ' +
        'the given columns only (β2 = 0). Moments then stay exact, but the masked values may by chance disclose ' +
        'something about the original ones.',
    }),
})

export type SblmParams = z.infer<typeof params>

export const sblmMethod: MaskingMethod<SblmParams> = defineMethod({
  id,
  title: 'Sufficiency-based linear model',
  summary:
    'Replaces values by a linear model of the given columns plus noise; means and covariances stay exact if ' +
    'no value leaves the limits of a schema.',
  brief: [
    'It keeps means and covariances exactly, if no value leaves its limits.',
    'The shape of distributions is lost; with a high similarity values stay near the originals.',
  ],
  formula:
    'Y = β0 + β1·S + β2·X + ε, β1 = (I − β2)·Σ_XS·Σ_SS⁻¹, Cov ε = K − β2Kβ2ᵀ, K = Σ_XX − Σ_XS·Σ_SS⁻¹·Σ_SX; ε has mean 0 ' +
    'and no covariance with S and X in the file',
  source: [
    { key: 'burridge-2003', where: 'β2 = 0' },
    { key: 'muralidhar-sarathy-2007', where: 'eqs. 5 and 7–9' },
  ],
  notes: [
    {
      topic: 'ties',
      text:
        'Bootstrapped noise has tied values where the columns have. A small correction makes the moments exact ' +
        'and orders the ties, and it depends on the original values. With noise bootstrap the masked values ' +
        'therefore disclose something about them even with similarity 0, so independence is claimed for normal ' +
        'noise only.',
    },
    ...exactNotes,
    {
      topic: 'attacks',
      text:
        'With similarity 0 the masked values tell nothing about the original ones beyond the given columns: R² ' +
        'of X on (S, Y) equals that on S. With similarity d and no given columns every column has the ' +
        'correlation d with its original.',
    },
    {
      topic: 'limits',
      text:
        'Needs 1 + q + 2r records (q given columns, r the rank of K). With few more than that the noise is ' +
        'hardly random, and a run warns.',
    },
    ...linearNotes,
    {
      topic: 'choices',
      text: 'Eigenvalues of K − β2Kβ2ᵀ from −1e-10·p up count as 0, in units of the conditional variances; below, β2 is refused.',
    },
  ],
  enables: [
    'An intruder who knows β2 = d·I predicts X by (1 − d)·fit + d·Y: with d = 0.9 an interval for a value is ' +
      '0.44 as wide as without Y, with d = 0 no narrower. All they need is in the released file.',
  ],
  traits: {
    ...linearTraits,
    claims: {
      ...exactMoments,
      // Bootstrapped noise is not claimed: see the note on ties.
      independentGiven: { when: { ...noSimilarity.when, noise: 'normal' } },
    },
  },
  params,
  examples: [
    { similarity: 0.5 },
    { similarity: 0.9, noise: 'uniform' },
    { noise: 'laplace', fewRecords: 'given-only' },
    { noise: 'bootstrap' },
  ],
  needsFile: ({ params: { noise: law } }) =>
    law === 'bootstrap'
      ? {
          why: 'bootstrapped noise uses the residuals of records anywhere in the file',
          instead: 'with noise normal, uniform or laplace it runs out of core',
        }
      : undefined,
  plan(facts) {
    const { params: given, columns: names } = facts
    const { noise: law, fewRecords } = given
    const similarity = similarityOf(given, names, id)
    return linearPlan(facts, {
      id,
      isWhole: law === 'bootstrap',
      early: { law, count: similarity === 1 ? 0 : names.length },
      masking(model) {
        const few = isFew(model, similarity, fewRecords)
        const masking = sufficient(model, similarity, similaritySource(given), law, few)
        return { ...masking, warnings: chanceWarnings(model, similarity, few) }
      },
    })
  },
})

function chanceWarnings(model: ConditionalModel, similarity: Similarity, few: boolean): string[] {
  const taken = model.given.count + (few ? 0 : model.factors.count)
  const warnings = littleChance(model.n, taken, similarity === 1 ? 0 : model.factors.count)
  return few ? [fewWarning(model), ...warnings] : warnings
}

/**
 * Makes the masked columns X + (β2 − I)·(X − fit) + ε, which is β0 + β1S + β2X + ε. Cost: O(n(p + q)²).
 *
 * @param model - X, its regression on [1, S], and K.
 * @param similarity - β2.
 * @param source - Parameter that gives β2, for the message.
 * @param law - Distribution of the noise before it is made exact.
 * @param givenOnly - ε is orthogonal to [1, S] instead of [1, S, X], so n ≥ 2 + q + r is enough; exact for β2 = 0
 *   only.
 * @returns The columns and the draws of ε.
 * @throws BAD_PARAMETER if K − β2Kβ2ᵀ is indefinite
 */
function sufficient(
  model: ConditionalModel,
  similarity: Similarity,
  source: SimilaritySource,
  law: ModelNoiseLaw,
  givenOnly: boolean,
): LinearMasking {
  const { columns, values, residuals } = model
  const root = noiseRoot(model, similarity, id, source)
  const shift = combination(similarityLessIdentity(similarity, columns.length).to2DArray(), residuals)
  const moved = sumOf(values, shift)
  return {
    noise: { law, count: root.columns, without: givenOnly ? 'given' : 'span' },
    columns: (scores) => (root.columns === 0 ? moved : sumOf(moved, combination(root.to2DArray(), scores))),
  }
}

/** Returns true if the noise cannot be orthogonal to X and need not be; throws TOO_FEW_RECORDS if it cannot but must. */
function isFew(
  { n, given, factors }: ConditionalModel,
  similarity: Similarity,
  fewRecords: SblmParams['fewRecords'],
): boolean {
  const [q, r] = [given.count, factors.count]
  const least = 1 + q + 2 * r
  if (n >= least || similarity === 1) return false
  const none = similarity === 0 || (similarity instanceof Matrix && similarity.norm() === 0)
  if (none && fewRecords === 'given-only') {
    requireFreedom(n, q, r, id)
    return true
  }
  const message =
    `noise without covariance with ${q} given and ${r} masked columns (the independent ones) needs at least ` +
    `${least} records; there are ${n}`
  const remedy = none ? 'fewRecords to given-only' : 'similarity to 0 and fewRecords to given-only'
  const fix = `Use larger groups (or pool small ones), or set ${remedy}, which needs ${2 + q + r}.`
  throw new SdcError('TOO_FEW_RECORDS', message, { method: id }, fix)
}

function fewWarning({ n }: ConditionalModel): string {
  return (
    `${n} records are too few for noise without covariance with the original values: moments are exact, but ` +
    'the masked values are related to the original ones by chance'
  )
}
