/**
 * k-anonymity: number of records that share the keys of a record.
 *
 * f_i = |{j : record j matches record i in every key}|, including itself; value = 100·|{i : f_i < k}|/n. With sampling
 * weights, F_i = Σ w_j over the same records estimates the number of matches in the population. Two values match if
 * they are equal; `missing` defines the matches of a missing one, see `keyFrequencies`. With the role person, j is a
 * person, and the value is the share of persons with a record i with f_i < k. Source: Samarati & Sweeney 1998; Sweeney
 * 2002. The wildcard: Templ, Kowarik & Meindl 2015.
 */
import { defineMetric, isMissing, type Dataset, type Measurement, type Roles } from '@sdc/core'
import { figures, missingKeysParams, table, unmeasured } from '@sdc/toolkit'
import {
  compatibleRecords,
  personsOf,
  readBothRecords,
  withOnly,
  worstOfPersons,
  type CountedFile,
} from '@sdc/toolkit/internal'
import * as z from 'zod'
import { historyWarning } from './histories.js'
import { noKeys } from './per-column.js'
import { perturbedReads } from './perturbed-keys.js'
import { countedFrequencies, planKeys, weightsNeedRecords, wholeFile, type KeysInput } from './plan-keys.js'
import { metricOfKeys } from './metric-of-keys.js'

const params = z.object({
  k: z.int().min(2).default(3).meta({
    description: 'A record is at risk if fewer than k records, itself included, have its quasi-identifiers.',
    unit: 'records',
  }),
  ...missingKeysParams,
})

export const kAnonymityMetric = defineMetric({
  ...metricOfKeys,
  id: 'risk/k-anonymity',
  title: 'k-anonymity',
  summary: 'Share of records whose combination of quasi-identifiers occurs in fewer than k records of the file.',
  brief: [
    '0 % means that at least k records share every combination of quasi-identifiers.',
    'It does not say what a whole class has in common, such as one diagnosis.',
  ],
  formula: '100 · share{i : f_i < k},  f_i = |{j : record j matches record i in every quasi-identifier}|',
  honours: ['weight', 'person'],
  source: [
    { key: 'samarati-sweeney-1998', where: 'k-anonymity' },
    { key: 'sweeney-2002', where: 'k-anonymity' },
    { key: 'templ-kowarik-meindl-2015', where: 'missing values' },
  ],
  notes: [
    {
      topic: 'limits',
      text:
        'Quasi-identifiers are the columns with that role. They match by exact value: a numeric column with many digits ' +
        'makes nearly every record unique.',
    },
    {
      topic: 'missing',
      text:
        'A missing value matches every value, so suppression of a cell can only raise the frequencies. An intruder who ' +
        "knows a person's true values may still find them. With missing values and the original available, a warning " +
        'gives the number of people who fit fewer than k released records (risk/compatible). Other rules for missing are ' +
        'stricter. own-level treats missing as its own value. never makes every record with a missing value unique. ' +
        'share lets it count by a share for records that do not lack the same values.',
    },
    {
      topic: 'limits',
      text:
        'f counts the records of the file. In a sample, a unique record may not be population unique. If a column has ' +
        'the role weight, every record also has F, the sum of the weights of the matching records.',
    },
    {
      topic: 'interpretation',
      text:
        'If a column has the role person, f counts persons, for any number of records, and the value is the share of ' +
        'persons who have a record with f < k. So an intruder may know any record of a person. An intruder who knows all ' +
        'records finds more: a warning gives the number of persons whose complete set of records fewer than k share.',
    },
    {
      topic: 'limits',
      text: 'Records with equal quasi-identifiers may share a confidential value too: k-anonymity does not measure this.',
    },
    {
      topic: 'missing',
      text:
        'A class of the table is a combination of quasi-identifiers, missing ones included, with the frequency of its ' +
        'records.',
    },
  ],
  high: { share: 0.1, meaning: '{value} of the records share their quasi-identifiers with too few others' },
  params,
  cost: { time: 'O(n) a quasi-identifier; with missing values in g patterns O(g · classes)' },
  share: 'records',
  reads: perturbedReads,
  plan: (facts) => {
    const { columns, original, masked, roles, params } = facts
    return planKeys(facts, {
      whole: weightsNeedRecords(masked, roles),
      perturbed: true,
      measure: kAnonymity,
      besides: (measured, input) =>
        looksForPeople(params, columns, input.original)
          ? foundPeople(measured, wholeFile(input.original), wholeFile(input.masked), columns, roles, params.k)
          : measured,
      ...(looksForPeople(params, columns, original) && {
        *read() {
          const files = yield* readBothRecords({ original, masked }, (file) => withOnly(file, columns))
          return foundPeople(kAnonymity(files.masked, facts), files.original, files.masked, columns, roles, params.k)
        },
      }),
    })
  },
})

type KAnonymityParams = z.infer<typeof params>

