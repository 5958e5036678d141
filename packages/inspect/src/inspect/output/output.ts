import { roles } from '@sdc/core'
import * as z from 'zod'
import { findingKinds, shapes } from '../inspection.js'

const numbers = z.strictObject({
  least: z.number(),
  greatest: z.number(),
  median: z.number(),
  whole: z.boolean(),
  step: z
    .number()
    .nullable()
    .meta({ description: 'The step that all values share; null where they have too many digits.' }),
  zeros: z.int(),
  negatives: z.int(),
  skewness: z.number().nullable(),
  heaped: z
    .strictObject({ base: z.number(), share: z.number() })
    .nullable()
    .meta({ description: 'Round number with more multiples among the values than by chance, and their share.' }),
})

/** Form of the result of `inspectionJson`. */
export const inspectOutput = z.strictObject({
  file: z.string(),
  records: z.int(),
  columns: z.array(
    z.strictObject({
      name: z.string(),
      label: z.string().nullable(),
      labels: z.record(z.string(), z.string()).nullable().meta({ description: 'Labels by the texts of their values.' }),
      measure: z.enum(['nominal', 'ordinal', 'scale']).nullable(),
      kind: z.enum(['numeric', 'categorical']).meta({ description: 'As it was read.' }),
      why: z.string().meta({ description: 'Why it is of that kind.' }),
      shape: z.enum(shapes),
      looks: z.string(),
      suggestedKind: z
        .enum(['numeric', 'categorical', 'date', 'datetime', 'time'])
        .nullable()
        .meta({ description: 'Suggested kind for a schema; null where its values do not decide.' }),
      dateFormat: z.string().nullable().meta({ description: 'Form of its dates or times, for a schema.' }),
      missing: z.int(),
      missingKinds: z
        .array(z.strictObject({ text: z.string(), label: z.string().nullable(), records: z.int() }))
        .meta({ description: 'Missing cells by their text; the empty text is system-missing.' }),
      distinct: z.int(),
      missingCodes: z.array(z.strictObject({ text: z.string(), records: z.int(), why: z.string() })),
      numbers: numbers.nullable(),
      levels: z
        .array(z.string())
        .nullable()
        .meta({ description: 'Levels of a column with few, in their natural order.' }),
      role: z.strictObject({ role: z.enum(roles), unsure: z.boolean(), why: z.string() }).nullable(),
      level: z
        .enum(['person', 'household'])
        .nullable()
        .meta({ description: 'Whose one value it is, in all of their records.' }),
      hierarchy: z
        .string()
        .nullable()
        .meta({ description: 'Hierarchy rule for a quasi-identifier that looks like dates, codes or ages.' }),
    }),
  ),
  rules: z.array(z.strictObject({ rule: z.string(), broken: z.int(), judged: z.int(), isActive: z.boolean() })).meta({
    description:
      'Rules of the schema, and rules that the values suggest: numbers of records that break them and that have the ' +
      'values to judge them. isActive: true where --write says them without a comment sign.',
  }),
  risk: z
    .strictObject({
      keys: z.array(z.string()),
      isGuess: z.boolean().meta({ description: 'True for quasi-identifiers that no schema names.' }),
      unique: z.int().meta({ description: 'Number of records that are unique by them.' }),
      expected: z.number().meta({ description: 'Expected share of right re-identifications, from 0 to 1.' }),
      leaveOut: z
        .array(z.strictObject({ key: z.string(), unique: z.int() }))
        .meta({ description: 'Order in which to leave out columns, with the records that remain unique.' }),
    })
    .nullable()
    .meta({ description: 'Identity disclosure before masking (details: sdc risk); null without quasi-identifiers.' }),
  findings: z.array(z.strictObject({ kind: z.enum(findingKinds), columns: z.array(z.string()), text: z.string() })),
})

export type InspectOutput = z.output<typeof inspectOutput>
