import * as z from 'zod'
import { modelNames } from './models/model.js'

export const params = z.object({
  kind: z
    .enum(['full', 'partial'])
    .default('full')
    .meta({
      description:
        'full: new records, with the named columns only. partial: the records stay, and their named columns are ' +
        'replaced given the others.',
    }),
  where: z.string().min(1).optional().meta({
    description: 'Condition of the records that partial replaces, like a rule: income > 100000. Default: all.',
  }),
  percentOfRecords: z
    .number()
    .gt(0)
    .max(100_000)
    .default(100)
    .meta({
      description:
        'Number of new records for full, in percent of those of the file or group, rounded to whole ones; number ' +
        'of persons or households if these have several records.',
      unit: 'percent of the records',
    }),
  records: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .optional()
    .meta({
      description:
        'Number of new records for full, of the file or of each group, in place of percentOfRecords; number of ' +
        'persons or households if these have several records.',
      unit: 'records',
    }),
  weights: z
    .enum(['variable', 'resample'])
    .default('variable')
    .meta({
      description:
        'variable: the column with the role weight is drawn like others if it is named. resample: the models are fitted to ' +
        'records drawn by their weights, so that the file is like the population; it has no weight.',
    }),
  sets: z.int().min(1).max(1000).default(1).meta({
    description: 'Number of files, m. Several are analysed one by one and combined.',
    unit: 'files',
  }),
  order: z
    .array(z.string())
    .default([])
    .meta({
      description:
        'Columns in the order in which they are drawn; columns that are not listed follow. Default: categories with few ' +
        'levels first, then numbers, then columns that rules compute. Columns of households and persons come before those of ' +
        'their records, and of these their time.',
    }),
  models: z.record(z.string(), z.enum(modelNames)).default({}).meta({
    description:
      'Model of a column: tree (the default), normal, normal-rank, logit, polr (ordered categories) or sample.',
  }),
  predictors: z
    .record(z.string(), z.array(z.string()))
    .default({})
    .meta({ description: 'Columns that a column is predicted by. Default: all that are drawn before it.' }),
  smallestLeaf: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(5)
    .meta({
      description: 'Smallest number of records in a leaf of a tree; of different persons if a column has that role.',
      unit: 'records',
      search: { min: 5, max: 50, scale: 'log', usual: [5, 10, 20, 50] },
    }),
  complexity: z
    .number()
    .min(0)
    .max(1)
    .default(1e-8)
    .meta({
      description: 'Price of a leaf, as a share of the impurity of the column: splits that do not repay it are undone.',
      search: { min: 1e-8, max: 0.01, scale: 'log' },
    }),
  support: z
    .number()
    .min(0)
    .max(1000)
    .default(5)
    .meta({
      description:
        'Least decrease of the impurity for each further leaf, relative to the impurity of a record within the leaves (F). ' +
        'Splits with less are undone, since chance explains them. 0: none is.',
    }),
  smoothing: z.enum(['kernel', 'none']).default('kernel').meta({
    description:
      'kernel: numbers that few records have are smoothed, categories of fewer than smallestLeaf persons become common ones. none: values of records are copied.',
  }),
})

export type SequentialParams = z.infer<typeof params>
