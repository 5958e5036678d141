/**
 * Share of the relations among quasi-identifiers that is lost, beyond chance. In percent.
 *
 * Formula: see `ofRelations`.
 * Source: this project.
 */
import { defineMetric } from '@sdc/core'
import { ofRelations } from './relations.js'

export const keyRelationsMetric = defineMetric({
  ...ofRelations('key-relations', 'fewer than two quasi-identifiers have values in both files'),
  id: 'loss/key-relations',
  title: 'Relations among quasi-identifiers',
  summary: 'Loss of the relations among quasi-identifiers, beyond chance.',
})
