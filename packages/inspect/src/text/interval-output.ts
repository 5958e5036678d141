import * as z from 'zod'

/** Form of a confidence interval in results for programs. */
export const intervalOutput = z
  .strictObject({ low: z.number(), high: z.number(), by: z.enum(['binomial', 'jackknife', 'replicates', 'range']) })
  .meta({
    description: '95 % confidence interval with its method; range: range over random starts.',
  })
