import { stepForm } from '@sdc/engine'
import * as z from 'zod'
import { intervalOutput } from '@sdc/inspect'

const value = z.number().nullable()

/** Form of a comparison as a document: `comparison.json`, and what `sdc compare --json` prints. */
export const compareOutput = z.strictObject({
  n: z.int(),
  columns: z.array(z.string()),
  given: z.array(z.string()).meta({ description: 'Columns whose relations to the masked ones were measured.' }),
  axes: z.strictObject({ risk: z.string(), loss: z.string() }),
  metrics: z
    .record(z.string(), z.strictObject({ title: z.string(), unit: z.string(), better: z.enum(['lower', 'higher']) }))
    .meta({ description: 'Metrics that were measured.' }),
  limits: z.record(z.string(), z.number()).meta({
    description:
      'The most that metrics may have in any run; the least, where more is better; ID:upper and ID:lower are of the end of ' +
      'the interval.',
  }),
  risks: z.record(z.string(), z.strictObject({ independent: value, high: value })).meta({
    description: 'Risks: value in independent data; value beyond which a risk is high, its limit if there is one.',
  }),
  candidates: z.array(
    z.strictObject({
      use: z.string(),
      varied: z.record(z.string(), z.unknown()).meta({ description: 'Parameters that vary in its grid.' }),
      steps: z.array(stepForm).meta({ description: 'Its steps, as a plan has them, each with the columns it masks.' }),
      then: z.array(z.string()),
      label: z.string(),
      title: z.string(),
      replicates: z.int(),
      pareto: z.boolean(),
      chosen: z.boolean(),
      place: z.int().optional().meta({ description: 'Place among the best plans, from 1; absent for all others.' }),
      unmasked: z.array(z.string()).meta({ description: 'Columns to be masked that the plan leaves unmasked.' }),
      beyond: z
        .array(z.strictObject({ metric: z.string(), limit: z.number(), value, reason: z.string().optional() }))
        .meta({
          description: 'The limits that it does not keep, with its worst value: such a candidate is never chosen.',
        }),
      high: z
        .array(z.string())
        .meta({ description: 'Its risks that are high in its worst run, of those that were measured of it.' }),
      levels: z
        .record(z.string(), z.enum(['high', 'fair', 'low']))
        .meta({ description: 'Levels of its risks in its worst run; where limits decide, of risks with a limit.' }),
      reasons: z.array(z.string()).meta({ description: 'Unmasked columns, broken limits and high risks, in words.' }),
      negatives: z
        .array(z.strictObject({ column: z.string(), values: z.int() }))
        .optional()
        .meta({
          description: 'Number of negative values of a column that has none in the original: the most in a run.',
        }),
      rules: z.strictObject({ records: z.int(), broken: z.int() }).optional().meta({
        description: 'Number of records that break a rule of the schema, the most in a run; absent without rules.',
      }),
      error: z.strictObject({ code: z.string(), message: z.string(), fix: z.string() }).optional(),
      metrics: z.record(
        z.string(),
        z.strictObject({
          mean: value,
          min: value,
          max: value,
          worstEnd: z
            .number()
            .optional()
            .meta({ description: "The worst of the worse ends of the runs' 95 % intervals, or of their values." }),
          interval: intervalOutput.optional(),
          reason: z.string().optional(),
        }),
      ),
    }),
  ),
  verdict: z.string().meta({ description: 'The choice, in words; empty while candidates are being compared.' }),
  decision: z
    .strictObject({
      purpose: z.string().optional(),
      lines: z.array(
        z.strictObject({ of: z.enum(['choice', 'risk', 'loss', 'runner-up', 'none', 'advice']), text: z.string() }),
      ),
      finalists: z.array(z.string()),
      ties: z.array(z.string()),
      close: z.array(z.string()),
      tried: z.strictObject({ keys: z.int(), values: z.int() }),
      beside: z.record(z.string(), z.strictObject({ original: value, independent: value })),
      sampled: z.int().optional(),
      partial: z.literal(true).optional(),
    })
    .optional()
    .meta({
      description:
        'Details of the choice. finalists: labels of the plans that were run again. ties: those as good. close: limits that the ' +
        'choice nearly reaches. Then: values of the original and of independent data. sampled: records that were masked. ' +
        'partial: a budget or a user ended the comparison early.',
    }),
  notes: z.array(z.string()).meta({ description: 'Parts that were left out, with the reasons.' }),
  warnings: z.array(z.string()),
})
