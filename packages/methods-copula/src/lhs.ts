/**
 * Latin-hypercube synthetic microdata (Dandekar, Cohen & Kirkendall 2002): new records, each column drawn evenly from
 * its distribution and ordered so that the rank correlations are the original ones.
 */
import { defineMethod, numeric, type MaskingMethod } from '@sdc/core'
import * as z from 'zod'
import { drawLhs, lhsParams } from './lhs-draw.js'
import { copulaTraits } from './traits.js'

const id = 'copula/lhs'

const params = z.object({
  percentOfRecords: z.number().gt(0).max(10000).default(100).meta({
    description: 'How many synthetic records to draw, in percent of those of the file or group, rounded to whole ones.',
    unit: 'percent of the records',
  }),
  ...lhsParams,
})

export type LhsMethodParams = z.infer<typeof params>

export const lhsMethod: MaskingMethod<LhsMethodParams> = defineMethod({
  id,
  title: 'Latin-hypercube synthetic data',
  summary:
    'Draws new records with the distributions and the rank correlations of the columns; no record of them is one of the file.',
  formula:
    'y_ij = F̂_j⁻¹((π_j(i) − 1 + U)/n′), orders π_j by Iman & Conover: ranks of M·Q⁻ᵀPᵀ, QQᵀ = corr M, PPᵀ = normal correlations that give ρ_s with its ties',
  source: [
    { key: 'dandekar-cohen-kirkendall-2002', where: 'the method' },
    { key: 'iman-conover-1982', where: 'rank correlations by reordering' },
    { key: 'florian-1992', where: 'the rounds of it' },
  ],
  notes: [
    {
      topic: 'limits',
      text: 'A synthetic record comes from no record of the file. Columns that are not drawn would belong to nobody: they are left out of the result; those of `by` stay, since records are drawn within their groups.',
    },
    {
      topic: 'keeps',
      text: 'Every column has one value in each of n′ intervals of equal probability, so its distribution is nearer to the original one than a random sample of that size.',
    },
    {
      topic: 'keeps',
      text: 'With the empirical marginal values lie between the smallest and the largest original one; a fitted law has its own tails, and fits or does not.',
    },
    {
      topic: 'keeps',
      text: 'Rank correlations are the original ones to the tolerance, or as near as the rounds bring them, which a warning says; they are measured on the values drawn, equal ones sharing their mean rank. What pairs of columns do not show (totals, identities), and relations that are not monotone, are lost.',
    },
    { topic: 'limits', text: 'Measures that compare a record with the one it came from have no value for it.' },
  ],
  arms: [
    'Nothing: no record is linked to an original one. With the empirical marginal its extreme values lie near the original ones.',
  ],
  traits: { ...copulaTraits, records: 'synthetic', claims: { approachesRankCorrelations: true } },
  params,
  examples: [{ percentOfRecords: 150 }, { percentOfRecords: 50, marginal: 'gamma' }, { iterations: 0 }],
  streamed: () => ({
    shape: 'whole',
    why: 'its sample is one of all ranks together',
    instead: 'noise/correlated keeps correlations in expectation',
  }),
  apply(input) {
    const count = Math.max(1, Math.round((input.params.percentOfRecords / 100) * input.data.rows))
    const { columns, warnings } = drawLhs(input, count, id)
    const made = new Map(input.columns.map((name, j) => [name, numeric(columns[j])]))
    return { files: [{ columns: made, origin: new Int32Array(count).fill(-1) }], warnings }
  },
})
