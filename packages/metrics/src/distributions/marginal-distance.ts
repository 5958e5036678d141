/**
 * Change of the distribution of each column.
 *
 * 100 · mean over the columns of D = sup_v |F_y(v) − F_x(v)|, F the empirical distribution functions of the values of each
 * file: the distance of Kolmogorov and Smirnov. 0 if a column was only permuted. A table has the ratio of the variances,
 * s_y²/s_x².
 * Source: Muralidhar & Sarathy 2007, section 2.2 (marginal distributions); Smirnov 1948.
 */
import { defineMetric, type Measurement, type MeasureFacts, type Plan } from '@sdc/core'
import { mean } from '@sdc/stats'
import { timesPower, type ColumnTotals } from '@sdc/stats/internal'
import { figures, leftOut, table, unmeasured } from '@sdc/toolkit'
import { readColumns, readRescaled, readTotals, readVariances, together, type ReadColumn } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { distancesAggregate, GAP } from './distance-walk.js'
import { lossInPercent } from '../card-facts.js'

export const marginalDistanceMetric = defineMetric({
  id: 'loss/marginal-distance',
  title: 'Distance of the marginal distributions',
  summary:
    'Greatest difference, in percentage points, between the shares of original and masked values up to a threshold; ' +
    'the mean over columns.',
  formula: '100 · mean over columns of sup_v |F_y(v) − F_x(v)|',
  source: [
    { key: 'muralidhar-sarathy-2007', where: 'section 2.2' },
    { key: 'smirnov-1948', where: 'the greatest distance of two distributions' },
  ],
  notes: [
    {
      topic: 'interpretation',
      text:
        'The tables have the greatest distance of a column, and for each column its distance and its ratio of masked to ' +
        'original variance. The ratio is 1 if masking preserved the variance, 1 + d if it added a share d of noise.',
    },
    {
      topic: 'limits',
      text:
        'It compares columns one by one: a file with every column shuffled separately has the value 0 and no relation ' +
        'left. It says little about the tails: an outlier can move any distance.',
    },
    { topic: 'interpretation', text: 'Two samples of n records from one distribution differ by about 87/√(n/2) %.' },
    {
      topic: 'missing',
      text: 'The metric omits the missing values of each file. It omits and counts columns without a value in either file.',
    },
  ],
  ...lossInPercent,
  cost: { time: 'O(np log n)' },
  params: z.object({}),
  plan: read,
})

function* read({ columns: names }: MeasureFacts<unknown>): Plan<Measurement> {
  const [x, y] = [readColumns('original', names), readColumns('masked', names)]
  const [before, after] = yield* together(readTotals('original', x), readTotals('masked', y))
  const isKnown = (j: number): boolean => before[j].count > 0 && after[j].count > 0
  const known = [...names.keys()].filter(isKnown)
  const walks = known.map((j) => distancesAggregate(names[j], j, before[j].count, after[j].count))
  const found = known.length > 0 ? yield walks : []
  const columns = new Map(names.map((name, j) => [name, isKnown(j) ? 100 * found[known.indexOf(j)][GAP] : null]))
  const deviations = together(readDeviations('original', x, before), readDeviations('masked', y, after))
  const [sx, sy] = known.length > 0 ? yield* deviations : [[], []]
  const ratios = names.map((_, j) => varianceRatio(sx[j], sy[j]))
  const used = known.reduce((count, j) => count + after[j].count, 0)
  const distances = Float64Array.from([...columns.values()].filter((distance) => distance !== null))
  const counts = leftOut({ 'columns without a value': columns.size - distances.length })
  if (distances.length === 0)
    return unmeasured('no column has a value in both files', 0, new Map([['left-out', counts]]))
  return {
    value: mean(distances),
    used,
    columns,
    tables: new Map([
      ['distance', figures({ 'mean percent': mean(distances), 'greatest percent': Math.max(...distances) })],
      [
        'columns',
        table({
          column: [...columns.keys()],
          'distance percent': Float64Array.from(columns.values(), (distance) => distance ?? Number.NaN),
          'variance ratio': Float64Array.from(ratios),
        }),
      ],
      ['left-out', counts],
    ]),
  }
}

/** Computes standard deviations of columns, NaN below two values; two passes at most. */
function* readDeviations(
  file: 'original' | 'masked',
  columns: readonly ReadColumn[],
  totals: readonly ColumnTotals[],
): Plan<readonly number[]> {
  const scaled = yield* readRescaled(file, columns, totals)
  const variances = yield* readVariances(file, columns, scaled)
  return variances.map((variance, j) => timesPower(Float64Array.of(Math.sqrt(variance)), -scaled.powers[j])[0])
}

/** Returns s_y²/s_x²; NaN if the original is constant or a file has fewer than two values. */
function varianceRatio(before: number, after: number): number {
  const ratio = before > 0 ? (after / before) * (after / before) : Number.NaN
  return ratio < Infinity ? ratio : Number.NaN
}
