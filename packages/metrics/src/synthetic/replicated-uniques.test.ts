import {
  categorical,
  dataset,
  measureInput,
  noRoles,
  numeric,
  seededRng,
  takeRows,
  type Dataset,
  type Measurement,
  type Roles,
} from '@sdc/core'
import { measureByPlan } from '@sdc/toolkit'
import { describe, expect, it } from 'vitest'
import { tableColumn } from '../testing/run.fixture.js'
import { replicatedUniquesMetric } from './replicated-uniques.js'

const roles: Roles = { ...noRoles, keys: ['age', 'sex'] }

function measure(
  original: Dataset,
  masked: Dataset,
  options: { readonly control?: Dataset; readonly roles?: Roles; readonly seed?: number } = {},
): Measurement {
  const asked = options.roles ?? roles
  return measureByPlan(
    replicatedUniquesMetric,
    measureInput(original, masked, {
      params: {},
      columns: asked.keys.filter((name) => masked.names.includes(name)),
      roles: asked,
      origin: new Int32Array(masked.rows).fill(-1),
      control: options.control,
      rng: seededRng(options.seed ?? 1),
    }),
  ) as Measurement
}
const figure = (measured: Measurement, at: number, name = 'uniques'): number => tableColumn(measured, name, 'value')[at]

type Cell = number | null
const file = (ages: readonly Cell[], sexes: readonly (string | null)[]): Dataset =>
  dataset([
    ['age', numeric(ages.map((age) => age ?? Number.NaN))],
    ['sex', categorical(sexes)],
  ])

