/**
 * How far values moved, in standard deviations of a difference of two records.
 *
 * IL1s = (1/np)·Σ_ij |x_ij − y_ij|/(√2·S_j), S_j the standard deviation of the original column; the mean over the linked cells.
 * Source: Yancey, Winkler & Creecy 2002.
 */
import { defineMetric, numericValues, type Measurement, type MeasureInput } from '@sdc/core'
import { spread, sumOver } from '@sdc/stats'
import {
  knownPairs,
  leftOut,
  notUsed,
  pairedColumn,
  refuseInfinite,
  tooFewPairs,
  unmeasured,
  withoutOrigin,
} from '@sdc/toolkit'
import * as z from 'zod'

export const il1sMetric = defineMetric({
  id: 'loss/il1s',
  title: 'Mean change of values in standard deviations (IL1s)',
  summary:
    'The mean absolute change of a value, in units of the standard deviation that the difference of two independent ' +
    'values of its column has.',
  formula: 'IL1s = (1/np) · Σ_ij |x_ij − y_ij| / (√2 · S_j)',
  source: [{ key: 'yancey-winkler-creecy-2002', where: 'the measure of information loss' }],
  notes: [
    {
      topic: 'reading',
      text:
        'Two values of a column drawn at random, normally distributed, are 2/√π · S apart in the mean: a file whose ' +
        'columns were shuffled at random has about .8. The columns have theirs, and every record its mean.',
    },
    {
      topic: 'choices',
      text:
        'It is the mean over cells, as published. A program that adds up where this divides by np gives np times as much, ' +
        'and a larger file a larger loss.',
    },
    {
      topic: 'limits',
      text:
        'It counts how far values moved and sees no distribution or relation: swapping and noise of one size are the same to ' +
        'it. One huge original value makes S_j large, and all changes of its column small.',
    },
    {
      topic: 'missing',
      text:
        'A cell that is missing in either file is left out, and so are masked records without a known origin and columns ' +
        'that are constant, or have fewer than two values, in the original. The table counts them.',
    },
  ],
  kind: 'loss',
  better: 'lower',
  unit: '√2 sd',
  range: [0, Number.POSITIVE_INFINITY],
  recordsOf: 'masked',
  needsOrigin: true,
  atIdentity: 0,
  cost: { time: 'O(np)' },
  params: z.object({}),
  measure,
})

function measure(input: MeasureInput<unknown>): Measurement {
  const pairs = knownPairs(input.origin)
  const why = tooFewPairs(pairs.masked.length, input.origin, true)
  if (why) return unmeasured(why)
  const columns = new Map<string, number | null>()
  const sums = new Float64Array(pairs.masked.length)
  const cells = new Int32Array(pairs.masked.length)
  let total = 0
  let used = 0
  let constant = 0
  let empty = 0
  for (const [j, name] of input.columns.entries()) {
    input.tick(j / input.columns.length)
    const whole = numericValues(input.original, name)
    refuseInfinite(whole, 'original')
    refuseInfinite(numericValues(input.masked, name), 'masked')
    const { sd } = spread(whole)
    columns.set(name, null)
    if (sd === 0) constant++
    else if (sd !== sd) empty++
    if (!(sd > 0)) continue
    const { x, y } = pairedColumn(input, name, pairs)
    let own = 0
    const sum = sumOver(x.length, (r) => {
      const change = Math.abs(x[r] - y[r]) / sd / Math.SQRT2
      if (change !== change) return 0
      sums[r] += change
      cells[r]++
      own++
      return change
    })
    if (own > 0) columns.set(name, sum / own)
    total += sum
    used += own
  }
  const varying = input.columns.length - constant - empty
  const counts = leftOut({
    [notUsed.withoutOrigin]: withoutOrigin(input.origin),
    [notUsed.missingCells]: varying * pairs.masked.length - used,
    'columns constant in the original': constant,
    [notUsed.emptyColumns]: empty,
  })
  const tables = new Map([['left-out', counts]])
  if (varying === 0) return { ...unmeasured('no column has two different values in the original', 0, tables), columns }
  const comparable = cells.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0)
  if (comparable < 2)
    return {
      ...unmeasured(`${comparable} records have a value in both files, and 2 are needed`, used, tables),
      columns,
    }
  const records = new Float64Array(input.masked.rows).fill(Number.NaN)
  pairs.masked.forEach((row, r) => {
    if (cells[r] > 0) records[row] = sums[r] / cells[r]
  })
  return { value: total / used, used, columns, records, tables }
}
