import { refParam } from '@sdc/core'
import * as z from 'zod'

/** The parameters of algorithm 1 that do not depend on what it starts from. */
export const loopParams = {
  order: z.int().min(1).max(20).default(2).meta({
    description:
      'm: the moments of order 1 to m are brought back; 2 is means, variances and covariances. At most 10,000 moments.',
  }),
  step: z.number().gt(0).max(10).default(0.5).meta({
    description: 'One step changes one value by a normal draw with this standard deviation.',
    unit: 'standard deviations of the original column',
  }),
  maxSteps: z.int().min(1).default(5_000_000).meta({
    description: 'It ends after so many steps at the latest; before, where it stands still.',
    unit: 'steps',
  }),
  il1Scale: z.enum(['raw', 'std']).default('raw').meta({
    description:
      'What IL1 compares: raw values, as loss/il-score does and the printed tables need, or standardised ones, as the algorithm reads.',
  }),
}

/** The target of E, where it is by default a share of E at the start. */
export const targetParam = (share: string): z.ZodOptional<z.ZodNumber> =>
  z
    .number()
    .positive()
    .optional()
    .meta({
      description: `The sum of squared differences of moments, E, below which it ends; by default ${share} of E at the start.`,
      unit: 'squares of standardised moments',
    })

/** The metric that is measured before and after. */
export const scoreParam = refParam('metric', {
  kind: 'score',
  default: 'score/sebe',
  description:
    "A score that is reported before and after, by the nearest record and by the record's own (its parameter truth), so that both are seen.",
})
