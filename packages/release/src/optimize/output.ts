import * as z from 'zod'

const value = z.number().nullable()

/** Table by columns; a missing value is null. */
const table = z.record(z.string(), z.array(z.union([z.string(), value])))

/** Form of the result of `optimizedJson`. */
export const optimizeOutput = z.strictObject({
  method: z.string(),
  params: z.record(z.string(), z.unknown()).meta({ description: 'Those that were set; others have their defaults.' }),
  columns: z.array(z.string()),
  records: z.int(),
  matching: z
    .enum(['key', 'origin', 'position', 'none'])
    .meta({ description: 'Link of the records; none: each counts by its nearest one.' }),
  reached: z
    .boolean()
    .nullable()
    .meta({ description: 'True where every group reached the target; null for a method without a target.' }),
  reports: z
    .array(
      z.strictObject({
        group: z.string(),
        numbers: z.record(z.string(), value),
        tables: z
          .record(z.string(), table)
          .optional()
          .meta({ description: 'By columns: of bounds, what they were, what they are, and what they may be.' }),
      }),
    )
    .meta({ description: 'The numbers that the method reports, of each group; of the whole file the group is empty.' }),
  measured: z
    .array(
      z.strictObject({
        metric: z.string(),
        truth: z.enum(['identity', 'nearest']).optional(),
        unit: z.string(),
        before: value,
        after: value,
        reason: z.string().optional(),
      }),
    )
    .meta({ description: 'The masked file before and after; null where there is no value, with the reason.' }),
  warnings: z.array(z.string()),
})
