import {
  categorical,
  dataset,
  isSdcError,
  numeric,
  seededRng,
  takeRows,
  withColumns,
  type Column,
  type Dataset,
  type Measurement,
} from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { noisy, people, peopleRoles } from '../testing/people.fixture.js'
import { file } from '../testing/run.fixture.js'
import { measure, attack, type Given } from './attribute-inference.fixture.js'

const x = people(800, 1)
const names = (measured: Measurement): readonly (string | undefined)[] => {
  const column = measured.tables?.get('attack')?.column('column')
  return column?.kind === 'categorical' ? [...column.codes].map((code) => column.levels[code]) : expect.fail()
}

describe('risk/attribute-inference', () => {
  it('is certain on an unmasked file with unique keys; the information of others does not count', () => {
    const found = measure(x, x)
    expect(names(found)).toEqual(['income', 'illness'])
    expect(attack(found, 'percent right inside')).toEqual([100, 100])
    const outside = attack(found, 'percent right outside')
    expect(found.value).toBeCloseTo(100 - Math.min(...outside), 10)
    expect(attack(found, 'difference')).toEqual(outside.map((rate) => expect.closeTo(100 - rate, 9) as number))
    // All that remained to be learned.
    for (const share of attack(found, 'percent of the remainder')) expect(share).toBeCloseTo(100, 9)
    // A guess outside is informative: income depends on age, so it exceeds the constant's tenth or so.
    expect(outside[0]).toBeGreaterThan(attack(found, 'percent right by one value')[0])
    expect(found.used).toBe(800)
    expect(attack(found, 'people inside')).toEqual([800, 800])
  })

  it('with a control file, too', () => {
    const found = measure(x, x, { control: people(500, 2) })
    expect(attack(found, 'percent right inside')).toEqual([100, 100])
    expect(attack(found, 'people outside')).toEqual([500, 500])
    expect(found.interval?.low).toBeGreaterThan(50)
    // The rate outside equals the rate without the own record, up to chance: two standard errors of each.
    const alone = attack(measure(x, x), 'percent right outside')
    attack(found, 'percent right outside').forEach((rate, t) => expect(Math.abs(rate - alone[t])).toBeLessThan(9))
  })

  describe('is at chance', () => {
    const seeds = Array.from({ length: 8 }, (_, i) => 10 + i)
    it.each(seeds)('on independent data, seed %i', (seed) => {
      const independent = people(800, seed)
      for (const control of [undefined, people(400, seed + 100)]) {
        const found = measure(x, independent, { control })
        attack(found, 'difference').forEach((difference, t) =>
          // 32 differences: one in a thousand is beyond 3.3 standard errors, and seeds are fixed.
          expect(Math.abs(difference)).toBeLessThan(3.3 * attack(found, 'standard error')[t]),
        )
        expect(found.interval?.low).toBe(0)
      }
    })

    it('on noise without limit', () => {
      const found = measure(x, noisy(x, 1e6, 1, 4))
      attack(found, 'difference').forEach((difference, t) =>
        expect(Math.abs(difference)).toBeLessThan(2 * attack(found, 'standard error')[t]),
      )
      const other = measure(x, noisy(x, 1e6, 1, 5), { control: people(800, 6) })
      attack(other, 'difference').forEach((difference, t) =>
        expect(Math.abs(difference)).toBeLessThan(2 * attack(other, 'standard error')[t]),
      )
    })
  })

  it('has an intermediate value for additive noise, and falls with it', () => {
    const values = [0, 0.02, 0.1, 0.5].map((sd) => measure(x, noisy(x, sd, sd / 5, 7)).value ?? Number.NaN)
    for (let i = 1; i < values.length; i++) expect(values[i]).toBeLessThan(values[i - 1])
    expect(values[1]).toBeGreaterThan(20)
    expect(values[2]).toBeGreaterThan(5)
    expect(values[2]).toBeLessThan(70)
  })

  it('its interval covers the difference of many more people', () => {
    // Files of one kind: the difference of 20 files of 2,000 is close to the expected one of files of 300.
    const mask = (n: number, seed: string): Measurement => {
      const original = people(n, seed)
      return measure(original, noisy(original, 0.1, 0.1, 3), {}, { sensitive: ['illness'] })
    }
    const values = Array.from({ length: 60 }, (_, r) => mask(300, `i${r}`))
    const centre = values.reduce((sum, { value }) => sum + (value ?? Number.NaN), 0) / values.length
    const covered = values.filter(({ interval }) => (interval?.low ?? 100) <= centre && centre <= (interval?.high ?? 0))
    // 57 of 60 expected; 50 or fewer have a probability of 0.1 %.
    expect(covered.length).toBeGreaterThan(50)
  })

  it('by hand: people who share a class with others who differ', () => {
    // Three people with key a: flu, flu, cold; one with key b: cold.
    const tiny = dataset([
      ['key', categorical(['a', 'a', 'a', 'b'])],
      ['ill', categorical(['flu', 'flu', 'cold', 'cold'])],
    ])
    const roles = { ...peopleRoles, keys: ['key'], confidential: ['ill'] }
    const found = measure(tiny, tiny, { roles })
    // Inside: the class predicts flu, b predicts cold: 1 1 0 1. Without themselves: flu or cold (½), the same, flu; b
    // has no other record with its key, and all of a are equally far: flu 2, cold 1, wrong.
    expect(attack(found, 'percent right inside')).toEqual([75])
    expect(attack(found, 'percent right outside')).toEqual([25])
    expect(found.value).toBeCloseTo(50, 12)
    expect([...(found.records ?? [])]).toEqual([50, 50, 0, 100])
    // Each of flu and cold is right for two of the four as the most frequent value: both are equally frequent.
    expect(attack(found, 'percent right by one value')).toEqual([50])
    const why = found.recordColumns?.column('why')
    const words = why?.kind === 'categorical' ? [...why.codes].map((code) => why.levels[code]) : []
    expect(words).toEqual([
      'ill by the 3 nearest records in key, its own among them',
      'ill by the 3 nearest records in key, its own among them',
      undefined,
      'ill by the nearest record in key, its own among them',
    ])
    const shown = found.tables?.get('most-vulnerable')
    expect(shown?.rows).toBe(3)
    const first = shown?.column('record')
    expect(first?.kind === 'categorical' && first.levels[first.codes[0]]).toBe('4')
    // Four people, and (1 + ¼ + ¼ + 0)/… : Σd = 2, Σd² = 1.5; with two more ones and their squares 1: s² = 2.5/6 −
    // (2/6)².
    expect(attack(found, 'standard error')[0]).toBeCloseTo(100 * Math.sqrt((2.5 / 6 - 4 / 36) / 6), 10)
  })

  it('units, outliers, names of categories, the order of records and of columns have no effect', () => {
    const y = noisy(x, 0.1, 0.1, 5)
    const plain = measure(x, y)
    const other = (data: Dataset): Dataset =>
      dataset(
        [...data.names].reverse().map((name): [string, Column] => {
          const column = data.column(name)
          if (column.kind === 'categorical') return [name, { ...column, levels: column.levels.map((one) => `z${one}`) }]
          return [name, numeric(column.values.map((value) => 1e-3 * value + 5))]
        }),
      )
    const order = Int32Array.from({ length: 800 }, (_, i) => (i * 37 + 5) % 800)
    const changed = measure(other(x), takeRows(other(y), order), {
      origin: order,
      roles: { ...peopleRoles, keys: [...peopleRoles.keys].reverse() },
    })
    expect(changed.value).toBeCloseTo(plain.value ?? Number.NaN, 10)
    expect(attack(changed, 'percent right outside')).toEqual(
      attack(plain, 'percent right outside').map((one) => expect.closeTo(one, 10) as number),
    )
  })

  it('a sample of the people has the stated standard error', () => {
    const many = people(12_000, 8)
    const y = noisy(many, 0.05, 0.05, 9)
    const params = { sensitive: ['illness'] }
    const found = measure(many, y, {}, params)
    expect(found.sample).toMatchObject({ of: 12_000, drawn: 5000 })
    // All people, in three files of 4,000, with guesses from the whole release.
    const parts = [0, 1, 2].map((part) => Int32Array.from({ length: 4000 }, (_, i) => 3 * i + part))
    const whole = parts.map((rows) => {
      const place = new Map(Array.from(rows, (row, i) => [row, i]))
      const origin = Int32Array.from({ length: 12_000 }, (_, i) => place.get(i) ?? -1)
      return attack(measure(takeRows(many, rows), y, { origin }, params), 'difference')[0]
    })
    const mean = (whole[0] + whole[1] + whole[2]) / 3
    expect(Math.abs((found.value ?? Number.NaN) - mean)).toBeLessThan(2 * (found.sample?.standardError ?? 0))
    expect(found.records?.filter((one) => one === one)).toHaveLength(5000)
  })

  it('accepts half of the cells missing, constants, and a group of three', () => {
    const rng = seededRng(11)
    const holed = withColumns(
      x,
      new Map(
        x.names.map((name): [string, Column] => {
          const column = x.column(name)
          if (column.kind === 'numeric')
            return [name, numeric(column.values.map((value) => (rng.uniform() < 0.5 ? Number.NaN : value)))]
          return [name, { ...column, codes: column.codes.map((code) => (rng.uniform() < 0.5 ? -1 : code)) }]
        }),
      ),
    )
    const found = measure(holed, holed)
    expect(found.value).toBeGreaterThan(5)
    expect(found.value).toBeLessThanOrEqual(100)
    attack(found, 'people inside').forEach((count) => expect(count).toBeLessThan(420))
    const constant = withColumns(x, new Map([['age', numeric(new Float64Array(800).fill(3))]]))
    expect(measure(constant, constant).value).toBeGreaterThan(20)
    const three = takeRows(x, Int32Array.of(0, 1, 2))
    const few = measure(three, three)
    // Three people: the interval is wide for any difference.
    expect((few.interval?.high ?? 0) - (few.interval?.low ?? 0)).toBeGreaterThan(30)
  })

  it('a constant column is guessed for everybody: no difference, but an interval', () => {
    const same = withColumns(x, new Map([['income', numeric(new Float64Array(800).fill(7))]]))
    const found = measure(same, same, {}, { sensitive: ['income'] })
    expect(found.value).toBe(0)
    expect(found.interval?.high).toBeGreaterThan(0)
  })

  it('census: a numeric column among the others', () => {
    const census = file(censusColumns())
    const roles = { ...peopleRoles, keys: ['AGI', 'FEDTAX', 'EMCONTRB'], confidential: ['INTVAL', 'WSALVAL'] }
    const found = measure(census, census, { roles })
    expect(attack(found, 'percent right inside')[1]).toBe(100)
    const noise = measure(census, noisy(census, 0.3, 0, 1), { roles })
    expect(noise.value).toBeLessThan((found.value ?? 0) / 2)
  })

  it('a confidential column that is a key is guessed by the others', () => {
    const roles = { ...peopleRoles, keys: ['age', 'hours', 'sex', 'illness'] }
    const found = measure(x, x, { roles })
    const keys = found.tables?.get('attack')?.column('keys')
    expect(keys?.kind === 'categorical' && [...keys.codes].map((code) => keys.levels[code])).toEqual([
      'age, hours, sex, illness',
      'age, hours, sex',
    ])
  })

  it('coarser keys: their taxonomy makes them comparable; without one, a warning says that they are not compared', () => {
    const words = ['none', 'cold', 'flu', 'other']
    const taxonomy = new Map<string, string | null>([
      ...words.map((word) => [word, word < 'd' ? 'ill' : 'rest'] as const),
      ['ill', null],
      ['rest', null],
    ])
    const held = x.column('illness')
    if (held.kind !== 'categorical') throw new Error('illness has categories')
    const original = withColumns(x, new Map([['illness', { ...held, taxonomy }]]))
    const above = categorical(Array.from(held.codes, (code) => taxonomy.get(held.levels[code]) ?? null))
    const masked = withColumns(original, new Map([['illness', above]]))
    const roles = { ...peopleRoles, keys: ['illness'], confidential: ['group'] }
    const withGroup = (data: Dataset): Dataset => withColumns(data, new Map([['group', above]]))
    const told = measure(withGroup(original), withGroup(masked), { roles })
    expect(told.warnings).toBeUndefined()
    // The coarser class is the group: it predicts everybody's value, also without their own record.
    expect([attack(told, 'percent right inside'), attack(told, 'percent right outside')]).toEqual([[100], [100]])
    const untold = measure(withGroup(x), withGroup(masked), { roles })
    expect(untold.warnings?.[0]).toContain('column "illness" was not compared')
    expect(attack(untold, 'percent right inside')[0]).toBe(attack(untold, 'percent right by one value')[0])
  })

  it('a unique key is ignored without the own record: the others decide', () => {
    const id = categorical(Array.from({ length: 800 }, (_, i) => `p${i}`))
    const withId = withColumns(x, new Map([['id', id]]))
    const params = { sensitive: ['illness'] }
    const found = measure(withId, withId, { roles: { ...peopleRoles, keys: ['id', 'sex'] } }, params)
    const alone = measure(x, x, { roles: { ...peopleRoles, keys: ['sex'] } }, params)
    expect(attack(found, 'percent right inside')).toEqual([100])
    expect(attack(found, 'percent right outside')).toEqual(attack(alone, 'percent right outside'))
  })

  it('a file without links has a value with a control file only', () => {
    const origin = new Int32Array(800).fill(-1)
    const copy = takeRows(
      x,
      Int32Array.from({ length: 800 }, (_, i) => 799 - i),
    )
    expect(measure(x, copy, { origin }).reason).toContain(
      'it then needs people of the same population who are not in the original',
    )
    const found = measure(x, copy, { origin, control: people(400, 2) })
    expect(attack(found, 'percent right inside')).toEqual([100, 100])
    expect(found.records).toBeUndefined()
  })

  it.each<readonly [string, Given, Readonly<Record<string, unknown>>, string]>([
    ['no confidential column', { roles: { ...peopleRoles, confidential: [] } }, {}, 'no column is confidential'],
    [
      'a control file without it',
      { control: dataset([['age', numeric([1, 2])]]) },
      {},
      'the control file lacks "income"',
    ],
    [
      'only itself as a key',
      { roles: { ...peopleRoles, keys: ['income'] } },
      { sensitive: ['income'] },
      'cannot guess income',
    ],
  ])('%s: null with the reason', (_, given, params, reason) => {
    const found = measure(x, x, given, params)
    expect(found.value).toBeNull()
    expect(found.reason).toContain(reason)
  })

  it('nobody has a value, or a key', () => {
    const none = withColumns(x, new Map([['income', numeric(new Float64Array(800).fill(Number.NaN))]]))
    expect(measure(none, none, {}, { sensitive: ['income'] }).reason).toContain('cannot guess')
    const one = takeRows(x, Int32Array.of(0))
    expect(measure(one, one).reason).toContain('2 are needed')
  })

  it('an unknown column is an error with a suggestion', () => {
    let caught: unknown
    try {
      measure(x, x, {}, { sensitive: ['incme'] })
    } catch (error) {
      caught = error
    }
    if (!isSdcError(caught)) throw new Error(String(caught))
    expect(caught.code).toBe('UNKNOWN_COLUMN')
    expect(caught.fix).toContain('Did you mean "income"?')
  })
})
