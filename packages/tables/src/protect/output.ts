import { cellStatuses } from '@sdc/core'
import * as z from 'zod'

const end = z.number().nullable().meta({ description: 'null where nothing bounds it.' })

const step = {
  method: z.string(),
  params: z.record(z.string(), z.unknown()),
  report: z.record(z.string(), z.number().nullable()),
  warnings: z.array(z.string()),
}

const levels = z.array(z.string()).meta({ description: 'A level of every dimension, in their order.' })

const shown = z.number().nullable().meta({ description: 'null where the cell is suppressed.' })

const level = z
  .strictObject({ lower: z.number(), upper: z.number(), width: z.number() })
  .nullable()
  .meta({ description: 'Required uncertainty of a sensitive cell; null for others.' })

const interval = z.strictObject({ low: end, high: end }).nullable().meta({
  description:
    'Interval that a reader can compute for a suppressed or changed cell; null for others, and where it is not known.',
})

const figures = z
  .strictObject({
    contributors: z.int().nullable(),
    largest: z.number().nullable().meta({ description: 'The largest contribution, as a part of the value.' }),
    rest: z.number().nullable().meta({ description: 'Remainder without the two largest, as a part of the largest.' }),
  })
  .nullable()
  .meta({
    description:
      'Number of contributors to a sensitive cell and their shares; null for others, and where they are not known.',
  })

/** Unprotected cells, each with its intruder. */
const exceptions = z
  .array(
    z.strictObject({
      cell: z.string().meta({ description: 'A cell, or the cells of a sum joined by +.' }),
      side: z.enum(['above', 'below', 'width']),
      who: z.string(),
      value: z.number().meta({ description: 'The true value of the cell, or of the sum.' }),
      asked: z.number().meta({ description: 'Required distance from the true value.' }),
      kept: z.number(),
      help: z.string(),
    }),
  )
  .meta({ description: 'Levels that are not kept: of a protection, those that nothing can keep.' })

const internal = z.strictObject({
  version: z.literal('internal'),
  rules: z.array(z.strictObject({ ...step, sensitive: z.int() })),
  given: z.strictObject({ cells: z.int(), percent: z.number() }).meta({
    description: 'The cells that the table itself calls primary, and how much of their value must remain unknown.',
  }),
  sensitive: z.int(),
  protection: z.strictObject(step),
  audit: z.strictObject(step).nullable().meta({ description: 'null where nothing is suppressed.' }),
  rounding: z.strictObject(step).nullable().meta({ description: 'null unless asked for after a suppression.' }),
  exceptions,
  verdict: z.string(),
  tables: z.array(
    z.strictObject({
      dimensions: z.array(z.string()),
      value: z.string(),
      cells: z.array(
        z.strictObject({
          levels,
          value: shown,
          status: z.enum(cellStatuses),
          reason: z.string().optional().meta({ description: 'The letter of --reason-codes; empty where published.' }),
          rules: z
            .array(z.string())
            .meta({ description: 'The rules that a sensitive cell breaks, as they are written.' }),
          figures,
          level,
          interval,
        }),
      ),
    }),
  ),
})

const open = z.strictObject({
  version: z.literal('public'),
  tables: z.array(
    z.strictObject({
      dimensions: z.array(z.string()),
      value: z.string(),
      cells: z.array(z.strictObject({ levels, value: shown, status: z.enum(['published', 'suppressed']) })),
    }),
  ),
})

/** Form of the results of `protectedJson` and `viewJson`: all of the internal version, the cells of the public one. */
export const tableProtectOutput = z.union([internal, open])

/** Form of the result of `auditedJson`. */
export const tableAuditOutput = z.strictObject({
  rules: z.array(z.strictObject({ ...step, sensitive: z.int() })),
  sensitiveBy: z.enum(['rules and table', 'pattern', 'nobody']).meta({
    description: 'Source of the sensitive cells; without one, each suppressed cell counts as sensitive.',
  }),
  cells: z.int(),
  suppressed: z.int(),
  sensitive: z.int(),
  unprotected: z.int(),
  disclosed: z.int(),
  wasteful: z.int(),
  protected: z.boolean(),
  exceptions,
  verdict: z.string(),
  suppressedCells: z.array(
    z.strictObject({
      cell: z.string(),
      levels,
      status: z.enum(['primary', 'secondary', 'suppressed', 'published']),
      sensitive: z.boolean(),
      value: z.number(),
      level,
      interval: z.strictObject({ low: end, high: end }),
      insider: z
        .strictObject({ knows: z.string(), low: end, high: end })
        .nullable()
        .meta({ description: 'The narrowest interval of a respondent who is alone in another suppressed cell.' }),
      verdict: z.enum(['not protected', 'computed exactly', 'protected']),
    }),
  ),
})
