/**
 * Change of the rank correlations between columns.
 *
 * Mean of |r'_ab − r_ab| over all pairs of a given and a masked column and of two masked columns. r is Spearman's
 * correlation in the original and r' in the masked file, each over its own records, so no link between the files is
 * needed. Source: Muralidhar, Sarathy & Domingo-Ferrer 2014, section 4 (r_sx against r_sz) and table 4.
 */
import { defineMetric, type MeasureFacts, type PairColumns } from '@sdc/core'
import * as z from 'zod'
import { correlatedColumns, readRankCorrelationChange } from './correlation-change.js'
import { lossInPercent } from '../card-facts.js'

export const rankCorrelationLossMetric = defineMetric({
  id: 'loss/rank-correlation',
  title: 'Change of rank correlations',
  summary:
    'Mean absolute change of the rank correlations among the masked columns and between them and the given ones.',
  formula: 'mean over pairs of |Spearman(y_a, y_b) − Spearman(x_a, x_b)|',
  source: [{ key: 'muralidhar-sarathy-domingo-ferrer-2014', where: 'section 4' }],
  notes: [
    { topic: 'ties', text: 'Ties have their mean rank; each correlation uses its own complete pairs of records.' },
    {
      topic: 'choices',
      text:
        'Categorical given columns count by the order of their levels; the metric omits and counts those without an ' +
        'order.',
    },
    {
      topic: 'missing',
      text: 'A pair with a column that is constant in either file has no correlation: the metric omits and counts it.',
    },
  ],
  ...lossInPercent,
  unit: 'correlation',
  range: [0, 2],
  cost: { time: 'O(np log n + np²)' },
  params: z.object({}),
  reads,
  plan: readRankCorrelationChange,
})

function reads(facts: Pick<MeasureFacts<unknown>, 'original' | 'masked' | 'given' | 'columns'>): PairColumns {
  const { names } = correlatedColumns(facts, 'spearman')
  return { original: names, masked: names }
}
