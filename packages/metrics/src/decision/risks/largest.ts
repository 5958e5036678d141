/**
 * Number of columns whose largest value is disclosed to somebody who knows the person with that value.
 *
 * x_1 ≥ x_2 ≥ … are the originals of the released records, y_1 ≥ y_2 ≥ … the released values. A column counts if the
 * largest value is near its original, |y_1 − x_1| < p/100 · x_1, or if most of the five largest are as near. It also
 * counts if k records share y_1 as their mean and k·y_1 − x_1 − x_2 < p/100 · x_1. In each case x_1 must exceed the
 * sixth largest by at least p %. The same for the lowest value if it is below 0. Source: the p % rule of tables for
 * group means; this project.
 */
import {
  defineMetric,
  type Dataset,
  type Measurement,
  type Side,
  type Totals,
  type Aggregate,
  type MeasureFacts,
  type PairColumns,
  type Plan,
} from '@sdc/core'
import { table, unmeasured } from '@sdc/toolkit'
import { LARGEST_TOTALS, largestTotals, largestValues, mergedLargest, type LargestValue } from '@sdc/toolkit/internal'
import { mean } from '@sdc/stats'
import * as z from 'zod'
import { decisionColumns, finiteValues, releasedColumns } from '../columns/decision-columns.js'
import { riskOfRoles } from './key-linkage.js'

const params = z.object({
  percent: z
    .number()
    .gt(0)
    .max(100)
    .default(10)
    .meta({ description: 'A value is disclosed if the error of its estimate is below this limit (p of the p % rule).', unit: 'percent of the value' }), // oxfmt-ignore
})

type LargestParams = z.infer<typeof params>

export const largestMetric = defineMetric({
  ...riskOfRoles,
  id: 'risk/largest',
  title: 'Largest values disclosed',
  summary: 'Number of masked columns whose largest value is disclosed to an intruder who knows its owner.',
  brief: [
    '0 means that no largest value is disclosed to somebody who knows its owner.',
    'It looks at the largest value of each column only.',
  ],
  formula:
    '#{columns : min(|y_1 − x_1|, k·y_1 − x_1 − x_2) < p/100 · x_1, or |y_j − x_j| < p/100 · x_j for most j ≤ 5},  x_1 ≥ x_2 ≥ … originals, y_1 ≥ y_2 ≥ … released values, ' +
    'k·y_1 − x_1 − x_2 where k ≥ 2 records share the mean y_1, x_1 − x_6 ≥ p/100 · x_1',
  source: [{ key: 'hundepool-et-al-2012', where: 'p % rule' }, { where: 'This project: for released records' }],
  notes: [
    {
      topic: 'interpretation',
      text:
        'Everybody knows who has the greatest income of a region. A file with the greatest value discloses it, in any ' +
        'record. If only that value was changed, the next ones are just as well known. A mean of few records discloses ' +
        'it to the owner of the second largest value, who subtracts their own.',
    },
    {
      topic: 'interpretation',
      text:
        'The table columns has the error of the largest value, and the mean error of the five largest with y_j as the ' +
        'guess for x_j. It also has the number disclosed, and the remainder by the p % rule, in percent. With losses, it ' +
        'has the same for the lowest value below 0.',
    },
    {
      topic: 'choices',
      text:
        'Only values that stand out count: they exceed the sixth largest by p %. For other columns (ages) several people ' +
        'have nearly that value; the table has them, too. Measured columns: confidential numbers and all masked ones ' +
        'that are not quasi-identifiers.',
    },
    {
      topic: 'release',
      text:
        'Replace the five largest values by their mean (coding/top-bottom with replacement tail-mean), or more values if ' +
        'these are near it.',
    },
    {
      topic: 'limits',
      text:
        'A group mean is recognised if it is within 1 % of the released value. If the origin of a record is unknown, the ' +
        'p % rule is not applied. The metric examines a single file, not differences between releases.',
    },
    {
      topic: 'missing',
      text:
        'The metric omits missing values, and records that are not released if the origin of all others is known. ' +
        'Columns recoded to classes do not count.',
    },
  ],
  unit: 'columns',
  range: [0, Number.POSITIVE_INFINITY],
  recordsOf: 'masked',
  needsOrigin: false,
  costly: false,
  cost: { time: 'O(np)' },
  params,
  reads,
  plan: read,
})