describe('risk/replicated-uniques', () => {
  // 30 f twice; unique: 40 f, 40 m, 51 m.
  const original = file([30, 30, 40, 40, 51], ['f', 'f', 'f', 'm', 'm'])

  it('is the share of uniques whose combination is in the masked file', () => {
    const masked = file([40, 40, 40, 30], ['f', 'f', 'm', 'm'])
    const found = measure(original, masked)
    // 40 f occurs twice, 40 m once, 51 m not; 30 m is new.
    expect(found.value).toBeCloseTo(200 / 3, 12)
    expect(found.used).toBe(5)
    expect([figure(found, 0), figure(found, 1), figure(found, 2), figure(found, 3)]).toEqual([5, 3, 2, 1])
    expect([...(found.records ?? [])]).toEqual([Number.NaN, Number.NaN, 100, 100, 0])
    // 40 f has 2/5 · 3/5, 40 m 2/5 · 2/5, in four records; nobody else is 51.
    const expected = [6 / 25, 4 / 25, 0].map((p) => 1 - (1 - p) ** 4)
    expect(found.independent).toBeCloseTo((100 * expected.reduce((a, b) => a + b)) / 3, 10)
    expect(figure(found, 4)).toBeCloseTo(
      expected.reduce((a, b) => a + b),
      10,
    )
  })

  it('is 100 for a copy and 0 if nobody is unique', () => {
    expect(measure(original, original).value).toBe(100)
    const twice = file([1, 1, 2, 2], ['f', 'f', 'm', 'm'])
    const same = measure(twice, twice)
    expect([same.value, same.used, same.independent]).toEqual([0, 4, 0])
  })

  it('treats a missing value as a value of its own', () => {
    const missing = file([30, 30, null, null], ['f', 'f', 'f', null])
    const found = measure(missing, file([null, 30], ['f', 'f']))
    expect([found.value, found.used, figure(found, 1)]).toEqual([50, 4, 2])
  })

  it('does not depend on the order of records, the names of categories or the seed', () => {
    const rng = seededRng(5)
    const draw = (n: number): Dataset =>
      file(
        Array.from({ length: n }, () => rng.int(40)),
        Array.from({ length: n }, () => ['f', 'm', 'x'][rng.int(3)]),
      )
    const [a, b] = [draw(80), draw(60)]
    const found = measure(a, b)
    expect(found.value).toBeGreaterThan(0)
    const turned = (data: Dataset): Dataset => takeRows(data, seededRng(9).permutation(data.rows))
    const named = (data: Dataset): Dataset => {
      const sex = data.column('sex')
      if (sex.kind !== 'categorical') throw new Error('sex is numeric')
      const levels = ['f', 'm', 'x']
      const names = Array.from(sex.codes, (code) => ['1', '0', 'zz'][levels.indexOf(sex.levels[code])])
      return dataset([
        ['age', data.column('age')],
        ['sex', categorical(names)],
      ])
    }
    for (const other of [measure(turned(a), turned(b)), measure(named(a), named(b)), measure(a, b, { seed: 99 })]) {
      expect(other.value).toBe(found.value)
      expect(other.independent).toBeCloseTo(found.independent ?? Number.NaN, 10)
    }
  })

  it('expects the values of independent columns', () => {
    const rng = seededRng(2)
    const n = 400
    const draw = (original?: Dataset): Dataset => {
      const [age, sex] = [0, 1].map(() => Int32Array.from({ length: n }, () => rng.int(n)))
      if (original)
        return dataset([
          ['age', takeRows(original, age).column('age')],
          ['sex', takeRows(original, sex).column('sex')],
        ])
      return file(
        Array.from({ length: n }, () => rng.int(60)),
        Array.from({ length: n }, () => 'abcdefgh'[Math.floor(8 * rng.uniform() ** 2)]),
      )
    }
    const x = draw()
    const values = Array.from({ length: 100 }, () => measure(x, draw(x)).value ?? Number.NaN)
    const mean = values.reduce((a, b) => a + b) / 100
    const sd = Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 99)
    // Nobody has a unique value here. Three standard errors of 100 draws.
    expect(Math.abs(mean - (measure(x, x).independent ?? Number.NaN))).toBeLessThan((3 * sd) / 10)
    expect(mean).toBeGreaterThan(20)
  })

  it('expects no unique value, and counts its copies in full', () => {
    const exact = dataset([['income', numeric(Array.from({ length: 50 }, (_, i) => 1000 + 7 * i))]])
    const found = measure(exact, exact, { roles: { ...noRoles, keys: ['income'] } })
    expect([found.value, found.independent]).toEqual([100, 0])
  })

  it('counts persons, each by all their combinations', () => {
    const visits = (ids: readonly string[], data: Dataset): Dataset =>
      dataset([['id', categorical(ids)], ...data.names.map((name) => [name, data.column(name)] as const)])
    const own = { ...roles, person: 'id' }
    // a: 30 f twice, unique; b: 40 f and 41 f, both unique; c and d share 50 m.
    const people = visits(
      ['a', 'a', 'b', 'b', 'c', 'd'],
      file([30, 30, 40, 41, 50, 50], ['f', 'f', 'f', 'f', 'm', 'm']),
    )
    const masked = visits(['x', 'y', 'x'], file([41, 50, 50], ['f', 'm', 'm']))
    const found = measure(people, masked, { roles: own })
    expect([found.value, found.used, found.unit]).toEqual([50, 4, 'persons'])
    expect([figure(found, 1), figure(found, 3)]).toEqual([2, 1])
    expect([...(found.records ?? [])]).toEqual([0, 0, 0, 100, Number.NaN, Number.NaN])
    // Nobody else is 30, 40 or 41.
    expect(found.independent).toBe(0)
  })

  describe('with a control file', () => {
    const people = (n: number, seed: number): Dataset => {
      const rng = seededRng(seed)
      const ages = Array.from({ length: n }, () => Math.floor(200 * rng.uniform() ** 2))
      return file(
        ages,
        ages.map((age) => (rng.uniform() < age / 250 ? 'f' : 'm')),
      )
    }

    it('finds no difference in a file drawn from the population, for controls of any size', () => {
      const z = [100, 300, 900].flatMap((size) =>
        Array.from({ length: 40 }, (_, r) => {
          const found = measure(people(300, 1000 + r), people(300, 2000 + r), { control: people(size, 3000 + r) })
          return figure(found, 4, 'control') / figure(found, 5, 'control')
        }),
      )
      const known = z.filter((one) => !Number.isNaN(one))
      expect(known.length).toBeGreaterThan(100)
      // 6 of 120 are expected beyond two standard errors; 14 or more have a probability of 1/500.
      expect(known.filter((one) => Math.abs(one) > 2).length).toBeLessThan(14)
    })

    it('finds a copy, and compares with people outside instead of independent data', () => {
      const inside = people(300, 1)
      const found = measure(inside, inside, { control: people(300, 2) })
      expect(figure(found, 1, 'control')).toBe(100)
      expect(figure(found, 3, 'control')).toBe(0)
      expect([found.value, found.independent]).toEqual([100, 0])
    })

    it('needs the quasi-identifiers in the files, and enough people', () => {
      const x = people(300, 1)
      expect(measure(x, x, { control: dataset([['age', x.column('age')]]) }).reason).toContain('lacks "sex"')
      const few = measure(x, x, { control: people(10, 2) })
      expect(figure(few, 4, 'control')).toBeNaN()
      expect(few.independent).toBe(measure(x, x).independent)
    })
  })

  it('names the compared quasi-identifiers', () => {
    const noisy = file([40.3, 39.7, 30.2, 51.1], ['f', 'm', 'f', 'm'])
    const found = measure(original, noisy)
    expect(found.warnings?.[0]).toContain('"age" was not compared')
    const all = { ...roles, keys: ['age', 'sex', 'place'] }
    const dropped = measure(original, file([40, 30], ['f', 'm']), { roles: all })
    expect(dropped.warnings?.[0]).toContain('compared by age, sex only')
    const gone = measure(original, file([40.5, 31.5], ['x', 'y']))
    expect([gone.value, gone.warnings]).toEqual([
      0,
      [expect.stringContaining('say nothing here: most values of age, sex')],
    ])
    const coded = dataset([['age', categorical(['30', '40'])]])
    expect(measure(original, coded).reason).toContain('other kinds of values in age')
    const blank = measure(original, file([null, null], ['f', 'm']))
    expect(blank.warnings).toEqual([expect.stringContaining('"age" was not compared')])
  })

  it('warns that relations alone may make it high, unless people outside were compared', () => {
    const rng = seededRng(3)
    const ages = Array.from({ length: 60 }, () => rng.int(200))
    const x = file(
      ages,
      ages.map((age) => 'fm'[age % 2]),
    )
    expect(measure(x, x).warnings).toEqual([expect.stringContaining('independent columns have no relations')])
    const part = takeRows(x, Int32Array.of(0))
    expect(measure(x, part).warnings).toEqual([expect.stringContaining('of 1 of 60 people only: a low value')])
    const others = Array.from({ length: 60 }, () => 200 + rng.int(200))
    expect(
      measure(x, x, {
        control: file(
          others,
          others.map(() => 'f'),
        ),
      }).warnings,
    ).toBeUndefined()
  })

  it('has no value without records', () => {
    expect(measure(original, takeRows(original, new Int32Array(0))).reason).toContain('0')
    expect(measure(takeRows(original, new Int32Array(0)), original).value).toBeNull()
    expect(measure(takeRows(original, Int32Array.of(0)), original).value).toBe(100)
  })
})
