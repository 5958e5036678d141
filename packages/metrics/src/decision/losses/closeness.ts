/**
 * Distance of masked from original confidential numbers, record by record.
 *
 * Mean over the columns of min(1, mean |Δ normal score|/1.128); 1.128 = 2/√π is the mean distance of independent scores. In
 * percent.
 * Source: this project.
 */
import { defineMetric } from '@sdc/core'
import { ofFamily } from './of-family.js'
import { lossOfRoles } from '../structure/structure.js'

export const closenessMetric = defineMetric({
  ...lossOfRoles,
  id: 'loss/closeness',
  title: 'Closeness of confidential numbers',
  summary:
    "Mean distance between a record's masked and original values, in normal scores; 100 % equals that of independent " +
    'values.',
  brief: [
    '0 % means unchanged values, 100 % values as far away as those of another person.',
    'It is a mean over records; low values also mean little protection.',
  ],
  formula: '100 · mean over columns of min(1, mean|Δ normal score|/1.128)',
  source: [{ where: 'This project' }],
  notes: [
    { topic: 'interpretation', text: 'Each file has its own normal scores, so a change of unit adds no distance.' },
    { topic: 'interpretation', text: 'loss/structure measures it together with the other families.' },
  ],
  ...ofFamily({
    family: 'closeness',
    without: 'no confidential column has numbers in both files',
    needsOrigin: true,
    table: 'closeness',
  }),
})
