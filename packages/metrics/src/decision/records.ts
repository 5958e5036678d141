/**
 * Weighted mean of the losses of statistics, for users of single records: closeness and information.
 *
 * Σ w·loss/Σ w over the families that have a value: closeness 2, key-information 2, the margins and relations ¼ each.
 */
import { purposeMetric } from './purpose-metric.js'

export const recordsMetric = purposeMetric({
  purpose: 'records',
  title: 'Loss of records',
  summary: 'Weighted mean of the losses of statistics, for users of single records: closeness and information.',
  formula: 'Σ w·loss/Σ w: closeness 2, key-information 2, the margins and relations ¼ each',
})
