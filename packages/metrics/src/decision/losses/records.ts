/**
 * Weighted mean of the losses of statistics, for users of single records: closeness and information.
 *
 * Σ w·loss/Σ w over the families that have a value: closeness 2, key-information 2, the margins and relations ¼ each.
 * In percent. Source: this project.
 */
import { defineMetric } from '@sdc/core'
import { ofPurpose } from './of-purpose.js'
import { lossOfRoles } from '../structure/structure.js'

export const recordsMetric = defineMetric({
  ...lossOfRoles,
  id: 'loss/records',
  title: 'Loss of records',
  summary: 'Weighted mean of the losses of statistics, for users of single records: closeness and information.',
  brief: [
    '0 % means that single records are as before; it is the loss for users of records.',
    'It is a mean of parts: look at those that your users need.',
  ],
  formula: 'Σ w·loss/Σ w: closeness 2, key-information 2, the margins and relations ¼ each',
  source: [{ where: 'This project: weights for records' }],
  notes: [
    {
      topic: 'interpretation',
      text: 'The table families has every family with its weight; the mean omits families without a value.',
    },
  ],
  ...ofPurpose('records'),
})
