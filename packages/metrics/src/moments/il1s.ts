/**
 * Mean change of values, in standard deviations of the difference of two records.
 *
 * IL1s = (1/np)·Σ_ij |x_ij − y_ij|/(√2·S_j), S_j the standard deviation of the original column; the mean over the linked cells.
 * Source: Yancey, Winkler & Creecy 2002.
 */
import { defineMetric, numericValues, type Measurement, type Aggregate, type MeasureFacts, type Plan } from '@sdc/core'
import type { Spread } from '@sdc/stats/internal'
import { leftOut, notUsed, tooFewLinked, unmeasured } from '@sdc/toolkit'
import { addedNumbers, finiteAggregate, readColumns, readSpreads } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { lossInPercent } from '../card-facts.js'

export const il1sMetric = defineMetric({
  id: 'loss/il1s',
  title: 'Mean change of values in standard deviations (IL1s)',
  summary:
    'Mean absolute change of a value, in standard deviations of the difference between two independent values of its ' +
    'column.',
  brief: [
    '0 means unchanged values; larger numbers mean larger changes.',
    'It is a mean over records, and depends on the spread of each column.',
  ],
  formula: 'IL1s = (1/np) · Σ_ij |x_ij − y_ij| / (√2 · S_j)',
  source: [{ key: 'yancey-winkler-creecy-2002', where: 'the measure of information loss' }],
  notes: [
    {
      topic: 'interpretation',
      text:
        'Two independent normally distributed values of a column differ by 2/√π · S on average, so a randomly shuffled ' +
        'file has about .8. The columns have their own means, and so has every record.',
    },
    {
      topic: 'choices',
      text:
        'It is the mean over cells, as published. A program that adds up instead of dividing by np gives np times as ' +
        'much, and a larger loss for a larger file.',
    },
    {
      topic: 'limits',
      text:
        'It counts how far values moved, not distributions or relations: swapping and noise of one size have the same ' +
        'value. One huge original value makes S_j large, and all changes of its column small.',
    },
    {
      topic: 'missing',
      text:
        'The metric omits cells that are missing in either file, masked records without a known origin, and columns that ' +
        'are constant, or have fewer than two values, in the original. The table counts them.',
    },
  ],
  ...lossInPercent,
  unit: '√2 sd',
  range: [0, Number.POSITIVE_INFINITY],
  needsOrigin: true,
  cost: { time: 'O(np)' },
  params: z.object({}),
  plan: read,
})

function* read({ columns: names, rows }: MeasureFacts<unknown>): Plan<Measurement> {
  const tooFew = tooFewLinked(rows.pairs, rows.masked)
  if (tooFew !== undefined) return unmeasured(tooFew)
  const spreads = yield* readSpreads('original', readColumns('original', names), [
    finiteAggregate('original', names),
    finiteAggregate('masked', names),
  ])
  const constant = spreads.filter(({ sd }) => sd === 0).length
  const empty = spreads.filter(({ sd }) => sd !== sd).length
  const [changes] = yield [changeAggregate(names, spreads)]
  const cells = names.map((_, j) => ({ sum: changes[2 * j], used: changes[2 * j + 1] }))
  const comparable = changes[2 * names.length]
  const columns = new Map(names.map((name, j) => [name, cells[j].used > 0 ? cells[j].sum / cells[j].used : null]))
  const used = cells.reduce((count, own) => count + own.used, 0)
  const varying = names.length - constant - empty
  const counts = leftOut({
    [notUsed.withoutOrigin]: rows.masked - rows.pairs,
    [notUsed.missingCells]: varying * rows.pairs - used,
    'columns constant in the original': constant,
    [notUsed.emptyColumns]: empty,
  })
  const tables = new Map([['left-out', counts]])
  if (varying === 0) return { ...unmeasured('no column has two different values in the original', 0, tables), columns }
  if (comparable < 2)
    return {
      ...unmeasured(`${comparable} records have a value in both files; the metric needs 2`, used, tables),
      columns,
    }
  return { value: cells.reduce((sum, own) => sum + own.sum, 0) / used, used, columns, tables }
}

/** Sums and counts the changes of each column's comparable cells; then counts the records with one. */
function changeAggregate(names: readonly string[], spreads: readonly Spread[]): Aggregate {
  return {
    reads: 'pairs',
    saysRecords: true,
    of({ original, masked, records }) {
      const sums = new Float64Array(masked.rows)
      const cells = new Int32Array(masked.rows)
      const found = new Float64Array(2 * names.length + 1)
      for (const [j, name] of names.entries()) {
        const { sd } = spreads[j]
        if (!(sd > 0)) continue
        const x = numericValues(original, name)
        const y = numericValues(masked, name)
        for (let r = 0; r < x.length; r++) {
          const change = Math.abs(x[r] - y[r]) / sd / Math.SQRT2
          if (change !== change) continue
          sums[r] += change
          cells[r]++
          found[2 * j] += change
          found[2 * j + 1]++
        }
      }
      for (let r = 0; r < cells.length; r++) {
        if (cells[r] === 0) continue
        found[2 * names.length]++
        if (records) records[r] = sums[r] / cells[r]
      }
      return found
    },
    merge: addedNumbers,
  }
}
