/**
 * Copula perturbation (Sarathy, Muralidhar & Parsa 2002): new values from the marginals, dependent on each other and on
 * the non-confidential columns as in the normal copula of the original ranks.
 */
import { defineMethod, type MaskingMethod } from '@sdc/core'
import { maskedFile } from '@sdc/toolkit'
import { normalCdf } from '@sdc/stats'
import * as z from 'zod'
import { drawScores } from './copula/draw-scores.js'
import { copulaInput, fewRecordsParam } from './inputs.js'
import { marginalNames, marginalParam, marginalQuantile } from './marginal.js'
import { givenColumnsNote, monotoneNote, repeatedValuesNote, copulaTraits } from './traits.js'

const id = 'copula/perturbation'

const params = z.object({ ...marginalParam, ...fewRecordsParam })

export type CopulaPerturbationParams = z.infer<typeof params>

export const perturbationMethod: MaskingMethod<CopulaPerturbationParams> = defineMethod({
  id,
  title: 'Copula perturbation',
  summary:
    'Replaces all values by draws from the marginals; keeps rank correlations among the columns and with the given ones.',
  brief: [
    'It keeps the distributions and rank correlations in expectation.',
    'Relations that rank correlations do not describe are lost, and all values are drawn anew.',
  ],
  formula:
    'Y* = η(S*) + N(0, Ω), η linear, so that E ρ_s of the masked columns, with S and among them, is that of the originals; without ties R = 2 sin(πρ_s/6); y = F̂⁻¹(F_Y*(Y*))',
  source: [
    { key: 'sarathy-muralidhar-parsa-2002', where: 'the method' },
    { key: 'muralidhar-sarathy-2007', where: '§3.7' },
  ],
  notes: [
    { topic: 'attacks', text: 'Given the given columns, masked and original values are independent.' },
    {
      topic: 'keeps',
      text:
        'With the empirical marginal values lie between the smallest and the largest original one and are ' +
        'interpolated: runs of one value (zeros) stay, with about their share of the records. A fitted ' +
        'distribution has no such runs, and has its own tails.',
    },
    {
      topic: 'limits',
      text:
        'Check that the distribution fits: a bad one changes means, variances and tails. Distributions are kept ' +
        'up to sampling at best; copula/data-shuffling keeps them exactly.',
    },
    {
      topic: 'keeps',
      text:
        'Rank correlations tend to the original ones as the file grows. Pearson correlations do so if the ' +
        'dependence is that of normal variables (a normal copula) and the marginal is right.',
    },
    repeatedValuesNote,
    monotoneNote,
    {
      topic: 'loses',
      text:
        'Without given columns relations to all other columns are lost. Give the columns whose relations must ' +
        'stay, or mask within groups of them.',
    },
    givenColumnsNote,
  ],
  enables: [
    'None: no parameter helps to undo the method. An intruder who knows the correlations and S knows no more ' +
      'about a record than S tells.',
  ],
  traits: { ...copulaTraits, given: 'optional', claims: { approachesRankCorrelations: true, independentGiven: true } },
  params,
  examples: [...marginalNames.slice(1).map((marginal) => ({ marginal })), { fewRecords: 'diagonal' }],
  needsFile: () => ({
    why: 'its model is of the ranks of all columns together',
    instead: 'noise/correlated keeps correlations in expectation',
  }),
  plan: () => ({
    form: 'file',
    mask(input) {
      const ties = input.params.marginal === 'empirical' ? 'interpolated' : 'none'
      const { columns, given, model, warnings } = copulaInput(input, id, ties)
      const scores = drawScores(model, given, input.rng)
      scores.forEach((values, j) => {
        input.tick((columns.length + j) / (2 * columns.length))
        const place = { method: id, column: input.columns[j] }
        const quantile = marginalQuantile(input.params.marginal, columns[j].sorted, place)
        const { toNormal } = model.laws[j]
        for (let i = 0; i < values.length; i++) values[i] = quantile(normalCdf(toNormal(values[i])))
      })
      return maskedFile(input.columns, scores, warnings)
    },
  }),
})
