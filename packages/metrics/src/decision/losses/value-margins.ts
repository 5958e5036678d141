/**
 * Loss of the distributions of the confidential columns.
 *
 * Mean over the columns of: numbers mean(min(1, 2 KS), |Δ mean|/sd, |ln(sd ratio)|), each at most 1; categories
 * min(1, TVD + ½ mean of |p − q|/p). The point masses of a column count as one more column, by min(1, Σ|Δ share|). In percent.
 * Source: this project.
 */
import { defineMetric } from '@sdc/core'
import { ofFamily } from './of-family.js'
import { lossOfRoles } from '../structure/structure.js'

export const valueMarginsMetric = defineMetric({
  ...lossOfRoles,
  id: 'loss/value-margins',
  title: 'Distributions of confidential columns',
  summary: 'Mean change of the distributions of the confidential columns, with their point masses.',
  brief: [
    '0 % means that the distribution of each confidential column is as before.',
    'It looks at one column at a time.',
  ],
  formula:
    'mean over columns of mean(min(1, 2 KS), |Δ mean|/sd, |ln(sd ratio)|), over point masses, and over categories of min(1, TVD + ½ mean of |p − q|/p)',
  source: [{ where: 'This project' }],
  notes: [
    {
      topic: 'choices',
      text: 'A numeric column with values that 5 % of the records share counts once more, by the changes of their shares.',
    },
    { topic: 'missing', text: 'The change of the share of missing values adds to KS, and is a category of TVD.' },
    { topic: 'interpretation', text: 'loss/structure measures it together with the other families.' },
  ],
  ...ofFamily({
    family: 'value-margins',
    without: 'no column is confidential, or the masked file has none of them',
    table: 'margins',
    rows: { column: 'role', is: 'confidential' },
  }),
})
