import { categorical, dataset, noRoles, numeric, seededRng, type Column, type Dataset, type Roles } from '@sdc/core'
import { pearson } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import type { SequentialParams } from './params.js'
import { drawFiles, valuesOf } from './draw-files.fixture.js'

const roles: Roles = { ...noRoles, person: 'id' }

async function synthesised(
  data: Dataset,
  own: Roles = roles,
  params: Partial<SequentialParams> = {},
): Promise<Dataset> {
  const columns = data.names.filter((name) => name !== own.person && name !== own.household && name !== own.wave)
  return (await drawFiles(data, params, { roles: own, columns })).files[0]
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
  const data = visits(1000)
  const timed: Roles = {
    ...roles,
    times: new Map([['birth', 'date'], ['day', 'date'], ['out', 'date']]), // oxfmt-ignore
    rules: ['out >= day'],
  }

  it('has new ids, constant columns in each person, and numbers of records as in the original', async () => {
    const made = await synthesised(data, timed)
    const persons = recordsOf(made)
    expect(persons).toHaveLength(1000)
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

  it('keeps the records of a person with 500 records from dominating those of persons with two', async () => {
    const rng = seededRng('outlier')
    const ids = [...Array.from({ length: 400 }, (_, i) => i >> 1), ...Array.from({ length: 500 }, () => 777)]
    const values = ids.map((id) => (id === 777 ? 5000 + rng.int(1000) : rng.int(100)))
    const own = dataset([
      ['id', numeric(ids)],
      ['x', numeric(values)],
    ])
    const made = await synthesised(own, roles, { models: { x: 'sample' } })
    const counts = recordsOf(made).map((records) => records.length)
    expect(Math.max(...counts)).toBe(2)
    const x = valuesOf(made, 'x')
    const known = new Set(values.filter((value) => value > 4000))
    const taken = Array.from(x).filter((value) => value > 4000)
    // The person has 500 of 900 records, and a fifth of the weight of the leaf.
    const error = Math.sqrt((0.2 * 0.8) / made.rows)
    expect(taken.length / made.rows).toBeLessThan(0.2 + 3 * error)
    expect(taken.filter((value) => known.has(value))).toEqual([])
  })

  it('keeps waves in order and each once, and a value that most persons lack in some wave with the records', async () => {
    const rng = seededRng('waves')
    const rows = Array.from({ length: 400 }, (_, id) => {
      const first = rng.int(3)
      return Array.from({ length: 1 + rng.int(5 - first) }, (_, k) => ({
        id,
        wave: first + k,
        event: rng.uniform() < 0.05,
      }))
    }).flat()
    const own = dataset([
      ['id', categorical(rows.map(({ id }) => `p${id}`))],
      ['wave', categorical(rows.map(({ wave }) => `wave ${wave + 8}`))],
      ['event', categorical(rows.map(({ event }) => (event ? 'yes' : null)))],
    ])
    const made = await synthesised(own, { ...roles, wave: 'wave' })
    const wave = made.column('wave')
    if (wave.kind === 'numeric') throw new Error('waves are categories')
    for (const records of recordsOf(made)) {
      const waves = records.map((i) => Number(wave.levels[wave.codes[i]].slice(5)))
      expect(waves).toEqual([...new Set(waves)].sort((a, b) => a - b))
    }
    const events = valuesOf(made, 'event').filter((code) => code >= 0).length / made.rows
    expect(Math.abs(events - 0.05)).toBeLessThan(3 * Math.sqrt((2 * 0.05 * 0.95) / rows.length))
  })

  it('makes households of persons of several records, and leaves out households that divide persons', async () => {
    const rng = seededRng('households')
    const rows = Array.from({ length: 150 }, (_, hid) => {
      const size = 1 + rng.int(3)
      const region = ['n', 's'][rng.int(2)]
      return Array.from({ length: size }, (_, member) => {
        const sex = ['f', 'm'][rng.int(2)]
        return Array.from({ length: 1 + rng.int(3) }, () => ({
          hid,
          size,
          region,
          id: 10 * hid + member,
          sex,
          x: rng.int(10),
        }))
      }).flat()
    }).flat()
    const column = (pick: (row: (typeof rows)[number]) => number): Column => numeric(Float64Array.from(rows, pick))
    const own = dataset([
      ['hid', column(({ hid }) => hid)],
      ['id', column(({ id }) => id)],
      ['size', column(({ size }) => size)],
      ['region', categorical(rows.map(({ region }) => region))],
      ['sex', categorical(rows.map(({ sex }) => sex))],
      ['x', column(({ x }) => x)],
    ])
    const made = await synthesised(own, { ...roles, household: 'hid' })
    const [hid, size, region, sex, id] = ['hid', 'size', 'region', 'sex', 'id'].map((name) => valuesOf(made, name))
    const members = new Map<number, Set<number>>()
    hid.forEach((house, i) => members.set(house, (members.get(house) ?? new Set()).add(id[i])))
    expect(members.size).toBe(150)
    hid.forEach((house, i) => expect(members.get(house)?.size).toBe(size[i]))
    for (const records of recordsOf(made))
      for (const values of [hid, region, sex]) expect(new Set(records.map((i) => values[i])).size).toBe(1)
    const moved = dataset(own.names.map((name) => [name, name === 'hid' ? column(({ x }) => x) : own.column(name)]))
    expect((await synthesised(moved, { ...roles, household: 'hid' })).names).not.toContain('hid')
  })

  it('draws regressions of members, whose place and member before can be one', async () => {
    const pairs = dataset([
      ['id', numeric(Array.from({ length: 200 }, (_, i) => i >> 1))],
      ['x', numeric(Array.from({ length: 200 }, (_, i) => (i * 37) % 101))],
      ['y', categorical(Array.from({ length: 200 }, (_, i) => ['a', 'b', null][(i * i) % 3]))],
    ])
    const made = await synthesised(pairs, roles, { models: { x: 'normal', y: 'logit' } })
    expect(made.rows).toBe(200)
    expect(valuesOf(made, 'x').every(Number.isFinite)).toBe(true)
  })
})
