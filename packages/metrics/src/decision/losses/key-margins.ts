/**
 * Loss of the distributions of the quasi-identifiers, in the analyst's view of them.
 *
 * Mean over the keys of: numbers mean(min(1, 2 KS), |Δ mean|/sd, |ln(sd ratio)|), each at most 1; categories
 * min(1, TVD + ½ mean of |p − q|/p). In percent.
 * Source: this project.
 */
import { defineMetric } from '@sdc/core'
import { ofFamily } from './of-family.js'
import { lossOfRoles } from '../structure/structure.js'

export const keyMarginsMetric = defineMetric({
  ...lossOfRoles,
  id: 'loss/key-margins',
  title: 'Distributions of quasi-identifiers',
  summary: 'Mean change of the distributions of the quasi-identifiers, as an analyst sees them.',
  brief: ['0 % means that the counts of each quasi-identifier are as before.', 'It looks at one column at a time.'],
  formula:
    'mean over keys of mean(min(1, 2 KS), |Δ mean|/sd, |ln(sd ratio)|), of categories min(1, TVD + ½ mean of |p − q|/p)',
  source: [{ where: 'This project' }],
  notes: [
    {
      topic: 'choices',
      text: 'A coarse or blank cell is replaced by a draw from its possible values, by the exact cells of the release.',
    },
    { topic: 'interpretation', text: 'loss/structure measures it together with the other families.' },
  ],
  ...ofFamily({
    family: 'key-margins',
    without: 'no column is a quasi-identifier, or the masked file has none of them',
    table: 'margins',
    rows: { column: 'role', is: 'quasi-identifier' },
  }),
})
