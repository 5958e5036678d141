import * as z from 'zod'

/** The parameters of sampling. */
export const samplingParams = z.object({
  design: z
    .enum(['simple', 'bernoulli', 'stratified'])
    .default('simple')
    .meta({
      description:
        'Design. simple: a sample of fixed size without replacement; bernoulli: each record independently, so ' +
        'the size varies; stratified: a simple sample of each stratum (strata). With groups (by) each group is ' +
        'sampled independently.',
    }),
  percent: z
    .number()
    .gt(0)
    .max(100)
    .default(50)
    .meta({
      description:
        'Share of the records in the sample, rounded down to whole records (of households with unit: household). ' +
        'Replaced by records.',
      unit: 'percent of the records',
    }),
  records: z
    .int()
    .min(1)
    .optional()
    .meta({
      description:
        'Number of records in the sample (households with unit: household), with bernoulli the expected number; ' +
        'of all strata together.',
      unit: 'records',
    }),
  unit: z
    .enum(['record', 'household', 'person'])
    .default('record')
    .meta({
      description:
        'Unit that is drawn as a whole: a record, or all records of a household or person (the column with that ' +
        'role). A record without a household or person is a unit of its own.',
    }),
  strata: z.array(z.string()).default([]).meta({
    description: 'Columns whose combinations of values are the strata of a stratified sample.',
  }),
  allocation: z
    .enum(['proportional', 'equal', 'given'])
    .default('proportional')
    .meta({
      description:
        'Allocation of a stratified sample to the strata: proportional, equal, or by strataRecords. Each stratum ' +
        'gets at least one.',
    }),
  strataRecords: z
    .record(z.string(), z.int().min(1))
    .default({})
    .meta({
      description:
        'Records of each stratum for allocation: given, by its value, or by column=value, column=value if strata ' +
        'names several columns; (missing) is a missing value.',
      unit: 'records',
    }),
  fewRecords: z.enum(['take', 'error']).default('take').meta({
    description:
      'Treatment of a stratum of one record (household), which is in every sample: it is taken, or is an error.',
  }),
  weightName: z
    .string()
    .min(1)
    .optional()
    .meta({
      description:
        'Name of the new column of weights; default weight. Only for a file without a column with the role weight, ' +
        'which is multiplied instead.',
    }),
})

export type SamplingParams = z.infer<typeof samplingParams>
