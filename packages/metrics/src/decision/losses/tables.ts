/**
 * Weighted mean of the losses of statistics, for users who count: distributions and relations of the quasi-identifiers.
 *
 * Σ w·loss/Σ w over the families that have a value: value-margins ½, key-margins 2, key-information 1, value-relations ½,
 * key-relations 1, cross-relations 1. In percent. Source: this project.
 */
import { defineMetric } from '@sdc/core'
import { ofPurpose } from './of-purpose.js'
import { lossOfRoles } from '../structure/structure.js'

export const tablesMetric = defineMetric({
  ...lossOfRoles,
  id: 'loss/tables',
  title: 'Loss of tables',
  summary:
    'Weighted mean of the losses of statistics, for users of counts: distributions and relations of the ' +
    'quasi-identifiers.',
  brief: [
    '0 % means that tables of counts are as before; it is the loss for users of tables.',
    'It is a mean of parts: look at those that your users need.',
  ],
  formula:
    'Σ w·loss/Σ w: value-margins ½, key-margins 2, key-information 1, value-relations ½, key-relations 1, cross-relations 1',
  source: [{ where: 'This project: weights for tables' }],
  notes: [
    {
      topic: 'interpretation',
      text: 'The table families has every family with its weight; the mean omits families without a value.',
    },
  ],
  ...ofPurpose('tables'),
})
