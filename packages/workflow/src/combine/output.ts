import * as z from 'zod'
import { imputationKinds } from '@sdc/stats/distributions'

const value = z.number().nullable()

/** Form of the JSON of `combinedJson`. */
export const combineOutput = z.strictObject({
  kind: z.enum(imputationKinds),
  sets: z.int().meta({ description: 'm, the files or rows that were combined.' }),
  level: z.number(),
  sizeRatio: z.number().optional().meta({ description: 'n_syn/n, with kind full and synthetic.' }),
  quantities: z.array(
    z.strictObject({
      name: z.string(),
      estimate: z.number(),
      standardError: z.number(),
      interval: z.array(value).length(2).meta({ description: 'null where there is no bound.' }),
      degrees: value.meta({ description: 'Degrees of freedom; null where infinite.' }),
      within: z.number().meta({ description: 'ū, the mean of the variances.' }),
      between: z.number().meta({ description: 'b, the variance of the estimates.' }),
      total: z.number().meta({ description: 'T, the variance of the estimate.' }),
      replaced: z.boolean().meta({ description: 'True where T was not positive and (n_syn/n)·ū replaces it.' }),
    }),
  ),
})
