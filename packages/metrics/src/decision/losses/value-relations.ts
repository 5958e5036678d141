/**
 * Share of the relations among confidential columns that is lost, beyond chance. In percent.
 *
 * Formula: see `ofRelations`.
 * Source: this project.
 */
import { defineMetric } from '@sdc/core'
import { ofRelations } from './relations.js'

export const valueRelationsMetric = defineMetric({
  ...ofRelations('value-relations', 'fewer than two confidential columns have values in both files'),
  id: 'loss/value-relations',
  title: 'Relations among confidential columns',
  summary: 'Loss of the relations among confidential columns, beyond chance.',
})
