/**
 * k-anonymity: how many records share the keys of a record.
 *
 * f_i = |{j : record j matches record i in every key}|, itself included; value = 100·|{i : f_i < k}|/n. With sampling
 * weights, F_i = Σ w_j over the same records estimates how many in the population match. Two values match where they are
 * equal; what a missing one matches is said by `missing`, see `keyFrequencies`.
 * Source: Samarati & Sweeney 1998; Sweeney 2002. The wildcard: Templ, Kowarik & Meindl 2015.
 */
import { defineMetric, isMissing, type Dataset, type Measurement, type MeasureInput, type Roles } from '@sdc/core'
import { figures, keyFrequencies, missingKeysParams, table, unmeasured } from '@sdc/toolkit'
import { measuredInParts, readBothRecords, readRecords, type CountedFile } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { compatibleRecords, withOnly } from './compatible-records.js'
import { countedClasses, weightsNeedRecords } from './keys-in-parts.js'
import { noKeys } from './per-column.js'
import { warnedInParts, warnedOfPerturbed } from './perturbed-keys.js'
import { metricOfKeys } from './metric-of-keys.js'

const params = z.object({
  k: z.int().min(2).default(3).meta({
    description: 'A record is at risk where fewer than k records, itself included, have its keys.',
    unit: 'records',
  }),
  ...missingKeysParams,
})

export const kAnonymityMetric = defineMetric({
  ...metricOfKeys,
  id: 'risk/k-anonymity',
  title: 'k-anonymity',
  summary: 'The share of records whose combination of keys fewer than k records of the file have.',
  formula: '100 · share{i : f_i < k},  f_i = |{j : record j matches record i in every key}|',
  honours: ['weight'],
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
        'A missing key matches every value, so that blanking a cell can only raise the frequencies. Who knows the true keys of a ' +
        'person may still find them: a warning says how many people fit fewer than k released records, where keys are missing and ' +
        'the original is at hand (risk/compatible). missing: own-level takes missing for a value of its own, never calls every record with a ' +
        'missing key unique, and share counts it for those that do not lack the same keys by a share: all three are stricter.',
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
  high: { share: 0.1, meaning: '{value} of the records share their keys with too few others' },
  params,
  cost: { time: 'O(n) a key; with keys missing in g ways O(g · classes)' },
  share: 'records',
  measure: (input) => warnedOfPerturbed(withFoundPeople(measureKAnonymity(input), input), input),
  streamed: ({ k, ...rule }) =>
    warnedInParts(
      measuredInParts<KAnonymityParams>({
        readings: ['tables'],
        whole: ({ masked, roles }) => weightsNeedRecords(masked, roles),
        *read({ columns, rows, original, masked, roles, params }) {
          const why = noKeys(columns, rows.masked)
          if (why !== undefined) return unmeasured(why)
          if (!looksForPeople(params, columns, original))
            return anonymityOf(countedClasses(yield* readRecords(columns, masked), columns, rule), k)
          const files = yield* readBothRecords({ original, masked }, (file) => withOnly(file, columns))
          const measured = anonymityOf(countedClasses(files.masked, columns, rule), k)
          return foundPeople(measured, files.original, files.masked, columns, roles, k)
        },
      }),
    ),
})

type KAnonymityParams = z.infer<typeof params>

function measureKAnonymity(input: MeasureInput<KAnonymityParams>): Measurement {
  const { masked, columns, roles, params } = input
  if (columns.length === 0) return unmeasured('no column is a key: give columns the role quasi-identifier in a schema')
  if (masked.rows === 0) return unmeasured('the file has no records')
  const { codes, classes, f, F } = keyFrequencies(masked, columns, roles, params, (done) => input.tick(done))
  const lacks = Uint8Array.from(classes.firsts, (i) => (codes.some((of) => of[i] < 0) ? 1 : 0))
  // All records of a class have the same f.
  const ofClass = Float64Array.from(classes.firsts, (i) => f[i])
  return {
    ...anonymityOf({ f: ofClass, sizes: classes.sizes, lacks }, params.k, F),
    records: f,
    ...(F && { recordColumns: table({ f, F }) }),
  }
}

