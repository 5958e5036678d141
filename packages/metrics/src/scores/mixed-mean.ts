/**
 * Information loss of a file with numbers and categories: the mean over its columns.
 *
 * (p_N·loss of the numeric columns + p_C·loss of the categories)/(p_N + p_C), with p_N and p_C the numbers of columns.
 */
import { defineMetric, type Metric } from '@sdc/core'
import { mixedMetric, mixedParams, overParts, type MixedParams, type Parts } from './mixed-parts.js'

export const mixedMeanMetric: Metric<MixedParams> = defineMetric({
  ...mixedMetric,
  id: 'loss/mixed-mean',
  title: 'Information loss of a mixed file',
  summary: 'Mean of the information losses of the numeric columns and of the categories, weighted by their numbers.',
  formula: '(p_N·loss of the numbers + p_C·loss of the categories)/(p_N + p_C)',
  source: [{ where: 'This project: each column counts the same' }],
  notes: [
    { topic: 'limits', text: 'If a kind of columns has no value, neither has the file.' },
    {
      topic: 'limits',
      text: 'The loss of the numbers has no upper limit (loss/il-score); that of the categories is at most 100 %.',
    },
  ],
  kind: 'loss',
  range: [0, Number.POSITIVE_INFINITY],
  cost: { time: 'sum of its parts' },
  atIdentity: 0,
  params: mixedParams('loss', 'loss/il-score', 'loss/entropy'),
  plan: (facts) => overParts(facts, meanOfParts),
})

function meanOfParts({ values, columns }: Parts): number {
  const total = columns.reduce((sum, count) => sum + count, 0)
  return values.reduce((sum, value, part) => sum + (columns[part] / total) * value, 0)
}