function kAnonymity(file: CountedFile, { columns, roles, params, tick }: KeysInput<KAnonymityParams>): Measurement {
  const why = noKeys(columns, file.records)
  if (why !== undefined) return unmeasured(why)
  const { codes, classes, sizes, f, F, persons } = countedFrequencies(file, columns, roles, params, tick)
  const lacks = Uint8Array.from(classes.firsts, (i) => (codes.some((of) => of[i] < 0) ? 1 : 0))
  // All records of a class have the same f.
  const ofClass = Float64Array.from(classes.firsts, (i) => f[i])
  const found = { f: ofClass, sizes, lacks }
  const people = persons && {
    f: worstOfPersons(persons, f, 'least'),
    sizes: new Float64Array(persons.count).fill(1),
    lacks: Uint8Array.from(
      worstOfPersons(
        persons,
        Array.from(classes.ids, (id) => lacks[id]),
        'greatest',
      ),
    ),
  }
  const warnings = people && persons ? historyWarning(persons, classes.ids, people.f, params.k) : []
  return {
    ...anonymityOf(found, params.k, F && persons ? worstOfPersons(persons, F, 'least') : F, people),
    ...(!file.counts && { records: f }),
    ...(F && { recordColumns: table({ f, F }) }),
    ...(warnings.length > 0 && { warnings }),
  }
}

/**
 * Returns true if people are searched by their true keys: missing keys should protect them, and the original is
 * available.
 */
function looksForPeople({ missing }: KAnonymityParams, columns: readonly string[], original: Dataset): boolean {
  return missing === 'wildcard' && columns.every((name) => original.names.includes(name))
}

/** Adds a warning if keys are missing and the true keys of people fit fewer than k released records. */
function foundPeople(
  measured: Measurement,
  original: CountedFile,
  released: CountedFile,
  columns: readonly string[],
  roles: Roles,
  k: number,
): Measurement {
  if (measured.value === null) return measured
  const keys = columns.map((name) => released.data.column(name))
  const rows = Int32Array.from({ length: released.data.rows }, (_, i) => i)
  if (!rows.some((i) => keys.some((key) => isMissing(key, i)))) return measured
  const found = compatibleRecords(original, released, columns, roles)
  if (typeof found === 'string') return measured
  const persons = personsOf(original.data, roles)
  const F = persons
    ? worstOfPersons(
        persons,
        found.F.map((count) => count || Number.NaN),
        'least',
      )
    : found.F
  const people = (most: number): number =>
    F.reduce((sum, count, i) => sum + (count > 0 && count <= most ? (original.counts?.[i] ?? 1) : 0), 0)
  if (people(k - 1) === 0) return measured
  const warning =
    `missing quasi-identifiers do not hide ${people(k - 1)} of ${persons?.count ?? original.records} people: their ` +
    `true values fit fewer than ${k} released records, those of ${people(1)} only one (risk/compatible)`
  return { ...measured, warnings: [...(measured.warnings ?? []), warning] }
}

/** The classes of a file. */
interface Classes {
  /** Number of records that match those of the class. */
  readonly f: Float64Array
  readonly sizes: ArrayLike<number>
  /** 1 if a key is missing. */
  readonly lacks: Uint8Array
}

/**
 * Measures classes. `people`: each person by the record with the smallest f, if f counts persons; F then belongs to
 * persons.
 */
function anonymityOf(classes: Classes, k: number, F?: Float64Array, people?: Classes): Measurement {
  const { f, lacks } = classes
  const records = recordsWhere(classes, () => true)
  const counted = people ?? classes
  const units = recordsWhere(counted, () => true)
  return {
    value: (100 * recordsWhere(counted, (count) => count < k)) / units,
    used: units,
    ...(people && { unit: 'persons' as const }),
    tables: new Map([
      ['frequencies', frequencyTable(classes, counted, people ? 'persons' : 'records', F)],
      [
        'keys',
        figures({
          'least f': leastOf(f),
          ...(F && { 'least F': leastOf(F) }),
          ...(people && { persons: units }),
          records,
          classes: f.length,
          'records with a missing quasi-identifier': recordsWhere(classes, (_, id) => lacks[id] === 1),
        }),
      ],
    ]),
  }
}

/**
 * Counts the records or persons, and the classes, with a small f, and their totals; with weights, those with a small F.
 */
function frequencyTable(
  classes: Classes,
  counted: Classes,
  unit: 'records' | 'persons',
  F: Float64Array | undefined,
): Dataset {
  const rows: readonly (readonly [string, (f: number) => boolean])[] = [
    ['1', (f) => f === 1],
    ['2', (f) => f === 2],
    ['< 3', (f) => f < 3],
    ['< 5', (f) => f < 5],
    ['< 10', (f) => f < 10],
  ]
  const counts = (values: Float64Array): Float64Array =>
    Float64Array.from(rows, ([, holds]) => countWhere(values, holds))
  const units = recordsWhere(counted, () => true)
  const having = Float64Array.from(rows, ([, holds]) => recordsWhere(counted, holds))
  const all = (count: number): Float64Array => new Float64Array(rows.length).fill(count)
  return table({
    f: rows.map(([label]) => label),
    [unit]: having,
    [`of ${unit}`]: all(units),
    percent: having.map((count) => (100 * count) / units),
    classes: counts(classes.f),
    'of classes': all(classes.f.length),
    ...(F && { [`${unit} with such an F`]: counts(F) }),
  })
}

/** Counts the records in classes that satisfy a condition. */
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

/** Returns the smallest of numbers, NaN if one is missing. */
function leastOf(values: Float64Array): number {
  return values.reduce((least, one) => Math.min(least, one), Infinity)
}
