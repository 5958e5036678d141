import {
  categorical,
  dataset,
  measureInput,
  noRoles,
  numeric,
  resolveParams,
  seededRng,
  takeRows,
  type Dataset,
  type Measurement,
  type Roles,
} from '@sdc/core'
import { measureByPlan } from '@sdc/toolkit'
import { describe, expect, it } from 'vitest'
import { people, peopleRoles } from '../testing/people.fixture.js'
import { tableColumn } from '../testing/run.fixture.js'
import { disclosiveCategoriesMetric } from './disclosive-categories.js'

const roles: Roles = { ...noRoles, keys: ['town', 'sex'], confidential: ['illness'] }

interface Options {
  readonly control?: Dataset
  readonly roles?: Roles
  readonly seed?: number
  readonly params?: Readonly<Record<string, unknown>>
}

function measure(original: Dataset, masked: Dataset, options: Options = {}): Measurement {
  const asked = options.roles ?? roles
  const metric = disclosiveCategoriesMetric
  return measureByPlan(
    metric,
    measureInput(original, masked, {
      params: resolveParams(metric.params, options.params ?? {}, { metric: metric.id }),
      columns: asked.keys.filter((name) => masked.names.includes(name)),
      roles: asked,
      origin: new Int32Array(masked.rows).fill(-1),
      control: options.control,
      rng: seededRng(options.seed ?? 1),
    }),
  ) as Measurement
}
const figure = (measured: Measurement, name: string, at = 0): number => tableColumn(measured, 'columns', name)[at]

/** Each record is a word: town, sex, illness; `-` is missing. */
const file = (...records: readonly string[]): Dataset =>
  dataset(
    ['town', 'sex', 'illness'].map((name, j) => [
      name,
      categorical(records.map((one) => (one[j] === '-' ? null : one[j]))),
    ]),
  )

