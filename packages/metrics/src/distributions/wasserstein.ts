/**
 * Mean distance to move the values of a column from the original to the masked distribution.
 *
 * W = ∫ |F_x(v) − F_y(v)| dv / s_x, F the empirical distribution functions, s_x the original's standard deviation; the mean of
 * the columns. 0 if a column was only permuted; for files of equal length it is the mean |x_(i) − y_(i)|/s_x of the sorted values.
 * Source: Vallender 1974.
 */
import { defineMetric, type Measurement, type Totals, type Block, type MeasureFacts, type Plan } from '@sdc/core'
import { countValues, mean } from '@sdc/stats'
import { figures, leftOut, unmeasured } from '@sdc/toolkit'
import { addedNumbers, finiteAggregate, readColumns, readFinite, readSpreads, together } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { distancesAggregate, MOVED } from './distance-walk.js'
import { lossInPercent } from '../card-facts.js'

export const wassersteinMetric = defineMetric({
  id: 'loss/wasserstein',
  title: 'Wasserstein distance of the marginal distributions',
  summary:
    'Mean distance to move values from the original to the masked distribution of a column, in original standard ' +
    'deviations; the mean over columns.',
  formula: 'mean over columns of ∫ |F_y(v) − F_x(v)| dv / s_x',
  source: [{ key: 'vallender-1974', where: 'the distance of two distributions on the line' }],
  notes: [
    { topic: 'interpretation', text: 'The table has the greatest distance of a column; the columns have theirs.' },
    {
      topic: 'interpretation',
      text:
        'Adding one standard deviation to every value is a distance of 1. Unlike loss/marginal-distance, it counts how ' +
        'far an outlier moved.',
    },
    {
      topic: 'limits',
      text:
        'It compares columns one by one: a file with every column shuffled separately has the value 0 and no relation ' +
        'left. One huge original value makes the standard deviation large, and all other changes small.',
    },
    {
      topic: 'missing',
      text:
        'The metric omits the missing values of each file. It omits and counts columns without a masked value, and ' +
        'columns that are constant or have fewer than two values in the original.',
    },
  ],
  ...lossInPercent,
  unit: 'sd',
  range: [0, Number.POSITIVE_INFINITY],
  cost: { time: 'O(np log n)' },
  params: z.object({}),
  plan: read,
})

function* read({ columns: names }: MeasureFacts<unknown>): Plan<Measurement> {
  const [spreads, counts] = yield* together(
    readSpreads('original', readColumns('original', names), [finiteAggregate('original', names)]),
    readCounts(names),
  )
  const isKnown = (j: number): boolean => spreads[j].sd > 0 && counts[j] > 0
  const known = [...names.keys()].filter(isKnown)
  const walks = known.map((j) => distancesAggregate(names[j], j, spreads[j].count, counts[j], spreads[j].sd))
  const found = known.length > 0 ? yield walks : []
  const columns = new Map(names.map((name, j) => [name, isKnown(j) ? found[known.indexOf(j)][MOVED] : null]))
  const used = known.reduce((sum, j) => sum + counts[j], 0)
  const constant = spreads.filter(({ sd }) => sd === 0).length
  const distances = Float64Array.from([...columns.values()].filter((distance) => distance !== null))
  const left = leftOut({
    'columns constant in the original': constant,
    'columns without a value in the masked file, or two in the original': names.length - known.length - constant,
  })
  if (distances.length === 0) {
    const reason = 'no column has two different original values and a masked value'
    return { ...unmeasured(reason, 0, new Map([['left-out', left]])), columns }
  }
  return {
    value: mean(distances),
    used,
    columns,
    tables: new Map([
      ['distance', figures({ mean: mean(distances), greatest: Math.max(...distances) })],
      ['left-out', left],
    ]),
  }
}

/** Counts the values of each masked column; refuses infinite ones. */
function* readCounts(names: readonly string[]): Plan<Totals> {
  const columns = readFinite('masked', names)
  const of = (block: Block): Totals => Float64Array.from(columns, (read) => countValues(read(block)))
  const [counts] = yield [{ reads: 'masked', of, merge: addedNumbers }]
  return counts
}