/** Whether people are looked for by their true keys: a missing key is to hide them, and the original is at hand. */
function looksForPeople({ missing }: KAnonymityParams, columns: readonly string[], original: Dataset): boolean {
  return missing === 'wildcard' && columns.every((name) => original.names.includes(name))
}

function withFoundPeople(measured: Measurement, input: MeasureInput<KAnonymityParams>): Measurement {
  const { original, masked, columns, roles, params } = input
  if (measured.value === null || !looksForPeople(params, columns, original)) return measured
  const files = [original, masked].map((data) => ({ data, records: data.rows }))
  return foundPeople(measured, files[0], files[1], columns, roles, params.k)
}

/** A measurement with a warning of the people whose true keys fit fewer than k released records, where keys are missing. */
function foundPeople(
  measured: Measurement,
  original: CountedFile,
  released: CountedFile,
  columns: readonly string[],
  roles: Roles,
  k: number,
): Measurement {
  const keys = columns.map((name) => released.data.column(name))
  const rows = Int32Array.from({ length: released.data.rows }, (_, i) => i)
  if (!rows.some((i) => keys.some((key) => isMissing(key, i)))) return measured
  const found = compatibleRecords(original, released, columns, roles)
  if (typeof found === 'string') return measured
  const people = (most: number): number =>
    found.F.reduce((sum, F, i) => sum + (F > 0 && F <= most ? (original.counts?.[i] ?? 1) : 0), 0)
  if (people(k - 1) === 0) return measured
  const warning =
    `missing keys do not hide ${people(k - 1)} of ${original.records} people: their true keys fit fewer than ${k} released ` +
    `records, those of ${people(1)} one only (risk/compatible)`
  return { ...measured, warnings: [...(measured.warnings ?? []), warning] }
}

/** The classes of a file. */
interface Classes {
  /** How many records match those of the class. */
  readonly f: Float64Array
  readonly sizes: ArrayLike<number>
  /** 1 where a key is missing. */
  readonly lacks: Uint8Array
}

function anonymityOf(classes: Classes, k: number, F?: Float64Array): Measurement {
  const { f, lacks } = classes
  const rows = recordsWhere(classes, () => true)
  return {
    value: (100 * recordsWhere(classes, (count) => count < k)) / rows,
    used: rows,
    tables: new Map([
      ['frequencies', frequencyTable(classes, rows, F)],
      [
        'keys',
        figures({
          'least f': leastOf(f),
          ...(F && { 'least F': leastOf(F) }),
          records: rows,
          classes: f.length,
          'records with a missing key': recordsWhere(classes, (_, id) => lacks[id] === 1),
        }),
      ],
    ]),
  }
}

/** How many records and how many classes have a small f, of how many; where there are weights, records with a small F. */
function frequencyTable(classes: Classes, records: number, F: Float64Array | undefined): Dataset {
  const rows: readonly (readonly [string, (f: number) => boolean])[] = [
    ['1', (f) => f === 1],
    ['2', (f) => f === 2],
    ['< 3', (f) => f < 3],
    ['< 5', (f) => f < 5],
    ['< 10', (f) => f < 10],
  ]
  const counts = (values: Float64Array): Float64Array =>
    Float64Array.from(rows, ([, holds]) => countWhere(values, holds))
  const ofRecords = Float64Array.from(rows, ([, holds]) => recordsWhere(classes, holds))
  const all = (count: number): Float64Array => new Float64Array(rows.length).fill(count)
  return table({
    f: rows.map(([label]) => label),
    records: ofRecords,
    'of records': all(records),
    percent: ofRecords.map((count) => (100 * count) / records),
    classes: counts(classes.f),
    'of classes': all(classes.f.length),
    ...(F && { 'records with such an F': counts(F) }),
  })
}

/** How many records are in classes of which it holds. */
function recordsWhere({ f, sizes }: Classes, holds: (count: number, id: number) => boolean): number {
  let count = 0
  for (let id = 0; id < f.length; id++) if (holds(f[id], id)) count += sizes[id]
  return count
}

function countWhere(values: ArrayLike<number>, holds: (value: number) => boolean): number {
  let count = 0
  for (let i = 0; i < values.length; i++) if (holds(values[i])) count++
  return count
}

/** The least of numbers, NaN where one is missing. */
function leastOf(values: Float64Array): number {
  return values.reduce((least, one) => Math.min(least, one), Infinity)
}
