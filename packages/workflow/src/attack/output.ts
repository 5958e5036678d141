import * as z from 'zod'

const value = z.number().nullable()

/** Form of the JSON of `inversionJson`. */
export const attackInversionOutput = z.strictObject({
  n: z.int().meta({ description: 'Records of the masked file.' }),
  wholeRecords: z.int().meta({ description: 'Records with every attacked column recovered.' }),
  columns: z.record(
    z.string(),
    z.strictObject({
      functions: z.array(z.string()).meta({ description: 'The published functions, the first applied first.' }),
      used: z.int().meta({ description: 'Masked records that have a value.' }),
      recovered: z.int().meta({ description: 'Those with one candidate.' }),
      rate: value.meta({ description: 'recovered/used; null where none is used.' }),
      mostCandidates: z.int(),
      unmatched: z.int().meta({ description: 'Masked values that are the image of no released value.' }),
      right: z.int().optional().meta({ description: 'Recovered values that are the original ones; with --original.' }),
    }),
  ),
})

/** Form of the JSON of `linkageJson`. */
export const attackLinkageOutput = z.strictObject({
  records: z.int(),
  columns: z.array(z.string()),
  clusters: z.int(),
  leastCluster: z.int().meta({ description: 'Records in the least cluster.' }),
  replicates: z.int(),
  promised: z.number().meta({ description: '1/k: a share of the records, as are the next two.' }),
  rate: z.number().meta({ description: 'Right links over all records and runs.' }),
  bound: z.number().meta({ description: '1/k + 3·√(¼/(nR)).' }),
  holds: z.boolean().meta({ description: 'rate ≤ bound' }),
  rates: z.array(z.number()).meta({ description: 'Right links of every run.' }),
})

/** Form of the JSON of `registeredAttackJson`. */
export const attackRunOutput = z.strictObject({
  attack: z.string(),
  columns: z.array(z.string()).meta({ description: 'The columns that are attacked.' }),
  value: value.meta({ description: 'Result of the attack; null without a value, with a reason.' }),
  unit: z.string(),
  reason: z.string().optional(),
  used: z.int().meta({ description: 'The records or cells that the value rests on.' }),
  params: z.record(z.string(), z.unknown()),
  byColumn: z.record(z.string(), value).optional(),
  tables: z
    .record(z.string(), z.record(z.string(), z.array(z.union([z.string(), value]))))
    .optional()
    .meta({ description: 'Further results: tables by name, each by columns.' }),
  records: z.array(value).optional().meta({ description: 'One number a record.' }),
})

/** Form of the JSON of `repeatedJson`. */
export const attackRepeatedOutput = z.strictObject({
  records: z.int(),
  releases: z.int(),
  files: z.int().meta({ description: 'Files in all: more than releases where each makes several.' }),
  singled: z
    .strictObject({
      persons: z.int().meta({ description: 'Persons in all files; records without a role person.' }),
      each: z.array(z.int()).meta({ description: 'By file, persons whose quasi-identifiers nobody else has.' }),
      together: z.int().meta({ description: 'Persons whom the quasi-identifiers of all files single out.' }),
    })
    .nullable()
    .meta({ description: 'Persons whom masked quasi-identifiers single out; null without quasi-identifiers.' }),
  columns: z.array(
    z.strictObject({
      column: z.string(),
      estimate: z.enum(['average', 'window', 'mode']).meta({ description: 'Estimate with the smallest error.' }),
      cells: z.int(),
      errorOfOne: z.number().meta({
        description: 'Root mean square error of one release; of categories the share that is wrong.',
      }),
      error: z.number().meta({ description: 'The same of the estimate from all files.' }),
      ratio: value.meta({ description: 'error/errorOfOne; null where one release has no error.' }),
      window: z
        .strictObject({ ofOne: z.number(), left: z.number() })
        .nullable()
        .meta({ description: 'Ranks in which the original lies for sure, by one release and by all, on average.' }),
      nearByOne: z.number().meta({
        description: 'Share of the cells within 1 % of the standard deviation; of categories, right.',
      }),
      near: z.number(),
    }),
  ),
})
