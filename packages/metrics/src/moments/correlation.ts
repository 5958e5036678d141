/**
 * Change of the product-moment correlations between columns.
 *
 * Mean of |r'_ab − r_ab| over all pairs of a given and a masked column and of two masked columns. r is Pearson's
 * correlation in the original and r' in the masked file, each over its own records, so no link between the files is
 * needed. Source: Muralidhar & Sarathy 2007, tables 3 and 6.
 */
import { defineMetric, type MeasureFacts, type PairColumns } from '@sdc/core'
import * as z from 'zod'
import { correlatedColumns, readCorrelationChange } from './correlation-change.js'
import { correlationSession } from './correlation-session.js'
import { lossInPercent } from '../card-facts.js'

export const correlationMetric = defineMetric({
  id: 'loss/correlation',
  title: 'Change of correlations',
  summary:
    'Mean absolute change of the product-moment correlations among the masked columns and between them and the given ' +
    'ones.',
  formula: 'mean over pairs of |Pearson(y_a, y_b) − Pearson(x_a, x_b)|',
  source: [{ key: 'muralidhar-sarathy-2007', where: 'tables 3 and 6' }],
  notes: [
    { topic: 'interpretation', text: 'The table has every pair, and the greatest change.' },
    {
      topic: 'limits',
      text:
        'It measures linear relations only, in the whole given file: relations within groups can change while these do ' +
        'not. See loss/rank-correlation for monotone ones.',
    },
    {
      topic: 'missing',
      text: 'Each correlation uses its own complete pairs of records. The metric omits and counts categorical given columns.',
    },
    {
      topic: 'missing',
      text: 'A pair with a column that is constant in either file has no correlation: the metric omits and counts it.',
    },
  ],
  ...lossInPercent,
  unit: 'correlation',
  range: [0, 2],
  cost: { time: 'O(np²)' },
  params: z.object({}),
  reads,
  plan: readCorrelationChange,
  session: correlationSession,
})

function reads(facts: Pick<MeasureFacts<unknown>, 'original' | 'masked' | 'given' | 'columns'>): PairColumns {
  const { names } = correlatedColumns(facts, 'pearson')
  return { original: names, masked: names }
}
