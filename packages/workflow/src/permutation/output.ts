import * as z from 'zod'

const value = z.number().nullable()

/** Form of the JSON of `permutationJson`. */
export const permutationOutput = z.strictObject({
  columns: z.record(
    z.string(),
    z.strictObject({
      pairs: z.int(),
      mean: value.meta({ description: 'Mean change of rank, in ranks.' }),
      meanAtRandom: value.meta({ description: 'Value of a random permutation: (n² − 1)/(3n).' }),
      median: value,
      greatest: value,
      noiseShare: value.meta({ description: 'Var(Y − Z)/Var(Y − X), a share; null where nothing changed.' }),
    }),
  ),
  adversary: z
    .strictObject({ records: z.int(), exactRate: z.number(), expectedRate: z.number(), chance: z.number() })
    .nullable()
    .meta({ description: 'The maximum-knowledge adversary; shares of the records.' }),
  reason: z.string().optional(),
})

const condition = { atLeast: z.number(), holds: z.boolean() }

/** Form of the JSON of `verdictJson`. */
export const permutationVerifyOutput = z.strictObject({
  records: z.int().meta({ description: 'Records of the released file.' }),
  columns: z.record(
    z.string(),
    z.strictObject({
      rank: z.number().meta({ description: 'The own rank among the released values.' }),
      localVariancePercent: z
        .number()
        .meta({ description: "Variance of the values near it, in percent of the column's." }),
    }),
  ),
  distance: z
    .strictObject({ ranks: z.number(), ...condition })
    .meta({ description: 'To the nearest released record, in ranks; what is asked for in ranks too.' }),
  variance: z
    .strictObject({ percent: z.number(), ...condition })
    .meta({ description: "The least local variance, in percent of the column's." }),
  protected: z.boolean().meta({ description: 'True where both conditions hold.' }),
})
