import * as z from 'zod'

const value = z.number().nullable()

/** What `inversionJson` gives. */
export const attackInversionOutput = z.strictObject({
  n: z.int().meta({ description: 'Records of the masked file.' }),
  wholeRecords: z.int().meta({ description: 'Records of which every attacked column came back.' }),
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

/** What `linkageJson` gives. */
export const attackLinkageOutput = z.strictObject({
  records: z.int(),
  columns: z.array(z.string()),
  clusters: z.int(),
  leastCluster: z.int().meta({ description: 'Records in the least cluster.' }),
  runs: z.int(),
  promised: z.number().meta({ description: '1/k: a share of the records, as are the next two.' }),
  rate: z.number().meta({ description: 'Right links over all records and runs.' }),
  bound: z.number().meta({ description: '1/k + 3·√(¼/(nR)).' }),
  holds: z.boolean().meta({ description: 'rate ≤ bound' }),
  rates: z.array(z.number()).meta({ description: 'Right links of every run.' }),
})

/** What `registeredAttackJson` gives. */
export const attackRunOutput = z.strictObject({
  attack: z.string(),
  columns: z.array(z.string()).meta({ description: 'The columns that are attacked.' }),
  value: value.meta({ description: 'What the intruder learns; null where it cannot be said, then there is a reason.' }),
  unit: z.string(),
  reason: z.string().optional(),
  used: z.int().meta({ description: 'The records or cells that the value rests on.' }),
  params: z.record(z.string(), z.unknown()),
  byColumn: z.record(z.string(), value).optional(),
  tables: z
    .record(z.string(), z.record(z.string(), z.array(z.union([z.string(), value]))))
    .optional()
    .meta({ description: 'What else was found: tables by name, each by columns.' }),
  records: z.array(value).optional().meta({ description: 'One number a record.' }),
})
