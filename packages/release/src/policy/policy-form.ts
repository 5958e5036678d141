import * as z from 'zod'
import { byName, MOST_REPLICATES } from '@sdc/engine'

/** Number of runs of a plan if a policy has none: one run does not show the effect of chance. */
export const USUAL_RUNS = 20

const said = (what: string): z.ZodString => z.string().regex(/\S/, `${what}, and not empty`)

/** YAML 1.1 reads `2027-03-31` as a date, YAML 1.2 as a text: both are that day. */
const day = z.preprocess(
  (value) => (value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString().slice(0, 10) : value),
  z.string(),
)

const exception = z.strictObject({
  metric: z.string().meta({ description: 'The limit that is deviated from, as it stands among the limits.' }),
  upTo: z.number().meta({ description: 'Value up to which the exception accepts the metric.' }),
  by: said('the person responsible').meta({ description: 'Person responsible.' }),
  reason: said('a reason').meta({ description: 'Why.' }),
  until: day.meta({ description: 'The last day on which it holds: 2027-03-31.' }),
})

const demands = z.strictObject({
  keyed: z.boolean().optional().meta({ description: 'true: the random numbers are keyed, and not those of a seed.' }),
  shuffled: z.boolean().optional().meta({ description: 'true: the records are in random order, or synthetic.' }),
  identifiers: z
    .literal('none')
    .optional()
    .meta({ description: 'none: no column with the role identifier is in the file.' }),
  openColumns: z.enum(['none', 'accepted']).optional().meta({
    description:
      'Unmasked (or almost unchanged) columns that disclose something. none: there is none; accepted: each was accepted by name.',
  }),
})

const releaseType = z.strictObject({
  title: z.string().optional().meta({ description: 'Purpose, in a sentence.' }),
  limits: byName(z.number())
    .default({})
    .meta({
      description:
        'The most that metrics may have, by their ids; the least, where more is better. ID:upper is the upper end of the ' +
        '95 % interval, ID:lower the lower one where more is better. Judged is the worst run.',
    }),
  require: demands.default({}),
  runs: z
    .int()
    .min(1)
    .max(MOST_REPLICATES)
    .default(USUAL_RUNS)
    .meta({ description: 'Number of runs of a plan that draws random numbers.' }),
  allowNull: byName(said('a reason')).default({}).meta({
    description:
      'Limits that may be without a value, by the ids of their metrics: each with the reason why. A value must keep them.',
  }),
  exceptions: z.array(exception).default([]),
})

/** Form of a written policy. */
export const policyForm = z.strictObject({
  version: z.literal(1).meta({ description: 'The version of this form.' }),
  releases: byName(releaseType).meta({ description: 'The types of release, by name.' }),
})

export type WrittenPolicy = z.output<typeof policyForm>
