/**
 * Number of columns with a heavy tail whose greatest value is released.
 *
 * A column counts where max > 10 · 95 % point > 0 in the original, and the greatest masked value is within 10 % of the greatest
 * original one.
 */
import { defineMetric, type MeasureInput, type Measurement } from '@sdc/core'
import { quantileOfSorted, sortedValues } from '@sdc/stats'
import { unmeasured } from '@sdc/toolkit'
import * as z from 'zod'
import { decisionColumns, finiteValues, releasedColumns } from './decision-columns.js'
import { riskOfRoles } from './key-linkage.js'

/** So many times the 95 % point is a heavy tail. */
const HEAVY = 10
/** A greatest value within this share of the original one is released. */
const NEAR = 0.1

export const greatestMetric = defineMetric({
  ...riskOfRoles,
  id: 'risk/greatest',
  title: 'Greatest values released',
  summary:
    'Number of confidential columns with a heavy tail whose greatest masked value is within 10 % of the original one.',
  formula: '#{j : max x_j > 10 q_95(x_j) > 0, |max y_j − max x_j| < max x_j/10}',
  source: [{ where: 'This project' }],
  notes: [
    {
      topic: 'reading',
      text:
        'Everybody knows who has the greatest income of a region: a file that keeps the greatest value releases theirs, whoever’s ' +
        'record it is in. The mean of the five greatest in their place passes.',
    },
    { topic: 'missing', text: 'Missing values are left out; a column that was recoded to classes does not count.' },
  ],
  unit: 'columns',
  range: [0, Number.POSITIVE_INFINITY],
  recordsOf: 'masked',
  needsOrigin: false,
  cost: { time: 'O(n log n)' },
  params: z.object({}),
  measure,
})

function measure(input: MeasureInput<unknown>): Measurement {
  const { original, masked } = input
  const { released, warnings } = releasedColumns(decisionColumns(input), masked)
  if (released.values.length === 0) return unmeasured('no confidential column has numbers')
  const columns = new Map(
    released.values.map((name) => [
      name,
      isGreatestReleased(finiteValues(original.column(name)), finiteValues(masked.column(name))) ? 1 : 0,
    ]),
  )
  return {
    value: [...columns.values()].reduce<number>((sum, one) => sum + one, 0),
    used: Math.max(1, original.rows),
    columns,
    ...(warnings.length > 0 && { warnings }),
  }
}

/**
 * Whether the greatest value of a heavy tail is released.
 *
 * @param x - The original values.
 * @param y - The masked values.
 */
export function isGreatestReleased(x: Float64Array, y: Float64Array): boolean {
  const sorted = sortedValues(x)
  const most = sorted[sorted.length - 1]
  const point = quantileOfSorted(sorted, 0.95)
  if (!(point > 0 && most > HEAVY * point)) return false
  const released = y.reduce((a, b) => (b > a ? b : a), Number.NEGATIVE_INFINITY)
  return Math.abs(released - most) < NEAR * most
}
