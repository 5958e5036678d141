/**
 * Sampling: only some of the records are released, each with a weight, the number of records that it represents.
 *
 * Simple random sampling takes n of N records, each set of n equally likely, with the weight N/n. Bernoulli sampling
 * takes each record independently with probability p, with the weight 1/p. Stratified sampling takes n_h of the N_h
 * records of each stratum, with N_h/n_h. If households or persons are drawn instead of records, these numbers are
 * theirs.
 */
import { defineMethod, numeric, type Column, type MaskingMethod } from '@sdc/core'
import { drawUnits, recordsOf } from './draw-units.js'
import { refuseUnused, sampleWeights, strataColumns, sampledUnits } from './sampling-input.js'
import { samplingParams, type SamplingParams } from './sampling-params.js'
import { samplingReport, samplingWarnings } from './sampling-report.js'
import { strataOf } from './units.js'

export type { SamplingParams } from './sampling-params.js'

const id = 'coding/sampling'

export const samplingMethod: MaskingMethod<SamplingParams> = defineMethod({
  id,
  title: 'Sampling',
  summary: 'Releases a random sample of the records, households or persons, with weights.',
  brief: [
    'It keeps estimates unbiased if users apply the weights.',
    'Estimates are less precise, and the sampled records themselves are unchanged.',
  ],
  formula:
    'n of N records, each set of n equally likely, w = N/n;  or each record with probability p, w = 1/p;  or n_h of the ' +
    'N_h records of stratum h, w = N_h/n_h;  of households or persons the same, w being that of each of its records',
  honours: ['weight', 'household', 'person'],
  source: [
    { key: 'skinner-marsh-openshaw-wymer-1994', where: 'sampling' },
    { key: 'torra-2013', where: 'sampling' },
    { key: 'cochran-1977', where: 'chapter 5, stratified sampling; chapter 9, sampling of clusters' },
  ],
  notes: [
    {
      topic: 'limits',
      text:
        'The records in the sample are released unchanged. They are protected only because nobody knows who is ' +
        'in it. Measured by the link of the records, risk is that of an unmasked file.',
    },
    {
      topic: 'missing',
      text:
        'Missing values are released with their record. Records are taken whole, whatever columns are named. A ' +
        'missing value of a column of strata is a stratum of its own; a record without a household or person is ' +
        'a unit of its own.',
    },
    {
      topic: 'limits',
      text:
        'With groups (by) every group is sampled independently, with its own N/n, and a household or person ' +
        'consists of its records in the group. Strata are groups that share one sample: its size is of all of ' +
        'them, and each gives at least one record.',
    },
    {
      topic: 'choices',
      text:
        'Shares of strata are rounded by the largest remainders. A share below 1 becomes 1, and one above the ' +
        'size of its stratum becomes all of it; the other strata share the rest.',
    },
    {
      topic: 'attacks',
      text: 'A stratum with all its records in the sample has no protection; a stratum of one record always is such a stratum. Everybody known to belong to it is known to be in the sample. A warning counts such strata.',
    },
    {
      topic: 'missing',
      text:
        'If the file has weights (role weight), each is multiplied by N/n and no column is added: the sample has one ' +
        'weight, and it stands for the population. A missing weight stays missing.',
    },
    {
      topic: 'limits',
      text:
        'The weights of one sample add up to the population only on average, by region or sex too. sdc weights ' +
        'calibrate makes them meet known totals.',
    },
    {
      topic: 'limits',
      text:
        'A record that is known to be in the file is found as before. A unique record of the sample need not be ' +
        'unique in the population; a smaller sample makes that less likely. Households that are unique by their ' +
        'members stay unique.',
    },
  ],
  traits: {
    accepts: ['numeric', 'ordered', 'nominal'],
    stochastic: true,
    draws: 'choices',
    missing: 'own',
    given: 'unused',
    records: 'subset',
    adds: true,
    searched: false,
  },
  params: samplingParams,
  examples: [
    { design: 'bernoulli', percent: 30 },
    { percent: 20 },
    { unit: 'household', percent: 40 },
    { design: 'bernoulli', unit: 'household', percent: 40 },
    { design: 'stratified', strata: ['household'], percent: 90 },
    { design: 'stratified', strata: ['household'], percent: 95, allocation: 'equal' },
  ],
  needsFile: () => ({ why: 'the sample is drawn among all records' }),
  plan: () => ({
    form: 'file',
    mask(input) {
      const { data, params } = input
      refuseUnused(params, id)
      const { name, before } = sampleWeights(input, id)
      const units = sampledUnits(input, id)
      const strata = strataOf(data, strataColumns(input, id), units, { method: id, unit: params.unit })
      const drawn = drawUnits(input.rng, units, strata, params, id)
      const origin = recordsOf(units, drawn.units)
      const factor = (i: number): number => drawn.factors[strata.ofUnit[units.ofRecord[i]]]
      const weight = numeric(Float64Array.from(origin, (i) => factor(i) * (before?.[i] ?? 1)))
      return {
        files: [{ columns: new Map<string, Column>([[name, weight]]), origin }],
        report: samplingReport(params, origin, strata, drawn, before && name),
        warnings: samplingWarnings(input, origin, strata, drawn),
      }
    },
  }),
})
