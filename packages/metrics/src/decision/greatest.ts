/**
 * Number of columns with a heavy tail whose greatest value is released.
 *
 * A column counts where 0 < max > 10 · q in the original, and the greatest masked value is within 10 % of the greatest
 * original one. q is the 95 % point; where that is not positive, the one of the positive values without the greatest.
 * Source: this project.
 */
import { defineMetric, type MeasureInput, type Measurement } from '@sdc/core'
import { countUpTo, quantileOfSorted, sortedValues } from '@sdc/stats'
import { unmeasured } from '@sdc/toolkit'
import * as z from 'zod'
import { decisionColumns, finiteValues, releasedColumns } from './decision-columns.js'
import { riskOfRoles } from './key-linkage.js'

/** Ratio of the greatest value to the 95 % point above which a tail is heavy. */
const HEAVY = 10
/** Relative distance from the greatest original value below which it counts as released. */
const NEAR = 0.1

export const greatestMetric = defineMetric({
  ...riskOfRoles,
  id: 'risk/greatest',
  title: 'Greatest values released',
  summary:
    'Number of confidential columns with a heavy tail whose greatest masked value is within 10 % of the original one.',
  formula: '#{j : max x_j > 10 q_95(x_j), max x_j > 0, |max y_j − max x_j| < max x_j/10}',
  source: [{ where: 'This project' }],
  notes: [
    {
      topic: 'reading',
      text:
        'Everybody knows who has the greatest income of a region: a file that keeps the greatest value releases theirs, whoever’s ' +
        'record it is in. The mean of the five greatest in their place passes.',
    },
    {
      topic: 'choices',
      text: 'Where q_95 is not positive (mostly zeros, or losses), it is that of the positive values without the greatest.',
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
 * Checks a column for the release of the greatest value of a heavy tail.
 *
 * @param x - The original values.
 * @param y - The masked values; NaN where missing.
 * @returns True where 0 < max x > 10 · q, q as above, and |max y − max x| < max x/10. Cost: a sort.
 */
export function isGreatestReleased(x: Float64Array, y: Float64Array): boolean {
  const sorted = sortedValues(x)
  const most = sorted[sorted.length - 1]
  if (!(most > 0 && most > HEAVY * upperPoint(sorted))) return false
  const released = y.reduce((a, b) => (b > a ? b : a), Number.NEGATIVE_INFINITY)
  return Math.abs(released - most) < NEAR * most
}

/** The 95 % point q; if it is not positive, that of the positive values without the greatest one, or 0 without others. */
function upperPoint(sorted: Float64Array): number {
  const point = quantileOfSorted(sorted, 0.95)
  if (point > 0) return point
  const others = sorted.subarray(countUpTo(sorted, 0), sorted.length - 1)
  return others.length === 0 ? 0 : quantileOfSorted(others, 0.95)
}
