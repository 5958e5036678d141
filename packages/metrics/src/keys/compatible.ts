/**
 * Compatible records: number of released records that the true keys of a person fit.
 *
 * F_i = |{j : t_iq ∈ y_jq for every key q}| over the released records j. t_iq is a key of original record i, y_jq the
 * released cell: a missing cell contains every value, a class the values below it. Value = 100 · (|{i : F_i < k}| −
 * m)/n, where m of the records with F_i = 0 were removed; certain: F_i = 1. With the role person, F counts persons, and
 * the value is the share of persons with such a record. Source: this project; k-anonymity of Samarati & Sweeney 1998,
 * counted from the person's side.
 */
import { defineMetric, type Measurement, type Roles } from '@sdc/core'
import { figures, table, unmeasured } from '@sdc/toolkit'
import { compatibleRecords, personsOf, withOnly, worstOfPersons, type CountedFile } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { NO_KEYS, riskOfRoles } from '../decision/risks/key-linkage.js'
import { planBoth } from './plan-keys.js'

const params = z.object({
  k: z.int().min(2).default(3).meta({
    description: 'A record is at risk if its quasi-identifiers fit fewer than k released records.',
    unit: 'records',
  }),
})

export const compatibleMetric = defineMetric({
  ...riskOfRoles,
  id: 'risk/compatible',
  title: 'Compatible records',
  summary: 'Share of records whose true quasi-identifiers fit fewer than k released records.',
  formula:
    '100 · share{i : F_i < k},  F_i = |{j : the released quasi-identifiers of record j fit the true ones of record ' +
    'i}|',
  honours: ['person'],
  source: [
    { key: 'samarati-sweeney-1998', where: 'k-anonymity' },
    { where: 'This project: true against released quasi-identifiers' },
  ],
  notes: [
    {
      topic: 'interpretation',
      text:
        'risk/k-anonymity compares released records with each other, so a record with missing values matches many. An ' +
        "intruder compares a person's true values with the file: a record with missing values still fits few people if " +
        'its other values are rare.',
    },
    {
      topic: 'interpretation',
      text:
        'Removed records fit no released record (F = 0); the difference in the number of records is not counted. All ' +
        'others with F = 0 count as at risk. Their quasi-identifiers were perturbed, and the count says little about who ' +
        'can be found; see risk/key-linkage.',
    },
    {
      topic: 'limits',
      text:
        'All compatible records count alike. A few records without any quasi-identifier are compatible with everybody, ' +
        'but an intruder prefers records with complete ones. A warning gives the number of people concerned; ' +
        'risk/key-linkage weights them.',
    },
    {
      topic: 'limits',
      text: 'Compatible records may share a confidential value: see risk/l-diversity and risk/t-closeness.',
    },
    {
      topic: 'interpretation',
      text:
        'If a column has the role person, F counts the persons of compatible released records. The value is the share of ' +
        'persons with a record that fits fewer than k.',
    },
    {
      topic: 'choices',
      text:
        "Classes are intervals ([20,30), 20-29, 65+), ranges of ordered categories, levels of the column's hierarchy, " +
        'and shortened dates and codes. With any other class the metric has no value.',
    },
    {
      topic: 'missing',
      text: 'A missing released value fits every value. A missing original value is unknown, and is ignored for that record.',
    },
  ],
  high: { share: 0.1, meaning: '{value} of the people fit too few released records by their true quasi-identifiers' },
  needsOrigin: false,
  costly: false,
  params,
  cost: { time: 'O(n) a quasi-identifier for each pattern of missing or recoded ones' },
  reads: ({ columns, roles }) => ({ original: keysOf(columns, roles), masked: keysOf(columns, roles) }),
  plan: (facts) => {
    const { columns, roles, rows, params } = facts
    const names = keysOf(columns, roles)
    const why = nothingToCount(names, rows)
    if (why !== undefined) return unmeasured(why)
    return planBoth(
      facts,
      (file) =>
        withOnly(
          file,
          file.names.filter((name) => names.includes(name) || name === roles.person),
        ),
      (before, after, tick) => compatibleOf(before, after, names, roles, params.k, tick),
    )
  },
})

const keysOf = (columns: readonly string[], { keys }: Roles): string[] => columns.filter((name) => keys.includes(name))

function nothingToCount(
  names: readonly string[],
  rows: { readonly original: number; readonly masked: number },
): string | undefined {
  if (names.length === 0) return NO_KEYS
  if (rows.original === 0) return 'the original has no records'
  return rows.masked === 0 ? 'the masked file has no records' : undefined
}

function compatibleOf(
  original: CountedFile,
  released: CountedFile,
  names: readonly string[],
  roles: Roles,
  k: number,
  tick?: (fraction: number) => void,
): Measurement {
  const found = compatibleRecords(original, released, names, roles, tick)
  if (typeof found === 'string') return unmeasured(found)
  const { patterns } = found
  const persons = personsOf(original.data, roles)
  // If some records of a person were removed, the remaining ones determine the risk.
  const ofUnits = (values: Float64Array): Float64Array =>
    persons
      ? worstOfPersons(
          persons,
          values.map((count) => count || Number.NaN),
          'least',
        ).map((count) => count || 0)
      : values
  const [F, fullest] = [ofUnits(found.F), ofUnits(found.fullest)]
  const n = persons?.count ?? original.records
  const unit = persons ? 'persons' : 'records'
  const recordsWhere = (holds: (count: number, i: number) => boolean): number =>
    F.reduce((sum, count, i) => sum + (holds(count, i) ? (original.counts?.[i] ?? 1) : 0), 0)
  const removed = n - ((persons && personsOf(released.data, roles)?.count) ?? released.records)
  const unlike = recordsWhere((count) => count === 0) - Math.max(0, removed)
  const rows: readonly (readonly [string, (count: number) => boolean])[] = [
    ['0', (count) => count === 0],
    ['1', (count) => count === 1],
    ['2', (count) => count === 2],
    ['1 to 2', (count) => count > 0 && count < 3],
    ['1 to 4', (count) => count > 0 && count < 5],
    ['1 to 9', (count) => count > 0 && count < 10],
  ]
  const units = Float64Array.from(rows, ([, holds]) => recordsWhere(holds))
  const tables = new Map([
    [
      'compatible',
      table({ F: rows.map(([label]) => label), [unit]: units, percent: units.map((count) => (100 * count) / n) }),
    ],
    [
      'keys',
      figures({
        [unit]: n,
        'released records': released.records,
        'least F': F.reduce((least, count) => Math.min(least, count), Infinity),
        'patterns of missing or recoded quasi-identifiers': patterns,
      }),
    ],
  ])
  const preferred = recordsWhere((count, i) => count >= k && fullest[i] < k)
  const warnings = [
    ...(unlike > 0
      ? [
          `${unlike} of ${n} ${unit} that were not removed fit no released record and count as at risk: their ` +
            'quasi-identifiers were perturbed. Measure them by risk/key-linkage',
        ]
      : []),
    ...(preferred > 0
      ? [
          `${preferred} of ${n} more people fit ${k} released records only with some that lack more quasi-identifiers. An ` +
            'intruder prefers those that lack fewer; see risk/key-linkage',
        ]
      : []),
  ]
  return {
    value: (100 * (recordsWhere((count) => count > 0 && count < k) + Math.max(0, unlike))) / n,
    used: n,
    ...(persons && { unit: 'persons' as const }),
    tables,
    ...(original.counts === undefined && { records: found.F }),
    ...(warnings.length > 0 && { warnings }),
  }
}
