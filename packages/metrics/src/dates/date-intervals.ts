/**
 * Intervals between dates: persons with a unique list of intervals.
 *
 * L_p = (d_2 − d_1, …, d_m − d_(m−1)) with all dates d_1 ≤ … ≤ d_m of a person p in the released file. With n persons,
 * value = 100 · |{p : m_p ≥ 2, |{q : L_q = L_p}| = 1}|/n. Source: this project.
 */
import { defineMetric, type Measurement, type Roles } from '@sdc/core'
import { figures, unmeasured } from '@sdc/toolkit'
import { dateColumns, dateIntervals, personsOf, type CountedFile } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { metricOfKeys } from '../keys/metric-of-keys.js'
import { planKeys } from '../keys/plan-keys.js'

const params = z.object({
  k: z.int().min(2).default(3).meta({
    description: 'The table has the number of persons who share their list of intervals with fewer than k persons.',
    unit: 'persons',
  }),
})

export const dateIntervalsMetric = defineMetric({
  ...metricOfKeys,
  id: 'risk/date-intervals',
  of: 'masked columns',
  // On request: files without dates have no value.
  costly: true,
  title: 'Intervals between dates',
  summary: 'Share of persons whose list of intervals between dates is unique in the released file.',
  brief: [
    'So many of 100 persons are unique by the intervals between their dates.',
    'It assumes an intruder who knows all dates of a person.',
  ],
  formula: '100 · share{p : m_p ≥ 2 and L_q = L_p for q = p only},  L_p = (d_2 − d_1, …, d_m − d_(m−1))',
  honours: ['person'],
  source: [{ where: 'This project: intervals between the dates of a person as a quasi-identifier' }],
  notes: [
    {
      topic: 'interpretation',
      text:
        'Shifted dates keep their intervals. An intruder who knows the days between the visits of a person finds their ' +
        'records by a unique list, and with one known date all true dates.',
    },
    {
      topic: 'interpretation',
      text:
        'A list has the times between consecutive dates of a person, over all columns of kind date or datetime and all ' +
        'records of the person (role person). Without that role every record is a person. Unmasked dates count too.',
    },
    {
      topic: 'limits',
      text:
        'An intruder who knows only some intervals, or knows them roughly, finds fewer persons. Dates masked one by one ' +
        'have other intervals than the true ones, but their lists are unique too: the value is then an upper bound.',
    },
    { topic: 'limits', text: 'Dates that were recoded to months or years are not intervals, and are left out.' },
    {
      topic: 'missing',
      text: 'Missing dates are left out. A person with fewer than two dates has no interval, and is not at risk.',
    },
  ],
  high: { share: 0.1, meaning: 'intervals between dates single out {value} of the persons' },
  params,
  cost: { time: 'O(n log n) a column of dates' },
  share: 'records',
  reads: ({ masked, roles }) => ({
    original: [],
    masked: masked.names.filter((name) => name === roles.person || dateColumns(masked, roles).includes(name)),
  }),
  plan(facts) {
    const { roles } = facts
    const names = dateColumns(facts.masked, roles)
    return planKeys(facts, {
      names,
      measure: (file, input) => measure(file, names, roles, input.params.k),
      ...(names.length === 0 && { read: noDates }),
    })
  },
})

// oxlint-disable-next-line require-yield -- It reads nothing.
function* noDates(): Generator<never, Measurement, never> {
  return unmeasured(NO_DATES)
}

const NO_DATES = 'the file has no dates: set kind: date in a schema'

function measure(file: CountedFile, names: readonly string[], roles: Roles, k: number): Measurement {
  if (file.records === 0) return unmeasured('the file has no records')
  if (names.length === 0) return unmeasured(NO_DATES)
  const persons = personsOf(file.data, roles)
  const lists = dateIntervals(file.data, names, roles, persons)
  const weight = (p: number): number => file.counts?.[p] ?? 1
  const sizes = new Map<string, number>()
  lists.forEach((list, p) => sizes.set(list, (sizes.get(list) ?? 0) + weight(p)))
  const n = persons?.count ?? file.records
  const none = sizes.get('') ?? 0
  if (none === n) return unmeasured(`no ${persons ? 'person' : 'record'} has two dates`, n)
  // Without an interval, a person is like all others.
  sizes.set('', n)
  const fewer = (most: number): number =>
    lists.reduce((sum, list, p) => sum + ((sizes.get(list) ?? 0) < most ? weight(p) : 0), 0)
  const sizeOf = (record: number): number => sizes.get(lists[persons ? persons.ofRecord[record] : record]) ?? n
  const unit = persons ? 'persons' : 'records'
  return {
    value: (100 * fewer(2)) / n,
    used: n,
    ...(persons && { unit: 'persons' as const }),
    ...(file.counts === undefined && { records: Float64Array.from({ length: file.data.rows }, (_, i) => sizeOf(i)) }),
    tables: new Map([
      [
        'intervals',
        figures({
          [unit]: n,
          [`${unit} with two dates`]: n - none,
          'unique list': fewer(2),
          [`shared by fewer than ${k}`]: fewer(k),
        }),
      ],
    ]),
  }
}
