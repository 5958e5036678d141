import { roles } from '@sdc/core'
import * as z from 'zod'
import { guessableRoles } from './risk-report.js'

const records = (description: string): z.ZodInt => z.int().meta({ description: `Number of records ${description}.` })
const share = (description: string): z.ZodNumber => z.number().min(0).max(1).meta({ description })

/** Form of the result of `riskJson`: shares are from 0 to 1, `percent` from 0 to 100. */
export const riskOutput = z.strictObject({
  file: z.string(),
  records: z.int(),
  keys: z.array(z.string()).meta({ description: 'The quasi-identifiers.' }),
  k: z.int(),
  guessed: z
    .array(z.enum(guessableRoles))
    .meta({ description: 'Roles that nothing names a column for: their columns are guesses by names and values.' }),
  identity: z
    .strictObject({
      classes: z.int().meta({ description: 'Number of equivalence classes.' }),
      smallest: records('in the smallest class'),
      unique: records('in classes of one'),
      belowThree: records('in classes of fewer than three'),
      belowK: records('in classes of fewer than k'),
      expected: share('Expected share of right re-identifications: mean of 1 / class size over the records.'),
      missing: records('that lack a quasi-identifier; missing counts as a value of its own'),
      keys: z.array(
        z.strictObject({
          key: z.string(),
          levels: z.int().meta({ description: 'Number of different values.' }),
          missing: z.int(),
          alone: records('that are unique by it alone'),
          without: records('that are unique by all others without it'),
        }),
      ),
      leaveOut: z
        .array(z.strictObject({ key: z.string(), unique: records('that are unique by those that remain') }))
        .meta({ description: 'Order in which to leave out columns, so that the fewest records are unique.' }),
    })
    .nullable()
    .meta({ description: 'Identity disclosure; null without quasi-identifiers or records.' }),
  fewKeys: z
    .strictObject({
      maxSize: z.int().meta({ description: 'Sets of more quasi-identifiers were not looked at.' }),
      atMost: z.array(z.int()).meta({ description: 'Records that are unique by at most 1, 2, … quasi-identifiers.' }),
      exposed: z.array(
        z.strictObject({
          record: z.int().meta({ description: 'Its number in the file, from 1.' }),
          facts: z.array(z.strictObject({ column: z.string(), value: z.string().nullable() })),
          sets: z.int().meta({ description: 'Number of minimal sets that it is unique by.' }),
        }),
      ),
    })
    .nullable()
    .meta({ description: 'Records that few quasi-identifiers single out; null where they were not looked for.' }),
  answers: z
    .strictObject({
      items: z.int().meta({ description: 'Number of items of the questionnaire.' }),
      known: z.int().meta({ description: 'Number of answers that an intruder knows.' }),
      sets: z.int().meta({ description: 'Number of sets of so many items that were measured.' }),
      unique: share('Share of people who are unique, mean over the sets.'),
      belowThree: share('Share of people in classes of fewer than three.'),
      expected: share('Expected share of right re-identifications.'),
      worst: z.strictObject({ items: z.array(z.string()), belowThree: share('The greatest share of a set.') }),
    })
    .nullable()
    .meta({ description: 'Identity disclosure by the quasi-identifiers and a few answers; null without items.' }),
  population: z
    .strictObject({ percent: z.number().nullable(), reason: z.string().nullable(), warnings: z.array(z.string()) })
    .nullable()
    .meta({ description: 'Estimated uniques of the population, in percent of it; null without a weight.' }),
  weights: z.strictObject({ column: z.string(), sum: z.number(), belowOne: z.int(), zero: z.int() }).nullable(),
  values: z
    .array(
      z.strictObject({
        column: z.string(),
        present: records('with a value'),
        once: share('Share of these whose value occurs once.'),
        numbers: z
          .strictObject({
            zeros: share('Share of zeros; null for dates and times.').nullable(),
            greatest: z.number().nullable().meta({ description: 'The greatest value; null for dates and times.' }),
            overSecond: z.number().nullable().meta({ description: 'The greatest over the second greatest value.' }),
            overP95: z.number().nullable().meta({ description: 'The greatest value over the 95 % point.' }),
            toldBy: z
              .strictObject({ key: z.string(), share: share('Adjusted η² or R² of normal scores.') })
              .nullable()
              .meta({ description: 'The quasi-identifier that tells most of it.' }),
          })
          .nullable(),
        level: z.strictObject({ level: z.string(), share: share('Share of the most frequent category.') }).nullable(),
      }),
    )
    .meta({ description: 'One entry a confidential column.' }),
  unnamed: z.array(z.strictObject({ column: z.string(), suggested: z.enum(roles).nullable() })),
  fix: z.array(z.string()),
  verdict: z.string(),
})

export type RiskOutput = z.output<typeof riskOutput>
