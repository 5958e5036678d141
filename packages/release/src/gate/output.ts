import * as z from 'zod'

const value = z.number().nullable()

/** Form of the result of `gateJson`. */
export const gateOutput = z.strictObject({
  policy: z.string().meta({ description: 'The file of the policy, or the name of an example.' }),
  release: z.string(),
  state: z.enum(['met', 'excepted', 'too close', 'not met']).meta({
    description:
      'excepted: met but for what an exception lets pass, or what is allowed to be without a value. too close: a value is ' +
      'within its error of a limit.',
  }),
  runs: z.int().meta({ description: 'Number of judged runs; 1 for two files.' }),
  today: z.string().meta({ description: 'The day that exceptions were held against.' }),
  columns: z.array(z.string()).meta({ description: 'Measured columns.' }),
  given: z.array(z.string()),
  criteria: z.array(
    z.strictObject({
      key: z.string().meta({ description: 'limit ID, or require NAME.' }),
      metric: z.string().optional(),
      title: z.string(),
      bound: z.string().meta({ description: 'Limit or demand as a text with its unit: at most 25 %.' }),
      limit: value,
      released: value.meta({ description: 'Value of the masked file, or of the first run of a plan.' }),
      worst: value.meta({ description: 'Worst value of all runs; null where one has no value, and for a demand.' }),
      worstRun: z.int().nullable().meta({ description: 'Which run that is, from 1.' }),
      independent: value.meta({ description: 'Value in independent data: the yardstick of a risk.' }),
      unit: z.string(),
      state: z.enum(['met', 'excepted', 'allowed', 'too close', 'not met']),
      text: z.string(),
      fix: z.string().optional().meta({ description: 'Short remedy of a criterion that is not met.' }),
      cause: z.string().optional().meta({
        description:
          'Why a metric has no value, or which columns name people. It may name columns that are not released.',
      }),
      exception: z
        .strictObject({ metric: z.string(), upTo: z.number(), by: z.string(), reason: z.string(), until: z.string() })
        .optional()
        .meta({ description: 'The one that lets it pass.' }),
    }),
  ),
  verdict: z.string(),
  warnings: z.array(z.string()),
})
