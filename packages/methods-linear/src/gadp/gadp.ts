/**
 * General additive data perturbation (Muralidhar, Parsa & Sarathy 1999): Y = β0 + β1S + β2X + ε with random ε, so that
 * (S, Y) has the means and the covariance matrix of (S, X) in expectation.
 */
import { defineMethod, SdcError, type MaskingMethod } from '@sdc/core'
import { covarianceMatrix } from '@sdc/stats'
import { combination, pinvScaled, sumOf } from '@sdc/stats/internal'
import { Matrix } from 'ml-matrix'
import * as z from 'zod'
import { linearNotes } from '../shared/card-notes.js'
import { residualCovariance, type ConditionalModel } from '../shared/conditional-model.js'
import { linearPlan, type LinearMasking } from '../shared/linear-plan.js'
import { linearTraits, noSimilarity } from '../shared/linear-traits.js'
import { readMatrix } from '../shared/named-matrix.js'
import {
  noiseRoot,
  type Similarity,
  similarityLessIdentity,
  similarityOf,
  similarityParams,
  similaritySource,
  type SimilaritySource,
} from '../sblm/similarity.js'

const id = 'linear/gadp'

/** Largest distance of the requested covariances from possible ones, in conditional standard deviations. */
const INCONSISTENT = 1e-6

const params = z.object({
  ...similarityParams(0.5),
  covarianceWithOriginal: z
    .record(z.string(), z.record(z.string(), z.number()))
    .optional()
    .meta({
      description:
        'Covariances of the masked with the original columns, instead of β2: {"masked column": {"original ' +
        'column": number, …}, …}, for every pair.',
      unit: 'product of the units of the two columns',
    }),
})

export type GadpParams = z.infer<typeof params>

export const gadpMethod: MaskingMethod<GadpParams> = defineMethod({
  id,
  title: 'General additive data perturbation',
  summary:
    'Replaces values by a linear model of the given columns and the values plus normal noise; means and ' +
    'covariances are kept in expectation.',
  brief: [
    'It keeps means, covariances and linear relations with the given columns in expectation.',
    'Skewed distributions become more normal, and values can be implausible.',
  ],
  formula:
    'Y = β0 + β1·S + β2·X + ε, β1 = (I − β2)·Σ_XS·Σ_SS⁻¹, ε ~ N(0, K − β2Kβ2ᵀ), K = Σ_XX − Σ_XS·Σ_SS⁻¹·Σ_SX; with ' +
    'Σ_YX given, β2 = (Σ_YX − Σ_XX + K)·K⁻¹',
  source: [
    { key: 'muralidhar-parsa-sarathy-1999', where: 'the method' },
    { key: 'muralidhar-sarathy-2007', where: 'eqs. 5 and 7–9' },
  ],
  notes: [
    {
      topic: 'keeps',
      text:
        'Moments are kept in expectation, with the sampling error of a fresh sample; linear/sblm is the same ' +
        'model with exact ones.',
    },
    {
      topic: 'parameters',
      text:
        'In expectation, Cov(Y, X) = Σ_XX − K + β2K: with β2 = d·I and no given columns every column has the correlation d ' +
        'with its original. linear/gadp-ci is the case β2 = 0.',
    },
    ...linearNotes,
  ],
  enables: [
    'An intruder who knows β2 = d·I predicts X by (1 − d)·fit + d·Y: with d = 0.9 an interval for a value is ' +
      '0.44 as wide as without Y. All they need is in the released file.',
  ],
  traits: {
    ...linearTraits,
    claims: {
      approachesCorrelations: true,
      independentGiven: { when: { ...noSimilarity.when, covarianceWithOriginal: null } },
    },
  },
  params,
  examples: [{ similarity: 0 }, { similarity: 0.9 }],
  needsFile: ({ params: { covarianceWithOriginal } }) =>
    covarianceWithOriginal && {
      why: 'the β2 of covarianceWithOriginal follows from covariances of all records',
      instead: 'with similarity, in any of its forms, it runs out of core',
    },
  plan(facts) {
    const { params: given, columns: names } = facts
    const wanted = given.covarianceWithOriginal
    const similarity = similarityOf(given, names, id)
    return linearPlan(facts, {
      id,
      isWhole: wanted !== undefined,
      masking(model) {
        if (wanted === undefined) return perturbed(model, similarity, similaritySource(given))
        if (given.similarityByColumn !== undefined || given.similarityMatrix !== undefined) {
          const message = `${id}: both ${parameter} and a form of similarity set how similar the masked values are`
          throw new SdcError('BAD_PARAMETER', message, { method: id, parameter }, 'Give one of them.')
        }
        const beta = impliedSimilarity(model, readMatrix(wanted, names, parameter, id))
        return perturbed(model, beta, { parameter, fix: covarianceAdvice })
      },
    })
  },
})

const parameter = 'covarianceWithOriginal'

const covarianceAdvice =
  'Choose covariances between those of β2 = 0 (fitted values with the columns) and of β2 = I (the columns ' +
  'themselves). Or set `similarity`, from 0 to 1.'

/**
 * Makes the masked columns X + (β2 − I)·(X − fit) + ε, which is β0 + β1S + β2X + ε, with ε ~ N(0, K − β2Kβ2ᵀ). Cost:
 * O(n(p + q)²).
 *
 * @param model - X, its regression on [1, S], and K.
 * @param similarity - β2.
 * @param source - Parameter that gives β2, for the message.
 * @returns The columns and the draws of ε.
 * @throws BAD_PARAMETER, naming the parameter, if that covariance matrix is indefinite
 */
function perturbed(model: ConditionalModel, similarity: Similarity, source: SimilaritySource): LinearMasking {
  const { columns, values, residuals } = model
  const root = noiseRoot(model, similarity, id, source)
  const shift = combination(similarityLessIdentity(similarity, columns.length).to2DArray(), residuals)
  return {
    noise: { count: root.columns },
    columns: (scores) => sumOf(values, shift, combination(root.to2DArray(), scores)),
  }
}

/**
 * Computes the matrix β2 with Cov(Y, X) = C: β2K = C − Cov(fit) and Cov(fit) = Σ_XX − K, so β2 = (C − Σ_XX + K)·K⁻.
 *
 * It is the same as in the regression of Y on (X, S) with the requested covariances. If the columns depend on each
 * other, C must too: throws BAD_PARAMETER otherwise.
 */
function impliedSimilarity(model: ConditionalModel, wanted: Matrix): Matrix {
  const k = residualCovariance(model)
  const conditional = Matrix.sub(wanted, covarianceMatrix(model.columns)).add(k)
  const beta = conditional.mmul(pinvScaled(k))
  const gap = Matrix.sub(beta.mmul(k), conditional)
  model.names.forEach((row, i) =>
    model.names.forEach((column, j) => {
      if (Math.abs(gap.get(i, j)) <= INCONSISTENT * Math.sqrt(k.get(i, i) * k.get(j, j))) return
      const message =
        `${id}: no masked "${row}" has the covariance ${wanted.get(i, j)} with "${column}": the columns depend ` +
        'on each other, and the covariances do not in the same way'
      const fix = 'Choose covariances that fit the identities of the columns, or leave a dependent column out.'
      throw new SdcError('BAD_PARAMETER', message, { method: id, parameter, column: row }, fix)
    }),
  )
  return beta
}
