/**
 * Distance of masked from original confidential numbers, record by record.
 *
 * Mean over the columns of min(1, mean |Δ normal score|/1.128); 1.128 = 2/√π is the mean distance of independent scores. In
 * percent.
 * Source: this project.
 */
import { defineMetric } from '@sdc/core'
import { ofFamily } from './of-family.js'
import { lossOfRoles } from './structure.js'

export const closenessMetric = defineMetric({
  ...lossOfRoles,
  id: 'loss/closeness',
  title: 'Closeness of confidential numbers',
  summary: 'Mean distance of masked from original values of a record, in normal scores; 100 % as of independent ones.',
  formula: '100 · mean over columns of min(1, mean|Δ normal score|/1.128)',
  source: [{ where: 'This project' }],
  notes: [
    { topic: 'interpretation', text: 'Each file has its own normal scores, so that a change of unit is no distance.' },
    { topic: 'interpretation', text: 'It is measured together with the other families, by loss/structure.' },
  ],
  ...ofFamily({
    family: 'closeness',
    without: 'no confidential column has numbers in both files',
    needsOrigin: true,
    table: 'closeness',
  }),
})
