/**
 * Rank order correlation of every column with its masked column.
 *
 * r_j = Spearman(x_j, y_j) over the records linked by `origin`, |r_j| the risk of column j, max_j |r_j| that of the
 * file. Without ties it is the same for the masked and for the reverse-mapped file. Source: Muralidhar, Sarathy &
 * Domingo-Ferrer 2014, section 4 (r_xz) and table 3.
 */
import { defineMetric, type Measurement, type MeasureFacts, type Plan } from '@sdc/core'
import { leftOut, notUsed, table, tooFewLinked, unmeasured } from '@sdc/toolkit'
import { readLinkedRanks, type RankedPairs } from '@sdc/toolkit/internal'
import * as z from 'zod'

export const rankCorrelationRiskMetric = defineMetric({
  id: 'risk/rank-correlation',
  title: 'Rank correlation with the original',
  summary: 'Rank correlation between masked and original values, in the column where it is strongest.',
  formula: 'max_j |r_j|,  r_j = Spearman(x_j, y_j)',
  source: [{ key: 'muralidhar-sarathy-domingo-ferrer-2014', where: 'section 4' }],
  notes: [
    {
      topic: 'ties',
      text:
        'Ties have their mean rank. Each column uses its own complete pairs; the metric omits records without a known ' +
        'origin.',
    },
    {
      topic: 'missing',
      text:
        'A column that is constant in either file has no correlation: it is null, the table has the reason, and the ' +
        'others count.',
    },
    {
      topic: 'interpretation',
      text:
        'A strong negative correlation discloses as much as a positive one, so the absolute value counts; the table has ' +
        'the sign.',
    },
  ],
  kind: 'risk',
  high: {
    share: 0.87,
    meaning: 'in some column, the order of the masked values predicts that of the original ones: {value}',
  },
  better: 'lower',
  unit: 'correlation',
  range: [0, 1],
  recordsOf: 'masked',
  needsOrigin: true,
  atIdentity: 1,
  cost: { time: 'O(np log n)' },
  params: z.object({}),
  plan: read,
})

function* read({ columns: names, rows }: MeasureFacts<unknown>): Plan<Measurement> {
  const tooFew = tooFewLinked(rows.pairs, rows.masked)
  if (tooFew !== undefined) return unmeasured(tooFew)
  const linked = yield* readLinkedRanks(names)
  const measured = names.map((name, j) => columnCorrelation(name, linked[j]))
  const known = measured.filter(({ correlation }) => correlation === correlation)
  const size = known.map(({ correlation }) => Math.abs(correlation))
  const largest = size.length > 0 ? Math.max(...size) : Number.NaN
  const average = size.reduce((a, b) => a + b, 0) / size.length
  const tables = new Map([
    [
      'columns',
      table({
        column: measured.map(({ name }) => name),
        correlation: Float64Array.from(measured, ({ correlation }) => correlation),
        pairs: Float64Array.from(measured, ({ used }) => used),
        reason: measured.map(({ reason }) => reason),
      }),
    ],
    [
      'summary',
      table({
        statistic: ['maximum', 'mean'],
        correlation: Float64Array.of(largest, average),
      }),
    ],
    [
      'left-out',
      leftOut({
        [notUsed.withoutOrigin]: rows.masked - rows.pairs,
        'columns without a correlation': measured.length - known.length,
      }),
    ],
  ])
  if (size.length === 0) {
    const different = new Set(measured.map(({ reason }) => reason ?? ''))
    const reasons =
      different.size === 1 ? [...different] : measured.map(({ name, reason }) => `${name}: ${reason ?? ''}`)
    const columns = new Map(names.map((name) => [name, null]))
    return { ...unmeasured(`no column has a correlation (${reasons.join('; ')})`, 0, tables), columns }
  }
  return {
    value: largest,
    used: Math.max(...known.map(({ used }) => used)),
    columns: new Map(measured.map(({ name, correlation: r }) => [name, r === r ? Math.abs(r) : null])),
    tables,
  }
}

interface ColumnCorrelation {
  readonly name: string
  readonly used: number
  /** NaN if it has none; `reason` then has the reason. */
  readonly correlation: number
  readonly reason: string | null
}

function columnCorrelation(name: string, { original, masked, correlation }: RankedPairs): ColumnCorrelation {
  const used = original.count
  const none = (reason: string): ColumnCorrelation => ({ name, used, correlation: Number.NaN, reason })
  if (used < 2) return none(`${used} complete pairs; the metric needs 2`)
  if (!original.varies) return none('the original values are all the same')
  if (!masked.varies) return none('the masked values are all the same')
  return { name, used, correlation, reason: null }
}
