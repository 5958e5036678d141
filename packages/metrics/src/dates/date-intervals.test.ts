import {
  categorical,
  dataset,
  measureInput,
  noRoles,
  numeric,
  resolveParams,
  seededRng,
  type Dataset,
  type Measurement,
  type TimeKind,
} from '@sdc/core'
import { measureByPlan } from '@sdc/toolkit'
import { describe, expect, it } from 'vitest'
import { tableColumn } from '../testing/run.fixture.js'
import { dateIntervalsMetric } from './date-intervals.js'

const times = new Map<string, TimeKind>([
  ['admission', 'date'],
  ['discharge', 'datetime'],
  ['hour', 'time'],
])

type Stay = readonly [person: string | null, admission: number, discharge: number]

const fileOf = (stays: readonly Stay[]): Dataset =>
  dataset([
    ['person', categorical(stays.map(([person]) => person))],
    ['admission', numeric(stays.map(([, day]) => day))],
    ['discharge', numeric(stays.map(([, , day]) => 86_400 * day))],
    ['hour', numeric(stays.map((_, i) => i))],
  ])

const measured = async (file: Dataset, { byRecord = false, k = 3 } = {}): Promise<Measurement> =>
  measureByPlan(
    dateIntervalsMetric,
    measureInput(file, file, {
      columns: ['admission'],
      roles: { ...noRoles, times, ...(!byRecord && { person: 'person' }) },
      params: resolveParams(dateIntervalsMetric.params, { k }),
    }),
  )

/** Returns the sorted dates of each person relative to their first date. */
function offsets(stays: readonly Stay[], byRecord: boolean): string[] {
  const of = new Map<string, number[]>()
  stays.forEach(([person, ...days], i) => {
    const id = byRecord || person === null ? `#${i}` : person
    of.set(id, [...(of.get(id) ?? []), ...days.filter((day) => !Number.isNaN(day))])
  })
  return [...of.values()].map((days) => {
    const first = Math.min(...days)
    return days.length < 2
      ? 'none'
      : days
          .map((day) => day - first)
          .sort((a, b) => a - b)
          .join()
  })
}

describe('risk/date-intervals', () => {
  it.each([true, false])(
    'equals a comparison of every two of 200 persons (records as persons: %s)',
    async (byRecord) => {
      const rng = seededRng(5)
      const stays = Array.from({ length: 400 }, (): Stay => {
        const day = 15_000 + rng.int(20)
        const person = rng.int(40) === 0 ? null : `p${rng.int(200)}`
        return [
          person,
          rng.int(5) === 0 ? Number.NaN : day,
          rng.int(5) === 0 ? Number.NaN : day + rng.int(byRecord ? 150 : 4),
        ]
      })
      const lists = offsets(stays, byRecord)
      const sharing = lists.map((list) => (list === 'none' ? Infinity : lists.filter((other) => other === list).length))
      const fewer = (k: number): number => sharing.filter((count) => count < k).length
      const found = await measured(fileOf(stays), { k: 5, byRecord })
      expect(found.used).toBe(lists.length)
      expect(found.value).toBeCloseTo((100 * fewer(2)) / lists.length, 12)
      expect(tableColumn(found, 'intervals', 'value')).toEqual([
        lists.length,
        lists.filter((list) => list !== 'none').length,
        fewer(2),
        fewer(5),
      ])
      expect(fewer(2)).toBeGreaterThan(0)
      expect(fewer(5)).toBeGreaterThan(fewer(2))
    },
  )

  it("is the same after a shift of each person's dates, and after another order of the records", async () => {
    const rng = seededRng(6)
    const stays = Array.from({ length: 300 }, (_, i): Stay => {
      const day = 15_000 + rng.int(30)
      return [`p${i % 100}`, day, day + rng.int(6)]
    })
    const shifted = stays.map(([person, ...days]): Stay => {
      const shift = Number(person?.slice(1)) * 3 - 50
      return [person, days[0] + shift, days[1] + shift]
    })
    const before = await measured(fileOf(stays))
    expect(before.value).toBeGreaterThan(50)
    for (const file of [shifted, [...shifted].reverse()])
      expect((await measured(fileOf(file))).value).toBe(before.value)
  })

  it('has no value without two dates of a person, without dates, and without records', async () => {
    const nan = Number.NaN
    const one = await measured(fileOf([['a', 5, nan], ['b', 5, nan]])) // oxfmt-ignore
    expect(one).toMatchObject({
      value: null,
      reason: expect.stringMatching(/no record has two dates|no person has two dates/),
    })
    const none = await measured(dataset([['admission', categorical(['2020', '2021'])]]))
    expect(none).toMatchObject({ value: null, reason: expect.stringMatching(/no dates: set kind: date/) })
    expect((await measured(fileOf([]))).value).toBeNull()
    expect((await measured(fileOf([['a', 5, 7], ['b', 5, 8], ['c', 9, nan]]))).value).toBeCloseTo(200 / 3, 12) // oxfmt-ignore
  })
})
