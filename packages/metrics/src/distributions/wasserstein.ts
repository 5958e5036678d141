/**
 * How far the values of a column would have to be moved, in the mean, to make the original's distribution the masked one.
 *
 * W = ∫ |F_x(v) − F_y(v)| dv / s_x, F the empirical distribution functions, s_x the original's standard deviation; the mean of
 * the columns. 0 where a column was only permuted; of as many records it is the mean |x_(i) − y_(i)|/s_x of the sorted values.
 * Source: Vallender 1974.
 */
import { defineMetric, numericValues, type Measurement, type MeasureInput } from '@sdc/core'
import { mean, sortedValues, spread } from '@sdc/stats'
import { figures, leftOut, refuseInfinite, unmeasured } from '@sdc/toolkit'
import * as z from 'zod'

export const wassersteinMetric = defineMetric({
  id: 'loss/wasserstein',
  title: 'Wasserstein distance of the marginal distributions',
  summary:
    'How far values have to be moved in the mean to turn the distribution of a column into the masked one, in standard ' +
    'deviations of the original; the mean of the columns.',
  formula: 'mean over columns of ∫ |F_y(v) − F_x(v)| dv / s_x',
  source: [{ key: 'vallender-1974', where: 'the distance of two distributions on the line' }],
  notes: [
    { topic: 'reading', text: 'The table has the greatest distance of a column; the columns have theirs.' },
    {
      topic: 'reading',
      text:
        'Adding one standard deviation to every value is a distance of 1. Unlike loss/marginal-distance it counts how far ' +
        'an outlier went.',
    },
    {
      topic: 'limits',
      text:
        'It compares columns one by one: a file with every column shuffled by itself has 0 and no relation left. One huge ' +
        'original value makes the standard deviation large, and all other changes small.',
    },
    {
      topic: 'missing',
      text:
        'Missing values are left out of each file. A column without a value in the masked file, or that is constant or ' +
        'has fewer than two values in the original, is left out and counted.',
    },
  ],
  kind: 'loss',
  better: 'lower',
  unit: 'sd',
  range: [0, Number.POSITIVE_INFINITY],
  recordsOf: 'masked',
  needsOrigin: false,
  atIdentity: 0,
  cost: { time: 'O(np log n)' },
  params: z.object({}),
  streamed: () => ({
    shape: 'whole',
    why: 'it goes through all values of both files in their order; loss/marginal-distance and loss/il1s run in parts',
  }),
  measure,
})

function measure(input: MeasureInput<unknown>): Measurement {
  const columns = new Map<string, number | null>()
  let used = 0
  let constant = 0
  let empty = 0
  for (const [j, name] of input.columns.entries()) {
    input.tick(j / input.columns.length)
    const x = numericValues(input.original, name)
    const y = numericValues(input.masked, name)
    refuseInfinite(x, 'original')
    refuseInfinite(y, 'masked')
    const { sd } = spread(x)
    const masked = sortedValues(y)
    const known = sd > 0 && masked.length > 0
    if (sd === 0) constant++
    else if (!known) empty++
    columns.set(name, known ? wassersteinDistance(sortedValues(x), masked, sd) : null)
    if (known) used += masked.length
  }
  const distances = Float64Array.from([...columns.values()].filter((distance) => distance !== null))
  const counts = leftOut({
    'columns constant in the original': constant,
    'columns without a value in the masked file, or two in the original': empty,
  })
  if (distances.length === 0) {
    const reason = 'no column has two different values in the original and a value in the masked file'
    return { ...unmeasured(reason, 0, new Map([['left-out', counts]])), columns }
  }
  return {
    value: mean(distances),
    used,
    columns,
    tables: new Map([
      ['distance', figures({ mean: mean(distances), greatest: Math.max(...distances) })],
      ['left-out', counts],
    ]),
  }
}

/**
 * ∫ |F_a(v) − F_b(v)| dv / unit: between two neighbours among all values both functions are constant.
 *
 * @param a - Ascending values, one or more.
 * @param b - Ascending values, one or more.
 * @param unit - What a distance is counted in, above 0.
 *
 * Cost: O(n + m).
 */
export function wassersteinDistance(a: Float64Array, b: Float64Array, unit = 1): number {
  let distance = 0
  let i = 0
  let k = 0
  let value = Math.min(a[0], b[0])
  while (i < a.length || k < b.length) {
    while (a[i] <= value) i++
    while (b[k] <= value) k++
    const next = Math.min(i < a.length ? a[i] : Infinity, k < b.length ? b[k] : Infinity)
    if (next === Infinity) break
    distance += ((next - value) / unit) * Math.abs(i / a.length - k / b.length)
    value = next
  }
  return distance
}
