import * as z from 'zod'

const value = z.number().nullable()

const levels = z.array(
  z.strictObject({
    level: z
      .array(z.string().nullable())
      .meta({ description: 'The category of every column of the variable; null where it is missing.' }),
    masked: z.int().meta({ description: 'Records that have the level in the masked file.' }),
    estimate: z.number().meta({ description: 'Records that had it, t̂ = (Pᵀ)⁻¹t′; it may be negative.' }),
    standardError: value.meta({
      description: 'Standard error of the draw; null where the estimated variance is below 0.',
    }),
    interval: z.array(value).length(2),
  }),
)

/** Form of the result of `estimatesJson`. */
export const estimateOutput = z.strictObject({
  level: z.number().meta({ description: 'The probability that an interval is to cover with.' }),
  variables: z.array(
    z.strictObject({
      columns: z.array(z.string()).meta({ description: 'One column, or several that were crossed.' }),
      records: z.int(),
      leftOut: z.int().meta({ description: 'Records with a missing value that are in no level.' }),
      condition: z.number().meta({ description: 'The greatest condition number κ₁ of the matrices.' }),
      exact: z.boolean().meta({ description: 'True where the frequencies are exact: the estimate is the count.' }),
      levels,
      groups: z
        .array(z.strictObject({ group: z.string(), records: z.int(), levels }))
        .meta({ description: 'Estimates of each group, where the file was masked within groups.' }),
    }),
  ),
})
