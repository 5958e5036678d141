/**
 * Multiple imputation (Rubin 1993): m files whose confidential values are drawn from the posterior predictive
 * distribution of a chain of normal linear regressions, to be analysed one by one and combined.
 */
import { defineMethod, SdcError, type MaskingMethod } from '@sdc/core'
import * as z from 'zod'
import { imputeFrame } from './imputation-full.js'
import { imputeRecords } from './imputation-partial.js'

const id = 'linear/multiple-imputation'

const params = z.object({
  sets: z.int().min(2).max(1000).default(5).meta({
    description: 'Number of files, m; each is a whole imputed file.',
    unit: 'files',
  }),
  kind: z
    .enum(['partial', 'full'])
    .default('partial')
    .meta({
      description:
        'partial: the records stay and their confidential values are replaced. full: the file is the frame, records ' +
        'without any confidential value its unsampled units; every set is a random sample of units with drawn values.',
    }),
  only: z.string().default('').meta({
    description:
      'With partial: a column of 0 and 1; only records with a 1 are replaced, by a model of these records. Empty: all.',
  }),
  perturb: z
    .enum(['flagged', 'all'])
    .default('flagged')
    .meta({
      description:
        'With only: flagged keeps the other records as they are; all draws them as well, by a model of their own, so that no ' +
        'record keeps its original values, which two sets would show.',
    }),
  records: z.int().min(1).optional().meta({
    description: 'With full: records of each set, n_syn (of each group); where not given, the number of sampled units.',
    unit: 'records',
  }),
})

export type MultipleImputationParams = z.infer<typeof params>

export const multipleImputationMethod: MaskingMethod<MultipleImputationParams> = defineMethod({
  id,
  title: 'Multiple imputation',
  summary:
    'Makes m files whose confidential values are drawn from linear regressions on the given columns; analyse each and combine.',
  formula:
    'for each x_j in order, W = [1, S, x_1…x_(j−1)], n×k: σ²* = SSE/χ²_(n−k), β* ~ N(β̂, σ²*(WᵀW)⁻¹), ' +
    'y_j = [1, S, y_1…y_(j−1)]β* + N(0, σ²*)',
  source: [
    { key: 'rubin-1993', where: 'the proposal' },
    { key: 'raghunathan-reiter-rubin-2003', where: 'kind: full' },
    { key: 'reiter-2003', where: 'kind: partial' },
    { key: 'muralidhar-sarathy-2007', where: '§3.4' },
  ],
  notes: [
    {
      topic: 'release',
      text:
        'Analyse every file as if it were the original, then combine: sdc combine, with the kind of the files. One file ' +
        'alone, or their average, gives intervals that are too short.',
    },
    {
      topic: 'loses',
      text:
        'The model is linear and normal: other relations become linear, skewed columns symmetric, and values may be ' +
        'negative or fractional where no original is. Relations to columns that are neither masked nor given are lost. With ' +
        'bounds in a schema (min, max) errors are drawn anew, fifty times at most, until a value is within: the law of the ' +
        'model given that it is. A record whose mean lies beyond a bound so gets a value near it.',
    },
    {
      topic: 'parameters',
      text: 'The columns are a chain in the order they are named: name first what explains the others.',
    },
    {
      topic: 'limits',
      text:
        'Where columns depend on each other exactly (total = a + b) the later one is computed from the drawn ones, to ' +
        'rounding. A column that the given ones alone determine is refused: it would come back as it was.',
    },
    {
      topic: 'parameters',
      text:
        'kind = full: a unit keeps its given columns and every column that is neither masked nor given, whose values are ' +
        'known for the whole frame; its confidential values are drawn, those of sampled units too. The combining rules ' +
        'take the frame to be much larger than the sample; a run says where it is not ten times as large.',
    },
    {
      topic: 'missing',
      text:
        'Missing values: with partial the records to be replaced must be complete; with full a record without any ' +
        'confidential value is an unsampled unit, one with some is refused, and the given columns must be complete.',
    },
    {
      topic: 'release',
      text:
        'With only, the other records keep their original values. Two sets show which: what differs between them was imputed, ' +
        'and what is equal is true. perturb = all draws the others as well; else release one set. The column that flags ' +
        'them tells it too: give it the role identifier, which a release drops.',
    },
    {
      topic: 'limits',
      text:
        'The model is fitted to the flagged records alone, so that it holds whatever they were flagged by. It shows what that ' +
        'was: of records flagged for an income above 40,000 the drawn incomes lie there, too, with perturb = all as well. ' +
        'Leave only out where nobody may know who was flagged.',
    },
    {
      topic: 'release',
      text:
        'Imputed and kept values are rounded alike (--precision auto): to the step that the original values share, which kept ones ' +
        'are multiples of, or, where they have too many digits, all to the same power of two far below the standard ' +
        'deviation, so that kept ones are not bit for bit the original ones.',
    },
  ],
  enables: [
    'Two sets of a run with only, compared record by record: a record that is in both, value for value, was not imputed and is ' +
      'true; any other one was. With perturb = all no record is in both.',
    'The average of many sets, record by record, is the fitted value of the regression, which is all that the given ' +
      'columns tell of the original; more sets and known parameters add nothing to it.',
  ],
  traits: {
    stochastic: true,
    missing: 'own',
    given: 'optional',
    records: 'synthetic',
    ordered: true,
    claims: {
      approachesCorrelations: { when: { kind: 'partial' } },
      independentGiven: { when: { kind: 'partial', only: '' } },
    },
  },
  params,
  examples: [{ sets: 2 }],
  streamed: () => ({
    shape: 'whole',
    why: 'its regressions are computed of all records at a time',
    instead: 'noise/tendick-matloff keeps means and covariances in expectation',
  }),
  apply(input) {
    refuseMisfits(input.params)
    // Regressions do not depend on the order of S, so neither shall the draws.
    const sorted = { ...input, given: [...input.given].sort() }
    const { sets, kind, only, perturb, records } = input.params
    return kind === 'full'
      ? imputeFrame(sorted, sets, records, id)
      : imputeRecords(sorted, sets, { only, others: perturb === 'all' }, id)
  },
})

function refuseMisfits({ kind, only, perturb, records }: MultipleImputationParams): void {
  if (perturb === 'all' && only === '') {
    const message = `${id}: perturb has no meaning without only: all records are drawn`
    throw new SdcError('BAD_PARAMETER', message, { method: id, parameter: 'perturb' }, 'Leave it out.')
  }
  const misfit = kind === 'full' ? (only === '' ? null : 'only') : records === undefined ? null : 'records'
  if (misfit === null) return
  const message = `${id}: ${misfit} has no meaning with kind = ${kind}`
  throw new SdcError('BAD_PARAMETER', message, { method: id, parameter: misfit }, 'Leave it out.')
}
