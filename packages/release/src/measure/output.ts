import * as z from 'zod'
import { intervalOutput } from '@sdc/inspect'

const value = z.number().nullable()

/** Table by columns; a missing value is null. */
const table = z.record(z.string(), z.array(z.union([z.string(), value])))

/** Measured values by the ids of their metrics. */
export const metricValues = z.record(
  z.string(),
  z.strictObject({
    title: z.string(),
    value: value.meta({ description: 'null where it cannot be computed; then there is a reason.' }),
    unit: z.string(),
    better: z.enum(['lower', 'higher']),
    independent: value.optional().meta({ description: 'Value in independent data: the yardstick of a risk.' }),
    high: z.number().optional().meta({ description: 'Value from which the risk is high.' }),
    level: z.enum(['high', 'fair', 'low']).optional().meta({
      description: 'high: beyond `high`. fair: more than half of the way there from independent data. low: less.',
    }),
    limit: z.number().optional().meta({ description: 'Limit that the user set.' }),
    reason: z.string().optional(),
    warnings: z.array(z.string()).optional().meta({ description: 'Warnings about the value, a sentence each.' }),
    used: z.int().meta({ description: 'The records, pairs or cells that the value rests on.' }),
    interval: intervalOutput.optional(),
    sample: z
      .strictObject({ of: z.int(), drawn: z.int(), standardError: z.number() })
      .optional()
      .meta({ description: 'Sample of records, where only some were measured, with the standard error.' }),
    params: z.record(z.string(), z.unknown()),
    columns: z.record(z.string(), value).optional(),
    tables: z
      .record(z.string(), table)
      .optional()
      .meta({ description: 'Further results of the metric: tables by name, each by columns.' }),
    records: z.array(value).optional(),
    recordColumns: table.optional().meta({ description: 'Several numbers a record, by their names.' }),
  }),
)

/** Form of the result of `measuredJson`. */
export const measureOutput = z.strictObject({
  n: z.int().meta({ description: 'Matched pairs of records.' }),
  matching: z
    .enum(['key', 'origin', 'position', 'none'])
    .meta({ description: 'Link of the records; none: synthetic records without an original one.' }),
  columns: z.array(z.string()),
  given: z.array(z.string()).meta({ description: 'Unmasked columns whose relation to the masked ones is measured.' }),
  metrics: metricValues,
  groups: z
    .array(z.strictObject({ group: z.string(), records: z.int(), metrics: metricValues }))
    .optional()
    .meta({ description: 'Every group measured by itself; with --by.' }),
  verdict: z.string().meta({ description: 'A line each: the state, the worst risk, and the loss.' }),
  warnings: z.array(z.string()),
  notes: z.array(z.string()),
})
