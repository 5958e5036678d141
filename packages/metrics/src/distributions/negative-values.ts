/**
 * Impossible masked values: negative ones in columns that have none in the original.
 *
 * 100 · #{y_ij < 0}/#{y_ij} over the columns j with x_ij ≥ 0 throughout.
 * Source: Muralidhar & Sarathy 2007, section 5.2.2 (normal noise makes negative values of non-negative variables).
 */
import {
  defineMetric,
  numericValues,
  type Measurement,
  type Totals,
  type Aggregate,
  type MeasureFacts,
  type Plan,
} from '@sdc/core'
import { sum } from '@sdc/stats'
import { leftOut, table, unmeasured } from '@sdc/toolkit'
import * as z from 'zod'
import { lossInPercent } from '../card-facts.js'

export const negativeValuesMetric = defineMetric({
  id: 'loss/negative-values',
  title: 'Negative values',
  summary: 'Share of negative masked values in columns without negative original values.',
  formula: '100 · #{y_ij < 0} / #{y_ij},  j: columns with min_i x_ij ≥ 0',
  source: [{ key: 'muralidhar-sarathy-2007', where: 'section 5.2.2' }],
  notes: [
    { topic: 'interpretation', text: 'The table has their number in every column, and the least masked value.' },
    {
      topic: 'limits',
      text:
        'It does not count other impossible values: fractions of a person, parts that do not sum to their total, values ' +
        'above a maximum.',
    },
    {
      topic: 'missing',
      text:
        'The metric omits missing values. It omits and counts columns with negative or without any values in the ' +
        'original, and columns of dates and times.',
    },
  ],
  ...lossInPercent,
  cost: { time: 'O(np)' },
  share: 'cells',
  params: z.object({}),
  plan: read,
})

function* read({ columns: given, roles }: MeasureFacts<unknown>): Plan<Measurement> {
  // A date before 1970 is a negative number of days, and possible.
  const all = given.filter((name) => roles.times?.has(name) !== true)
  const [before, after] = yield [signAggregate('original', all), signAggregate('masked', all)]
  const used = all.flatMap((_, j) => {
    const { values: count, negative } = signsAt(before, j)
    return count > 0 && negative === 0 ? [j] : []
  })
  const names = used.map((j) => all[j])
  const found = used.map((j) => signsAt(after, j))
  const values = Float64Array.from(found, ({ values: count }) => count)
  const negative = Float64Array.from(found, (one) => one.negative)
  const columns = new Map(
    names.map((name, j): [string, number | null] => [name, values[j] > 0 ? (100 * negative[j]) / values[j] : null]),
  )
  const least = Float64Array.from(found, (one) => one.least)
  const tables = new Map([
    [
      'left-out',
      leftOut({
        'columns of dates': given.length - all.length,
        'columns with negative or no original values': all.length - names.length,
      }),
    ],
    ['columns', table({ column: names, 'negative values': negative, values, 'least masked value': least })],
  ])
  const count = sum(values)
  if (names.length === 0)
    return unmeasured('every column has dates, negative values, or no values, in the original', 0, tables)
  if (count === 0) return unmeasured('the masked columns have no values', 0, tables)
  return { value: (100 * sum(negative)) / count, used: count, columns, tables }
}

interface Signs {
  readonly values: number
  readonly negative: number
  /** NaN without a value. */
  readonly least: number
}

const signsAt = (totals: Totals, j: number): Signs => {
  const [values, negative, least] = totals.subarray(3 * j)
  return { values, negative, least }
}

/** Returns the lesser of two numbers, which may be NaN; the first of equal ones. */
const lesser = (a: number, b: number): number => (b < a || a !== a ? b : a)

/** Computes the number of values, number of negative values, and smallest value of each column. */
function signAggregate(reads: 'original' | 'masked', names: readonly string[]): Aggregate {
  return {
    reads,
    of: (block) =>
      Float64Array.from(
        names.flatMap((name) => {
          const own = numericValues(block[reads], name)
          let [values, negative, least] = [0, 0, Number.NaN]
          for (let i = 0; i < own.length; i++) {
            const value = own[i]
            if (value !== value) continue
            values++
            if (value < 0) negative++
            least = lesser(least, value)
          }
          return [values, negative, least]
        }),
      ),
    merge: (total, own) => total.map((value, k) => (k % 3 === 2 ? lesser(value, own[k]) : value + own[k])),
  }
}
