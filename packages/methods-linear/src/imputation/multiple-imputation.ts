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
        'Kind of imputation. partial: the records stay and their confidential values are replaced. full: the ' +
        'file is the frame, and records without any confidential value are its unsampled units; every set is a ' +
        'random sample of units with drawn values.',
    }),
  only: z.string().default('').meta({
    description:
      'Column of 0 and 1, for partial: only records with a 1 are replaced, by a model of these records. Empty: all.',
  }),
  perturb: z
    .enum(['flagged', 'all'])
    .default('flagged')
    .meta({
      description:
        'Treatment of the other records with only. flagged keeps them unchanged. all draws them as well, by a ' +
        'separate model, so no record keeps its original values, which two sets would show.',
    }),
  records: z.int().min(1).optional().meta({
    description: 'Number of records in each set for full, n_syn (of each group). Default: the number of sampled units.',
    unit: 'records',
  }),
})

export type MultipleImputationParams = z.infer<typeof params>

export const multipleImputationMethod: MaskingMethod<MultipleImputationParams> = defineMethod({
  id,
  title: 'Multiple imputation',
  summary:
    'Makes m files whose confidential values are drawn from linear regressions on the given columns; analyse ' +
    'each and combine.',
  brief: [
    'It keeps estimates of the modelled relations, with their uncertainty, if users combine all files.',
    'Users must analyse several files, and relations outside of the model are lost.',
  ],
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
        'Analyse every file as if it were the original, then combine: sdc combine, with the kind of the files. ' +
        'One file alone, or their average, gives intervals that are too short.',
    },
    {
      topic: 'loses',
      text:
        'The model is linear and normal: other relations become linear, skewed columns symmetric, and values may ' +
        'be negative or fractional even if no original is. Relations to columns that are neither masked nor ' +
        'given are lost. With limits in a schema (min, max) errors are redrawn, at most fifty times, until a ' +
        "value is within: the model's distribution given the limits. A record whose mean lies beyond a limit " +
        'therefore gets a value near it.',
    },
    {
      topic: 'parameters',
      text: 'The columns are a chain in the order in which you name them: name explanatory columns first.',
    },
    {
      topic: 'limits',
      text:
        'If columns depend on each other exactly (total = a + b) the later one is computed from the drawn ones, ' +
        'up to rounding. A column that the given ones alone determine is refused: it would not change.',
    },
    {
      topic: 'parameters',
      text:
        'kind = full: a unit keeps its given columns and every column that is neither masked nor given, whose ' +
        'values are known for the whole frame. Its confidential values are drawn, also those of sampled units. ' +
        'The combining rules assume a frame much larger than the sample; a run warns if it is not ten times as ' +
        'large.',
    },
    {
      topic: 'missing',
      text:
        'Missing values: with partial the records to replace must be complete. With full a record without any ' +
        'confidential value is an unsampled unit, one with some is refused, and the given columns must be ' +
        'complete.',
    },
    {
      topic: 'release',
      text:
        'With only, the other records keep their original values. Two sets show which: values that differ were ' +
        'imputed, equal ones are true. perturb = all draws the others as well; otherwise release one set. The ' +
        'column of flags also tells it: give it the role identifier, which a release drops.',
    },
    {
      topic: 'limits',
      text:
        'The model is fitted to the flagged records alone, so it holds for any reason of flagging. It shows that ' +
        'reason: if records were flagged for an income above 40,000, the drawn incomes lie there too, even with ' +
        'perturb = all. Leave only out if nobody may know which records were flagged.',
    },
    {
      topic: 'release',
      text:
        'Imputed and kept values are rounded alike (precision auto), to the step that the original values ' +
        'share, so kept ones do not change. If they have too many digits, all are rounded to one power of two ' +
        'far below the standard deviation, and kept values are not bit for bit the original ones.',
    },
  ],
  enables: [
    'Two sets of a run with only can be compared record by record: a record that is in both, value for ' +
      'value, was not imputed and is true; any other one was. With perturb = all no record is in both.',
    'The average of many sets, record by record, is the fitted value of the regression, which is all that ' +
      'the given columns tell about the original. More sets and known parameters add nothing to it.',
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
  needsFile: () => ({
    why: 'its regressions are computed from all records',
    instead: 'noise/tendick-matloff keeps means and covariances in expectation',
  }),
  plan: () => ({
    form: 'file',
    mask(input) {
      refuseMisfits(input.params)
      // Regressions do not depend on the order of S, so the draws must not either.
      const sorted = { ...input, given: [...input.given].sort() }
      const { sets, kind, only, perturb, records } = input.params
      return kind === 'full'
        ? imputeFrame(sorted, sets, records, id)
        : imputeRecords(sorted, sets, { only, others: perturb === 'all' }, id)
    },
  }),
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
