/**
 * Masked values that cannot be: negative ones in columns that have none in the original.
 *
 * 100 · #{y_ij < 0}/#{y_ij} over the columns j with x_ij ≥ 0 throughout.
 * Source: Muralidhar & Sarathy 2007, section 5.2.2 (normal noise makes negative values of non-negative variables).
 */
import { defineMetric, numericValues, type Measurement, type MeasureInput } from '@sdc/core'
import { countValues, sum } from '@sdc/stats'
import * as z from 'zod'
import { leftOut, table, unmeasured } from '@sdc/toolkit'

export const negativeValuesMetric = defineMetric({
  id: 'loss/negative-values',
  title: 'Negative values',
  summary: 'The share of masked values that are negative, in columns that have no negative value in the original.',
  formula: '100 · #{y_ij < 0} / #{y_ij},  j: columns with min_i x_ij ≥ 0',
  source: [{ key: 'muralidhar-sarathy-2007', where: 'section 5.2.2' }],
  notes: [
    { topic: 'reading', text: 'The table has their number in every column, and the least masked value.' },
    {
      topic: 'limits',
      text:
        'It does not count other impossible values: fractions of a person, parts that do not add up to their total, values ' +
        'above a maximum.',
    },
    {
      topic: 'missing',
      text: 'Missing values are left out. Columns with negative or without any values in the original are left out and counted.',
    },
  ],
  kind: 'loss',
  better: 'lower',
  unit: '%',
  range: [0, 100],
  recordsOf: 'masked',
  needsOrigin: false,
  atIdentity: 0,
  cost: { time: 'O(np)' },
  share: 'cells',
  params: z.object({}),
  measure,
})

function measure(input: MeasureInput<unknown>): Measurement {
  const names = input.columns.filter((name) => {
    const x = numericValues(input.original, name)
    return countValues(x) > 0 && !x.some((value) => value < 0)
  })
  const masked = names.map((name) => numericValues(input.masked, name))
  const values = Float64Array.from(masked, countValues)
  const negative = Float64Array.from(masked, (y) => y.filter((value) => value < 0).length)
  const columns = new Map(
    names.map((name, j): [string, number | null] => [name, values[j] > 0 ? (100 * negative[j]) / values[j] : null]),
  )
  const least = Float64Array.from(masked, (y) => y.reduce((a, b) => (b < a || a !== a ? b : a), Number.NaN))
  const tables = new Map([
    ['left-out', leftOut({ 'columns with negative or no original values': input.columns.length - names.length })],
    ['columns', table({ column: names, 'negative values': negative, values, 'least masked value': least })],
  ])
  const used = sum(values)
  if (names.length === 0) return unmeasured('no column has only non-negative values in the original', 0, tables)
  if (used === 0) return unmeasured('the masked columns have no values', 0, tables)
  return { value: (100 * sum(negative)) / used, used, columns, tables }
}
