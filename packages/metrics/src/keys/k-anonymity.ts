/**
 * k-anonymity: how many records share the keys of a record.
 *
 * f_i = |{j : record j matches record i in every key}|, itself included; value = 100·|{i : f_i < k}|/n. With sampling
 * weights, F_i = Σ w_j over the same records estimates how many in the population match. Two values match where they are
 * equal; a missing one matches all (`wildcard`) or missing ones only (`category`).
 * Source: Samarati & Sweeney 1998; Sweeney 2002. The wildcard: Templ, Kowarik & Meindl 2015.
 */
import { defineMetric, numericValues, type Dataset, type Measurement, type MeasureInput } from '@sdc/core'
import { keyClasses, wildcardTotals, type RecordGroups } from '@sdc/stats'
import { figures, keyCodes, table, unmeasured } from '@sdc/toolkit'
import * as z from 'zod'

const params = z.object({
  k: z.int().min(2).default(3).meta({
    description: 'A record is at risk where fewer than k records, itself included, have its keys.',
    unit: 'records',
  }),
  missing: z
    .enum(['wildcard', 'category'])
    .default('wildcard')
    .meta({
      description:
        'What a missing key matches. wildcard: every value, since an intruder cannot rule the record out; category: ' +
        'missing keys only, as if missing were a value of its own.',
    }),
})

export const kAnonymityMetric = defineMetric({
  id: 'risk/k-anonymity',
  title: 'k-anonymity',
  summary: 'The share of records whose combination of keys fewer than k records of the file have.',
  formula: '100 · share{i : f_i < k},  f_i = |{j : record j matches record i in every key}|',
  source: [
    { key: 'samarati-sweeney-1998', where: 'k-anonymity' },
    { key: 'sweeney-2002', where: 'k-anonymity' },
    { key: 'templ-kowarik-meindl-2015', where: 'missing values' },
  ],
  notes: [
    {
      topic: 'limits',
      text:
        'The keys are the columns with the role quasi-identifier. Numbers are keys by their exact value: a column with many ' +
        'digits makes nearly every record unique.',
    },
    {
      topic: 'missing',
      text:
        'A missing key matches every value, so that blanking a cell can only raise the frequencies: an intruder cannot rule ' +
        'such a record out. missing: category takes missing for a value of its own, and is the stricter reading.',
    },
    {
      topic: 'limits',
      text:
        'f counts the records of the file. Of a sample, a unique record need not be unique in the population: where a column ' +
        'has the role weight, every record also has F, the sum of the weights of the records that match it.',
    },
    {
      topic: 'limits',
      text: 'Records that share their keys may share a confidential value too: k-anonymity says nothing of that.',
    },
    {
      topic: 'missing',
      text: 'A class of the table is a combination of keys, missing ones included, with the frequency of its records.',
    },
  ],
  kind: 'risk',
  high: { share: 0.1, meaning: '{value} of the records share their keys with too few others' },
  accepts: ['numeric', 'ordered', 'nominal'],
  of: 'keys',
  files: 'masked',
  better: 'lower',
  unit: '%',
  range: [0, 100],
  recordsOf: 'masked',
  needsOrigin: false,
  atIdentity: null,
  params,
  measure: measureKAnonymity,
})

type KAnonymityParams = z.infer<typeof params>

function measureKAnonymity(input: MeasureInput<KAnonymityParams>): Measurement {
  const { masked, columns, roles } = input
  if (columns.length === 0) return unmeasured('no column is a key: give columns the role quasi-identifier in a schema')
  if (masked.rows === 0) return unmeasured('the file has no records')
  const codes = columns.map((name) => keyCodes(masked.column(name)))
  const classes = keyClasses(codes)
  const weight = masked.names.find((name) => name === roles.weight)
  const weights = weight === undefined ? undefined : numericValues(masked, weight)
  const counts = [Float64Array.from(classes.sizes), ...(weights ? [classSums(classes, weights)] : [])]
  const wildcard = input.params.missing === 'wildcard'
  const [f, F] = wildcard ? wildcardTotals(codes, classes, counts, (done) => input.tick(done)) : counts
  const records = ofRecords(classes, f)
  return {
    value: (100 * countWhere(records, (count) => count < input.params.k)) / masked.rows,
    used: masked.rows,
    records,
    ...(F && {
      recordColumns: table({ f: records, F: ofRecords(classes, F) }),
    }),
    tables: new Map([
      ['frequencies', frequencyTable(records, f)],
      [
        'keys',
        figures({
          'least f': f.reduce((least, one) => Math.min(least, one)),
          classes: f.length,
          'records with a missing key': countWhere(classes.ids, (id) => codes.some((of) => of[classes.firsts[id]] < 0)),
        }),
      ],
    ]),
  }
}

/** How many records and how many classes have a small f. */
function frequencyTable(records: Float64Array, classes: Float64Array): Dataset {
  const rows: readonly (readonly [string, (f: number) => boolean])[] = [
    ['1', (f) => f === 1],
    ['2', (f) => f === 2],
    ['< 3', (f) => f < 3],
    ['< 5', (f) => f < 5],
    ['< 10', (f) => f < 10],
  ]
  return table({
    f: rows.map(([label]) => label),
    records: Float64Array.from(rows, ([, holds]) => countWhere(records, holds)),
    classes: Float64Array.from(rows, ([, holds]) => countWhere(classes, holds)),
  })
}

function countWhere(values: ArrayLike<number>, holds: (value: number) => boolean): number {
  let count = 0
  for (let i = 0; i < values.length; i++) if (holds(values[i])) count++
  return count
}

/** Per class the sum over its records. */
function classSums({ ids, sizes }: RecordGroups, values: Float64Array): Float64Array {
  const sums = new Float64Array(sizes.length)
  for (let i = 0; i < ids.length; i++) sums[ids[i]] += values[i]
  return sums
}

function ofRecords({ ids }: RecordGroups, ofClass: Float64Array): Float64Array {
  return Float64Array.from(ids, (id) => ofClass[id])
}
