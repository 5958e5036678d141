/**
 * Share of the relations between quasi-identifiers and confidential columns that is lost, beyond chance. In percent.
 *
 * Formula: see `ofRelations`.
 * Source: this project.
 */
import { defineMetric } from '@sdc/core'
import { ofRelations } from './relations.js'

export const crossRelationsMetric = defineMetric({
  ...ofRelations('cross-relations', 'no quasi-identifier or no confidential column has values in both files'),
  id: 'loss/cross-relations',
  title: 'Relations of quasi-identifiers with confidential columns',
  summary: 'Loss of the relations between quasi-identifiers and confidential columns, beyond chance.',
})
