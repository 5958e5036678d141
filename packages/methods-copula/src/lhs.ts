/**
 * Latin-hypercube synthetic microdata (Dandekar, Cohen & Kirkendall 2002): new records, each column drawn evenly from
 * its distribution and ordered so that the rank correlations are the original ones.
 */
import { defineMethod, numeric, SdcError, type MaskingMethod } from '@sdc/core'
import { randomPermutation } from '@sdc/stats'
import { maskedFile } from '@sdc/toolkit'
import * as z from 'zod'
import { drawLhs, lhsParams } from './lhs-draw.js'
import { copulaTraits } from './traits.js'

const id = 'copula/lhs'

const params = z.object({
  percentOfRecords: z.number().gt(0).max(10000).default(100).meta({
    description: 'Number of synthetic records, in percent of those of the file or group, rounded to whole ones.',
    unit: 'percent of the records',
  }),
  inPlace: z.boolean().optional().meta({
    description:
      'Put each drawn record in the place of a random record of the file (within its group), so that the other columns stay.',
  }),
  ...lhsParams,
})

export type LhsMethodParams = z.infer<typeof params>

export const lhsMethod: MaskingMethod<LhsMethodParams> = defineMethod({
  id,
  title: 'Latin-hypercube synthetic data',
  summary:
    'Draws new records with the distributions and the rank correlations of the columns; none is a record of the file.',
  brief: [
    'It keeps the distributions and rank correlations of the columns.',
    'The records are synthetic: nothing of a single record remains, nor relations beyond rank correlations.',
  ],
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
      text:
        'A synthetic record does not come from any record of the file. Columns that are not drawn are left out ' +
        'of the result, because they would belong to no record. Those of `by` stay, because records are drawn ' +
        'within their groups.',
    },
    {
      topic: 'parameters',
      text:
        'With inPlace as many records are drawn as the file has, and each takes the place of one of its records ' +
        'at random. The other columns stay, related to the drawn ones only by the groups (by). The drawn columns ' +
        'are equally synthetic; the other columns are the original ones.',
    },
    {
      topic: 'keeps',
      text:
        'Every column has one value in each of n′ intervals of equal probability, so its distribution is nearer ' +
        'to the original one than a random sample of that size.',
    },
    {
      topic: 'keeps',
      text:
        'With the empirical marginal values lie between the smallest and the largest original one. A fitted ' +
        'distribution has its own tails, and may not fit.',
    },
    {
      topic: 'keeps',
      text:
        'Rank correlations are the original ones up to the tolerance, or as near as the rounds bring them (a ' +
        'warning says so). They are measured on the drawn values; equal ones share their mean rank. Relations ' +
        'that pairs of columns do not show (totals, identities), and relations that are not monotone, are lost.',
    },
    {
      topic: 'limits',
      text:
        'Measures that compare a record with its original have no value; with inPlace they compare with a record ' +
        'drawn at random.',
    },
  ],
  enables: [
    'No record comes from an original one. An intruder may still guess whether a person was in the file ' +
      '(risk/membership), and with the empirical marginal the extreme values lie near the original ones.',
  ],
  traits: { ...copulaTraits, records: 'synthetic', claims: { approachesRankCorrelations: true } },
  params,
  examples: [
    { percentOfRecords: 150 },
    { inPlace: true },
    { percentOfRecords: 50, marginal: 'gamma' },
    { iterations: 0 },
  ],
  needsFile: () => ({
    why: 'its sample is one of all ranks together',
    instead: 'noise/correlated keeps correlations in expectation',
  }),
  plan: () => ({
    form: 'file',
    mask(input) {
      const { percentOfRecords, inPlace } = input.params
      const count = Math.max(1, Math.round((percentOfRecords / 100) * input.data.rows))
      if (inPlace && percentOfRecords !== 100) {
        const message = `inPlace draws a record for each of the file, not ${percentOfRecords} percent of them`
        const fix = 'Set percentOfRecords to 100, or leave inPlace out.'
        throw new SdcError('BAD_PARAMETER', message, { method: id, parameter: 'percentOfRecords' }, fix)
      }
      const { columns, warnings } = drawLhs(input, count, id)
      if (inPlace) {
        const from = randomPermutation(count, input.rng.child('places'))
        const placed = columns.map((values) => Float64Array.from(from, (record) => values[record]))
        return maskedFile(input.columns, placed, warnings)
      }
      const made = new Map(input.columns.map((name, j) => [name, numeric(columns[j])]))
      return { files: [{ columns: made, origin: new Int32Array(count).fill(-1) }], warnings }
    },
  }),
})
