import { categorical, dataset, hmacSha256, maskInput, noRoles, numeric, resolveParams, seededRng } from '@sdc/core'
import { maskByPlan } from '@sdc/toolkit'
import { describe, expect, it } from 'vitest'
import { shiftMethod } from './shift.js'

const PERSONS = 4_000

/** Two records of each person, with two dates each: one of a day, one with a time. */
const ids = Array.from({ length: 2 * PERSONS }, (_, i) => `p${i % PERSONS}`)
const days = numeric(Float64Array.from(ids, (_, i) => 10_000 + ((i * 37) % 5_000)))
const times = numeric(days.values.map((day, i) => 86_400 * (day + (i % 9)) + 3_600))
const file = dataset([
  ['patient', categorical(ids)],
  ['day', days],
  ['time', times],
])
const kinds = new Map<string, 'date' | 'datetime' | 'time'>([
  ['day', 'date'],
  ['time', 'datetime'],
])

async function shifts(
  params: Readonly<Record<string, unknown>>,
  { person = true, seed = 7, key = false }: { person?: boolean; seed?: number; key?: boolean } = {},
): Promise<{ readonly day: Float64Array; readonly time: Float64Array }> {
  const { files } = await maskByPlan(
    shiftMethod,
    maskInput(file, {
      columns: ['day', 'time'],
      params: resolveParams(shiftMethod.params, params),
      roles: { ...noRoles, times: kinds, ...(person && { person: 'patient' }) },
      rng: seededRng(seed),
      ...(key && { projectKey: hmacSha256(new Uint8Array(32)) }),
    }),
  )
  const of = (name: string, before: Float64Array, unit: number): Float64Array => {
    const column = files[0].columns.get(name)
    if (column?.kind !== 'numeric') throw new Error(`no numbers in ${name}`)
    return column.values.map((value, i) => (value - before[i]) / unit)
  }
  return { day: of('day', days.values, 1), time: of('time', times.values, 86_400) }
}

describe('dates/shift', () => {
  it('moves all dates of a person by the same days', async () => {
    const { day, time } = await shifts({})
    expect(time).toEqual(day)
    expect(day.subarray(PERSONS)).toEqual(day.subarray(0, PERSONS))
    expect(new Set(day).size).toBeGreaterThan(300)
  })

  it('draws uniformly on −D … D without 0', async () => {
    const { day } = await shifts({ maxDays: 5 })
    const counts = new Map<number, number>()
    for (const value of day.subarray(0, PERSONS)) counts.set(value, (counts.get(value) ?? 0) + 1)
    expect([...counts.keys()].sort((a, b) => a - b)).toEqual([-5, -4, -3, -2, -1, 1, 2, 3, 4, 5])
    const expected = PERSONS / 10
    const chi2 = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    // 1 − 1e-7 quantile of χ² with 9 degrees of freedom.
    expect(chi2).toBeLessThan(50.9)
  })

  it('moves by whole weeks', async () => {
    const { day } = await shifts({ maxDays: 20, weeks: true })
    expect([...new Set(day)].sort((a, b) => a - b)).toEqual([-14, -7, 7, 14])
  })

  it('moves each record separately without persons', async () => {
    const { day, time } = await shifts({}, { person: false })
    expect(time).toEqual(day)
    expect(day.subarray(PERSONS)).not.toEqual(day.subarray(0, PERSONS))
  })

  it('moves a person the same in every run with the key of a project, and differently without', async () => {
    expect((await shifts({}, { key: true, seed: 1 })).day).toEqual((await shifts({}, { key: true, seed: 2 })).day)
    expect((await shifts({}, { seed: 1 })).day).not.toEqual((await shifts({}, { seed: 2 })).day)
  })

  it('refuses columns without dates, and weeks that maxDays does not reach', async () => {
    const run =
      (column: string, params: Readonly<Record<string, unknown>>): (() => unknown) =>
      () =>
        maskByPlan(
          shiftMethod,
          maskInput(dataset([...file.names.map((name) => [name, file.column(name)] as const), ['income', days]]), {
            columns: [column],
            params: resolveParams(shiftMethod.params, params),
            roles: { ...noRoles, times: kinds },
          }),
        )
    expect(run('income', {})).toThrow(/"income" has no dates/)
    expect(run('day', { maxDays: 6, weeks: true })).toThrow(/no whole week/)
  })
})
