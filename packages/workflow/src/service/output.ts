import * as z from 'zod'
import { queryKinds } from '@sdc/core'

/** Form of a query, in results for programs and in the log. */
export const queryForm = z.strictObject({
  ask: z.enum(queryKinds),
  columns: z.array(z.string()),
  where: z
    .record(z.string(), z.union([z.string(), z.number(), z.array(z.number()).length(2)]))
    .optional()
    .meta({ description: 'By column the value, or the least and the greatest one, of the records asked about.' }),
})

const interval = z.array(z.number().nullable()).length(2)

/** Fields of an answer to a query. */
export const answerForm = {
  value: z.number().nullable().meta({ description: 'null where the service does not give one.' }),
  interval: interval.optional().meta({ description: 'Holds the true value; null where there is no bound.' }),
  coefficients: z
    .array(
      z.strictObject({
        column: z.string().nullable().meta({ description: 'Column of the coefficient; null for the constant.' }),
        interval,
      }),
    )
    .optional()
    .meta({ description: 'Intervals of a regression: each contains the true coefficient.' }),
  refused: z.string().optional().meta({ description: 'Why there is no value.' }),
  records: z.int().optional().meta({ description: 'Number of records.' }),
}

/** Form of the JSON of `answerJson`. */
export const serviceAskOutput = z.strictObject({
  service: z.string(),
  number: z.int().meta({ description: 'Which query of the log it is, from 1.' }),
  repeated: z.boolean().meta({ description: 'True for a query that was asked before.' }),
  query: queryForm,
  ...answerForm,
})

/** Form of a log entry: an answer, and the MAC that links it to the previous entry. */
export const logEntryForm = z.strictObject({
  number: z.int().min(1),
  time: z.string(),
  query: queryForm,
  ...answerForm,
  hash: z.string().meta({ description: 'SHA-256 of the hash before it and of the entry without its hash.' }),
})

/** Form of the JSON of `serviceLogJson`. */
export const serviceLogOutput = z.strictObject({
  service: z.string(),
  queries: z.int(),
  answered: z.int(),
  refused: z.int(),
  entries: z.array(logEntryForm),
})
