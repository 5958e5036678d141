/**
 * Disclosure risk of a file with numbers and categories: that of its worse part.
 *
 * max(risk of the numeric columns, risk of the categories). A mean would let a safe part hide a disclosing one. For a
 * file with columns of one kind, it is the risk of that part.
 */
import { defineMetric, type Metric } from '@sdc/core'
import { mixedMetric, mixedParams, overParts, type MixedParams, type Parts } from './mixed-parts.js'

export const mixedWorstMetric: Metric<MixedParams> = defineMetric({
  ...mixedMetric,
  id: 'risk/mixed-worst',
  title: 'Disclosure risk of a mixed file',
  summary: 'Greater of the disclosure risks of the numeric columns and of the categories.',
  formula: 'max(risk of the numbers, risk of the categories)',
  source: [{ where: 'This project: the worse part decides' }],
  notes: [
    {
      topic: 'limits',
      text: 'If a kind of columns has no value, neither has the file: an unknown risk is not a small one.',
    },
    {
      topic: 'limits',
      text:
        'The two risks are shares of different things: linked records, and records in small equivalence classes. The ' +
        'greater one needs attention; it is not a probability.',
    },
  ],
  kind: 'risk',
  high: { share: 0.3, meaning: 'the worse part of the file has a disclosure risk of {value}' },
  range: [0, 100],
  cost: { time: 'sum of its parts' },
  atIdentity: null,
  params: mixedParams('risk', 'risk/dr-combine', 'risk/individual-risk'),
  plan: (facts) => overParts(facts, worstOfParts),
})

function worstOfParts({ values }: Parts): number {
  return Math.max(...values)
}
