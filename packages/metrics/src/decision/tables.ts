/**
 * Weighted mean of the losses of statistics, for users who count: distributions and relations of the quasi-identifiers.
 *
 * Σ w·loss/Σ w over the families that have a value: value-margins ½, key-margins 2, key-information 1, value-relations ½, key-relations 1, cross-relations 1.
 */
import { purposeMetric } from './purpose-metric.js'

export const tablesMetric = purposeMetric({
  purpose: 'tables',
  title: 'Loss of tables',
  summary:
    'Weighted mean of the losses of statistics, for users who count: distributions and relations of the quasi-identifiers.',
  formula:
    'Σ w·loss/Σ w: value-margins ½, key-margins 2, key-information 1, value-relations ½, key-relations 1, cross-relations 1',
})