type LargestFacts = Pick<MeasureFacts<unknown>, 'original' | 'masked' | 'columns' | 'roles'>

function columnsOf(files: LargestFacts): {
  readonly names: readonly string[]
  readonly warnings: readonly string[]
} {
  const { keys, values, categories } = decisionColumns(files)
  // Dates have no natural zero: an error of 10 % of the days since 1970 has no meaning.
  const looked = files.original.names.filter(
    (name) =>
      files.roles.times?.has(name) !== true &&
      (values.includes(name) ||
        (files.columns.includes(name) && !keys.includes(name) && files.original.column(name).kind === 'numeric')),
  )
  const { released, warnings } = releasedColumns({ keys: [], values: looked, categories }, files.masked)
  return { names: released.values.filter((name) => files.masked.column(name).kind === 'numeric'), warnings }
}

function reads(facts: LargestFacts): PairColumns {
  const { names } = columnsOf(facts)
  return { original: names, masked: names }
}

function* read(files: MeasureFacts<LargestParams>): Plan<Measurement> {
  const { names, warnings } = columnsOf(files)
  if (names.length === 0) return unmeasured('no masked or confidential column is numeric')
  const { percent } = files.params
  const isLinked = files.rows.pairs === files.rows.masked && files.rows.pairs > 0
  const totals = yield (isLinked ? (['pairs'] as const) : (['original', 'masked'] as const)).map((reads) =>
    largestAggregate(reads, names),
  )
  const found = names.map((_, j) => largestValues(totals.map((own) => ofColumn(own, j)).reduce(mergedLargest), percent))
  const columns = new Map(names.map((name, j) => [name, found[j].some(({ isDisclosed }) => isDisclosed) ? 1 : 0]))
  const ends = names.flatMap((name, j) => found[j].map((end) => ({ name, ...end })))
  return {
    value: [...columns.values()].reduce<number>((sum, one) => sum + one, 0),
    used: files.rows.masked,
    columns,
    ...(warnings.length > 0 && { warnings }),
    tables: new Map([['columns', endsTable(ends)]]),
  }
}

const ofColumn = (totals: Totals, j: number): Totals => totals.subarray(j * LARGEST_TOTALS, (j + 1) * LARGEST_TOTALS)

/** Computes the totals of the columns, one after the other. */
function largestAggregate(reads: Side, names: readonly string[]): Aggregate {
  const none = new Float64Array(0)
  return {
    reads,
    of: ({ original, masked }) =>
      Float64Array.from(
        names.flatMap((name) => [
          ...largestTotals(
            reads === 'masked' ? none : finiteValues(original.column(name)),
            reads === 'original' ? none : finiteValues(masked.column(name)),
          ),
        ]),
      ),
    merge: (total, own) =>
      Float64Array.from(names.flatMap((_, j) => [...mergedLargest(ofColumn(total, j), ofColumn(own, j))])),
  }
}

function endsTable(ends: readonly (LargestValue & { readonly name: string })[]): Dataset {
  const percentOf = (of: (end: LargestValue) => number): Float64Array => Float64Array.from(ends, (end) => 100 * of(end))
  return table({
    column: ends.map(({ name }) => name),
    'known value': ends.map(({ end }) => end),
    'stands out': ends.map(({ standsOut }) => (standsOut ? 'yes' : 'no')),
    'error of the largest, percent': percentOf(({ error }) => error),
    'mean error of the five largest, percent': percentOf(({ errors }) => mean(Float64Array.from(errors))),
    'of the five disclosed': Float64Array.from(ends, ({ near }) => near),
    'remainder by the p % rule, percent': percentOf(({ remainder }) => remainder),
  })
}
