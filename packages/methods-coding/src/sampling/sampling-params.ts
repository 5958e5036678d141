import * as z from 'zod'

/** The parameters of sampling. */
export const samplingParams = z.object({
  design: z
    .enum(['simple', 'bernoulli', 'stratified'])
    .default('simple')
    .meta({
      description:
        'simple: a sample of fixed size without replacement; bernoulli: each by itself, so that the size varies; ' +
        'stratified: a simple sample of each stratum (strata). With groups (by) each group is sampled by itself.',
    }),
  percent: z
    .number()
    .gt(0)
    .max(100)
    .default(50)
    .meta({
      description:
        'The share of the records that is taken, rounded down to whole records (of households with unit: household). Not ' +
        'used where records is given.',
      unit: 'percent of the records',
    }),
  records: z
    .int()
    .min(1)
    .optional()
    .meta({
      description:
        'How many records are taken (households with unit: household), with bernoulli how many are expected; of all strata ' +
        'together.',
      unit: 'records',
    }),
  unit: z
    .enum(['record', 'household', 'person'])
    .default('record')
    .meta({
      description:
        'What is drawn as a whole: a record, or all records of a household or person (the column with that role). A record ' +
        'whose household or person is missing is one by itself.',
    }),
  strata: z.array(z.string()).default([]).meta({
    description: 'The columns whose combinations of values are the strata of a stratified sample.',
  }),
  allocation: z
    .enum(['proportional', 'equal', 'given'])
    .default('proportional')
    .meta({
      description:
        'How a stratified sample is shared out: in proportion to the strata, alike, or by strataRecords. Each stratum has ' +
        'one at least.',
    }),
  strataRecords: z
    .record(z.string(), z.int().min(1))
    .default({})
    .meta({
      description:
        'With allocation: given how many are taken of each stratum, by its value, or column=value, column=value where ' +
        'strata names several columns; (missing) is a missing value.',
      unit: 'records',
    }),
  fewRecords: z.enum(['take', 'error']).default('take').meta({
    description:
      'What becomes of a stratum of one record (household), which is in every sample: it is taken, or is an error.',
  }),
  weightName: z
    .string()
    .min(1)
    .default('weight')
    .meta({
      description:
        'The column that the weights are written to: a new name, or that of the column with the role weight, which is then ' +
        'multiplied.',
    }),
})

export type SamplingParams = z.infer<typeof samplingParams>