describe('risk/disclosive-categories', () => {
  // Town, sex and illness: two of Af, one each of Am, Bf, Bm.
  const original = file('Aff', 'Afc', 'Amf', 'Bfc', 'Bmn')

  it('is the share of people whose combination has one value only, which is the true one', () => {
    // Af: f twice; Am: f and c; Bf: n, which is wrong; Bm: nobody.
    const found = measure(original, file('Aff', 'Aff', 'Amf', 'Amc', 'Bfn'))
    expect([found.value, found.used]).toEqual([20, 5])
    expect([...(found.records ?? [])]).toEqual([100, 0, 0, 0, 0])
    expect(figure(found, 'percent with their combination in the masked file')).toBe(80)
    // Shares of town, sex and the true illness; five records, which must all be right.
    const expected = [
      [9 / 25, 2 / 5],
      [9 / 25, 2 / 5],
      [6 / 25, 2 / 5],
      [6 / 25, 2 / 5],
      [0, 0],
    ].map(([a, q]) => (1 - a + a * q) ** 5 - (1 - a) ** 5)
    expected[4] = (1 - 4 / 25 + 4 / 125) ** 5 - (1 - 4 / 25) ** 5
    expect(found.independent).toBeCloseTo((100 * expected.reduce((a, b) => a + b)) / 5, 10)
  })

  it('ignores masked records without a value, and people without one', () => {
    const some = file('Aff', 'Af-', 'Bmn', '-mc')
    const found = measure(some, file('Aff', 'Af-', 'Bm-', '-mc'))
    expect(found.value).toBeCloseTo(200 / 3, 12)
    expect(found.used).toBe(3)
    expect([...(found.records ?? [])]).toEqual([100, Number.NaN, 0, 100])
    expect(tableColumn(found, 'left-out', 'count')).toEqual([0, 1])
    expect(measure(some, file('Af-', 'Bm-')).value).toBe(0)
    expect(measure(file('Af-', 'Bm-'), some).reason).toContain('illness')
  })

  it('treats numbers as one value if they are near the truth', () => {
    const incomes = (records: readonly (readonly [string, number])[]): Dataset =>
      dataset([
        ['town', categorical(records.map(([town]) => town))],
        ['income', numeric(records.map(([, income]) => income))],
      ])
    const own: Roles = { ...noRoles, keys: ['town'], confidential: ['income'] }
    const values = Array.from({ length: 100 }, (_, i): readonly [string, number] => [i < 2 ? 'A' : 'B', i])
    const at = (a: number, b: number, within: number): number =>
      measure(
        incomes(values),
        incomes([
          ['A', a],
          ['A', b],
          ['B', 1],
          ['B', 99],
        ]),
        { roles: own, params: { withinPercent: within } },
      ).value ?? Number.NaN
    // For A, 0 and 1: five of the hundred values lie from 0 to 4.
    expect([at(0, 4, 5), at(0, 5, 5), at(0, 0, 0), at(1, 1, 0), at(0, 1, 0)]).toEqual([2, 1, 1, 1, 0])
    expect(at(1, 1, 2)).toBe(2)
  })

  it('expects the values of independent columns, for categories and numbers', () => {
    const rng = seededRng(4)
    const n = 300
    const draw = (of: (column: string, i: number) => number): Dataset =>
      dataset([
        ['town', categorical(Array.from({ length: n }, (_, i) => `t${of('town', i)}`))],
        ['sex', categorical(Array.from({ length: n }, (_, i) => `s${of('sex', i)}`))],
        ['illness', categorical(Array.from({ length: n }, (_, i) => `i${of('illness', i)}`))],
        ['income', numeric(Array.from({ length: n }, (_, i) => of('income', i)))],
      ])
    const sizes: Readonly<Record<string, number>> = { town: 30, sex: 3, illness: 2, income: 12 }
    const held = new Map(Object.entries(sizes).map(([name, k]) => [name, Array.from({ length: n }, () => rng.int(k))]))
    const x = draw((name, i) => held.get(name)?.[i] ?? 0)
    for (const target of ['illness', 'income']) {
      const own = { ...roles, confidential: [target] }
      const params = { withinPercent: 20 }
      const values = Array.from({ length: 80 }, () => {
        const y = draw((name) => held.get(name)?.[rng.int(n)] ?? 0)
        return measure(x, y, { roles: own, params }).value ?? Number.NaN
      })
      const mean = values.reduce((a, b) => a + b) / 80
      const sd = Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 79)
      // Three standard errors of 80 draws.
      expect(Math.abs(mean - (measure(x, x, { roles: own, params }).independent ?? Number.NaN))).toBeLessThan(
        (3 * sd) / Math.sqrt(80),
      )
      expect(mean).toBeGreaterThan(3)
    }
  })

  it('counts persons: one of their records suffices', () => {
    const visits = (ids: string, data: Dataset): Dataset =>
      dataset([['id', categorical([...ids])], ...data.names.map((name) => [name, data.column(name)] as const)])
    const found = measure(
      visits('aabbc', file('Aff', 'Amn', 'Bfc', 'Bf-', 'Bm-')),
      visits('xyz', file('Aff', 'Amf', 'Bfn')),
      { roles: { ...roles, person: 'id' } },
    )
    expect([found.value, found.used, found.unit]).toEqual([50, 2, 'persons'])
  })

  it('does not depend on the order of records or columns, the names of categories or the seed', () => {
    const [x, y] = [people(400, 1), people(300, 2)]
    const own = { ...peopleRoles, keys: ['sex', 'illness'], confidential: ['income', 'illness'] }
    const turned = (data: Dataset): Dataset => takeRows(data, seededRng(9).permutation(data.rows))
    const found = measure(x, y, { roles: own })
    expect(found.value).not.toBeNull()
    expect(measure(turned(x), turned(y), { roles: own }).value).toBe(found.value)
    expect(measure(x, y, { roles: own, seed: 8 }).value).toBe(found.value)
    const back = (data: Dataset): Dataset => dataset([...data.names].reverse().map((name) => [name, data.column(name)]))
    expect(measure(back(x), back(y), { roles: own }).value).toBe(found.value)
  })

  describe('with a control file', () => {
    const population = (n: number, seed: number): Dataset => {
      const rng = seededRng(seed)
      const records = Array.from({ length: n }, () => {
        const town = 'ABCDEFGHIJ'[rng.int(10)]
        const sex = 'fm'[rng.int(2)]
        // In town A everybody is well, in the file and outside.
        return `${town}${sex}${town === 'A' ? 'n' : 'nfc'[rng.int(3)]}`
      })
      return file(...records)
    }

    it('has no excess for facts that hold for people outside, too', () => {
      const [x, y, control] = [population(400, 1), population(400, 2), population(300, 3)]
      const found = measure(x, y, { control })
      expect(Math.abs(figure(found, 'difference'))).toBeLessThan(3 * figure(found, 'standard error'))
      expect(found.independent).toBe(figure(found, 'percent disclosed outside'))
      expect(found.value).toBeGreaterThan(3)
    })

    it('finds a copy', () => {
      // Sixty people in fifty combinations: most are unique in theirs.
      const code = (i: number): string => String.fromCharCode(65 + i)
      const of = (seed: number): Dataset => {
        const rng = seededRng(seed)
        return file(...Array.from({ length: 60 }, () => code(rng.int(25)) + 'fm'[rng.int(2)] + 'nfcxyz'[rng.int(6)]))
      }
      const [x, control] = [of(1), of(3)]
      const found = measure(x, x, { control })
      expect(figure(found, 'difference')).toBeGreaterThan(3 * figure(found, 'standard error'))
    })

    it('selects the column with the greatest excess as the worst', () => {
      const n = 100
      const both = (data: Dataset, secret: readonly string[]): Dataset =>
        dataset([...data.names.map((name) => [name, data.column(name)] as const), ['secret', categorical(secret)]])
      const constant = (seed: number): Dataset =>
        file(...Array.from({ length: n }, (_, i) => `${'ABCDE'[(i * seed) % 5]}fn`))
      const codes = Array.from({ length: n }, (_, i) => `s${i % 5}`)
      const own = { ...roles, keys: ['town'], confidential: ['illness', 'secret'] }
      const x = both(constant(1), codes)
      const control = both(
        constant(1),
        codes.map((_, i) => `s${(i + 1) % 5}`),
      )
      // Everybody has the illness n: certain, but not new. The secret of each town is true for people inside only.
      const found = measure(x, x, { roles: own, control })
      expect([found.value, found.independent]).toEqual([100, 0])
      expect(figure(found, 'difference', 1)).toBe(100)
      expect(figure(found, 'difference', 0)).toBe(0)
    })

    it('needs the columns in the files', () => {
      const control = dataset([['town', categorical(['A'])]])
      expect(measure(original, original, { control }).reason).toContain('lacks "illness", "sex"')
    })
  })

  it('names missing inputs', () => {
    expect(measure(original, original, { roles: { ...roles, confidential: [] } }).reason).toContain(
      'disclosive-categories.sensitive',
    )
    expect(measure(original, dataset([['town', categorical(['A'])]])).reason).toContain('none of illness')
    expect(measure(original, takeRows(original, new Int32Array(0))).value).toBeNull()
    expect(() => measure(original, original, { params: { sensitive: ['ilness'] } })).toThrow(/"ilness"/)
    expect(measure(original, file('Cxf', 'Dyf')).warnings).toEqual([expect.stringContaining('say nothing here')])
    const alone = measure(original, original, { roles: { ...roles, keys: ['illness'] } })
    expect(alone.reason).toContain('by another quasi-identifier')
  })
})
