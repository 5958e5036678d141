import * as z from 'zod'
import { metricValues } from '../measure/output.js'

/** A file that was written. */
export const writtenFile = z.strictObject({
  name: z.string(),
  sha256: z.string().meta({ description: 'Its hash, as its public manifest has it.' }),
  records: z.int(),
})

/** Form of the result of `producedJson`, for `sdc mask` and `sdc run`. */
export const maskOutput = z.strictObject({
  files: z.array(writtenFile).meta({ description: 'The masked file, or the files of one release.' }),
  manifest: z.string().nullable().meta({ description: 'Public manifest of the files.' }),
  input: z.strictObject({ records: z.int(), columns: z.int() }),
  columns: z.array(z.string()).meta({ description: 'The columns that were masked.' }),
  given: z.array(z.string()).meta({ description: 'The columns that they were masked given.' }),
  methods: z
    .array(
      z.strictObject({
        use: z.string(),
        by: z.array(z.string()).meta({ description: 'The columns that form the groups it masked in.' }),
        params: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .meta({ description: 'In their order; of a released file without parameters, unless they are published.' }),
  released: z.boolean(),
  randomness: z
    .enum(['fresh', 'repeated'])
    .meta({ description: 'repeated: by a seed or as a replay; the seed itself is never printed.' }),
  draws: z.int().meta({ description: 'Which draw kept the limits, from 1.' }),
  limits: z
    .array(
      z.strictObject({
        metric: z.string(),
        limit: z.number(),
        value: z.number(),
      }),
    )
    .meta({
      description: 'Limits that it keeps; a run that exceeds one writes nothing and ends with status 3.',
    }),
  metrics: metricValues.optional().meta({ description: 'Metrics measured after the run (sdc run).' }),
  halves: z
    .strictObject({
      inside: z.int().meta({ description: 'Records of the half that the plan ran on.' }),
      outside: z.int().meta({ description: 'Records of the other half, the control.' }),
      metrics: metricValues,
    })
    .optional()
    .meta({ description: 'The plan measured on halves of the file (sdc run --halves); not of the written file.' }),
  warnings: z.array(z.string()),
  notes: z.array(z.string()),
})
