import { refParam } from '@sdc/core'
import * as z from 'zod'

/** Parameters of algorithm 1 that do not depend on its start. */
export const loopParams = {
  order: z.int().min(1).max(20).default(2).meta({
    description:
      'Order m: the moments of order 1 to m are restored; 2 is means, variances and covariances. At most 10,000 moments.',
  }),
  step: z.number().gt(0).max(10).default(0.5).meta({
    description: 'Standard deviation of the normal draw by which one step changes one value.',
    unit: 'standard deviations of the original column',
  }),
  maxSteps: z.int().min(1).default(5_000_000).meta({
    description: 'Largest number of steps; it ends earlier if nothing improves.',
    unit: 'steps',
  }),
  il1Scale: z.enum(['raw', 'std']).default('raw').meta({
    description:
      'Values that IL1 compares: raw, as in loss/il-score and the printed tables, or standardised, as in the algorithm.',
  }),
}

/** Returns the parameter for the target of E, by default a share of E at the start. */
export const targetParam = (share: string): z.ZodOptional<z.ZodNumber> =>
  z
    .number()
    .positive()
    .optional()
    .meta({
      description: `Sum of squared differences of moments, E, below which the search ends; by default ${share} of E at the start.`,
      unit: 'squares of standardised moments',
    })

/** Metric that is measured before and after. */
export const scoreParam = refParam('metric', {
  kind: 'score',
  default: 'score/sebe',
  description:
    "Score to report before and after, both by the nearest record and by the record's own (its parameter truth).",
})
