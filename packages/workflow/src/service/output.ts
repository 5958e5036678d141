import * as z from 'zod'
import { queryKinds } from '@sdc/core'

/** What `askedJson` gives. */
export const serviceAskOutput = z.strictObject({
  service: z.string(),
  query: z.strictObject({
    ask: z.enum(queryKinds),
    columns: z.array(z.string()),
    where: z
      .record(z.string(), z.union([z.string(), z.number(), z.array(z.number()).length(2)]))
      .optional()
      .meta({ description: 'By column the value, or the least and the greatest one, of the records asked about.' }),
  }),
  value: z.number().nullable().meta({ description: 'null where the service does not give one.' }),
  interval: z
    .array(z.number().nullable())
    .length(2)
    .optional()
    .meta({ description: 'Holds the true value; null where there is no bound.' }),
  refused: z.string().optional().meta({ description: 'Why there is no value.' }),
})
