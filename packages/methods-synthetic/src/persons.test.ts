import {
  categorical,
  dataset,
  maskInput,
  noRoles,
  numeric,
  seededRng,
  type Column,
  type Dataset,
  type Roles,
} from '@sdc/core'
import { pearson } from '@sdc/stats'
import { maskByPlan } from '@sdc/toolkit'
import { describe, expect, it } from 'vitest'
import type { SequentialParams } from './params.js'
import { sequentialMethod } from './sequential.js'

const roles: Roles = { ...noRoles, person: 'id' }

async function synthesised(
  data: Dataset,
  own: Roles = roles,
  params: Partial<SequentialParams> = {},
): Promise<Dataset> {
  const columns = data.names.filter((name) => name !== own.person && name !== own.household && name !== own.wave)
  const input = maskInput(data, {
    columns,
    params: sequentialMethod.params.parse(params),
    roles: own,
    rng: seededRng('draw'),
  })
  const { files } = await maskByPlan(sequentialMethod, input)
  return dataset(files[0].columns as ReadonlyMap<string, Column>)
}

const valuesOf = (data: Dataset, name: string): Float64Array => {
  const column = data.column(name)
  return column.kind === 'numeric' ? column.values : Float64Array.from(column.codes)
}

/** Records of each person. */
function recordsOf(data: Dataset): number[][] {
  const records = new Map<number, number[]>()
  valuesOf(data, 'id').forEach((id, i) => records.set(id, [...(records.get(id) ?? []), i]))
  return [...records.values()]
}

/** Persons with one to four records, an AR(1) value, dates and a discharge. */
function visits(persons: number): Dataset {
  const rng = seededRng('visits')
  const rows: { id: number; sex: string; birth: number; day: number; out: number; x: number; ward: string }[] = []
  for (let id = 0; id < persons; id++) {
    const count = 1 + rng.int(4)
    const sex = rng.uniform() < 0.5 ? 'f' : 'm'
    const birth = -20000 + rng.int(20000)
    let day = 19000 + rng.int(200)
    let x = rng.normal()
    for (let k = 0; k < count; k++) {
      rows.push({ id, sex, birth, day, out: day + rng.int(10), x, ward: ['a', 'b', 'c'][rng.int(3)] })
      x = 0.8 * x + 0.6 * rng.normal()
      day += 10 + rng.int(40)
    }
  }
  const of = (pick: (row: (typeof rows)[number]) => number): Column => numeric(Float64Array.from(rows, pick))
  return dataset([
    ['id', of((row) => row.id)],
    ['sex', categorical(rows.map(({ sex }) => sex))],
    ['birth', of(({ birth }) => birth)],
    ['day', of(({ day }) => day)],
    ['out', of(({ out }) => out)],
    ['x', of(({ x }) => x)],
    ['ward', categorical(rows.map(({ ward }) => ward))],
  ])
}

describe('persons with several records', () => {
  const data = visits(1500)
  const timed: Roles = {
    ...roles,
    times: new Map([['birth', 'date'], ['day', 'date'], ['out', 'date']]), // oxfmt-ignore
    rules: ['out >= day'],
  }

  it('has new ids, constant columns in each person, and numbers of records as in the original', async () => {
    const made = await synthesised(data, timed)
    const persons = recordsOf(made)
    expect(persons).toHaveLength(1500)
    for (const name of ['sex', 'birth']) {
      const values = valuesOf(made, name)
      for (const records of persons) expect(new Set(records.map((i) => values[i])).size).toBe(1)
    }
    const counts = [1, 2, 3, 4].map((count) => persons.filter(({ length }) => length === count).length)
    const original = [1, 2, 3, 4].map((count) => recordsOf(data).filter(({ length }) => length === count).length)
    // Both are draws: χ² of two samples with 3 degrees of freedom; 16.3 is exceeded once in 1,000.
    const chi = counts.reduce((sum, count, k) => sum + (count - original[k]) ** 2 / (count + original[k]), 0)
    expect(chi).toBeLessThan(16.3)
  })

  it('keeps dates in order, rules, gaps and the correlation with the record before', async () => {
    const made = await synthesised(data, timed)
    const lag = (file: Dataset): readonly [number, number, number] => {
      const [day, out, x] = ['day', 'out', 'x'].map((name) => valuesOf(file, name))
      const pairs = recordsOf(file).flatMap((records) => records.slice(1).map((i, k) => [records[k], i] as const))
      for (let i = 0; i < file.rows; i++) expect(out[i]).toBeGreaterThanOrEqual(day[i])
      for (const [one, next] of pairs) expect(day[next]).toBeGreaterThanOrEqual(day[one])
      const gap = pairs.reduce((sum, [one, next]) => sum + (day[next] - day[one]) / pairs.length, 0)
      const r = pearson(Float64Array.from(pairs, ([one]) => x[one]), Float64Array.from(pairs, ([, next]) => x[next])) // oxfmt-ignore
      return [gap, r, pairs.length]
    }
    const [[gap, r, n], [newGap, newR, m]] = [lag(data), lag(made)]
    expect(Math.abs(newGap - gap)).toBeLessThan(3 * 11.5 * Math.sqrt(1 / n + 1 / m))
    expect(Math.abs(Math.atanh(newR) - Math.atanh(r))).toBeLessThan(3 * Math.sqrt(1 / n + 1 / m))
  })
})
