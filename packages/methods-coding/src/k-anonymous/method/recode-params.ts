import * as z from 'zod'

/** The parameters of k-anonymous recoding. */
export const recodeParams = z.object({
  k: z
    .int()
    .min(2)
    .default(5)
    .meta({
      description: 'Minimum records that share a combination of quasi-identifiers.',
      unit: 'records',
      search: { min: 3, max: 10, scale: 'linear', usual: [3, 5, 10] },
    }),
  sensitive: z.array(z.string()).default([]).meta({
    description: 'Columns that l and t apply to, as a list: ["income"]; by default those with the role confidential.',
  }),
  l: z.number().min(1).optional().meta({
    description: 'Diversity l of the confidential values in every class, as a number of values by model.',
    unit: 'values',
  }),
  model: z
    .enum(['distinct', 'entropy', 'recursive'])
    .default('distinct')
    .meta({
      description:
        'Model of diversity. distinct: l different values; entropy: the exponential of their entropy is at least ' +
        'l; recursive: the most frequent value is rarer than c times all from the l-th most frequent on.',
    }),
  c: z.number().gt(0).max(1e9).default(2).meta({
    description: 'The c of model: recursive; a smaller c is stricter.',
    unit: 'times',
  }),
  t: z.number().min(0).max(1).optional().meta({
    description: 'Largest distance of the confidential values of a class from those of the file (t-closeness).',
    unit: 'share of the largest distance',
  }),
  distance: z
    .enum(['auto', 'equal', 'ordered', 'hierarchical'])
    .default('auto')
    .meta({
      description:
        'Distance of two confidential values, for t. equal: all the same; ordered: by the steps between them; ' +
        'hierarchical: by the level at which their classes meet; auto: hierarchical for categories with a ' +
        'hierarchy, ordered for numbers and ordered categories, else equal.',
    }),
  suppressionPercent: z
    .number()
    .min(0)
    .max(100)
    .optional()
    .meta({
      description:
        'Limit for suppressed records; more is an error. By default none if whole columns are recoded (local: ' +
        'none), any number otherwise.',
      unit: 'percent of the records',
    }),
  loss: z.enum(['entropy', 'loss', 'height', 'ncp', 'discernibility', 'aecs']).default('entropy').meta({
    description:
      'Loss measure to minimise. entropy: non-uniform entropy. loss: the share of the values under a class, geometric mean over columns. height: the level over the number of levels. ncp: values under a class. discernibility: squared class sizes. aecs: records a class.',
  }),
  importance: z
    .record(z.string(), z.number().min(0).max(1e6))
    .optional()
    .meta({
      description:
        'Weights of quasi-identifiers by name, default 1: a factor on the loss of making it coarser. A greater ' +
        'weight keeps it finer. Not with loss: discernibility or aecs, which do not measure single columns.',
    }),
  keep: z
    .array(z.string())
    .optional()
    .meta({
      description:
        'Quasi-identifiers that are never made coarser, as a list: ["sex"]. An error if their values alone belong to ' +
        'fewer than k records.',
    }),
  gsFactor: z.number().min(0).max(1).default(0.5).meta({
    description:
      'Balance between recoding (0) and suppression (1). Local recoding sets it itself and does not use this value.',
    unit: 'share of the weight',
  }),
  local: z
    .enum(['none', 'iterate'])
    .default('none')
    .meta({
      description:
        'Recoding by record. none: all records have the same level in a column. iterate: suppressed records are ' +
        'recoded again among themselves, and classes are made finer while all requirements hold. A column then ' +
        'mixes levels and loses far less.',
    }),
  suppressed: z
    .enum(['remove', 'blank'])
    .default('remove')
    .meta({
      description:
        'Treatment of suppressed records. remove: they are left out. blank: they stay without quasi-identifiers ' +
        'and confidential values, if they are at least k and neither l nor t is set; else they are left out.',
    }),
  levels: z
    .array(z.record(z.string(), z.int().min(0)))
    .min(1)
    .optional()
    .meta({
      description:
        'Fixed recoding instead of a search: the level of each column, as in [{"age": 2, "sex": 0}]. Each record uses the first entry that puts it into a sufficient class; the remaining records are suppressed.',
    }),
})

export type KAnonymousRecodeParams = z.infer<typeof recodeParams>
