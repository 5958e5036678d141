import { dataset, numeric, seededRng, type Dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { fileOf, measureRoles } from '../decision/decision.fixture.js'
import { compatibleMetric } from './compatible.js'
import { kAnonymityMetric } from './k-anonymity.js'
import { tableFigures, tableTexts } from './keys.fixture.js'

type Cell = string | number | null

/** Files with one key for every kind of class, and the original values in each released cell. */
interface Key {
  readonly truth: (u: number) => Cell
  readonly masked: (value: Cell, u: number) => Cell
  readonly holds: (cell: Cell, value: Cell) => boolean
}

const region = [['ax', 'a'], ['ay', 'a'], ['bx', 'b'], ['by', 'b']] // oxfmt-ignore
const decade = (value: number): number => 10 * Math.floor(value / 10)

const age: Key = {
  truth: (u) => (u < 0.05 ? Number.NaN : 20 + Math.floor(u * 40)),
  masked: (value, u) => {
    const x = value as number
    if (Number.isNaN(x) || u < 0.2) return null
    if (u < 0.5) return String(x)
    const low = decade(x)
    return u < 0.7 ? `[${low},${low + 10})` : u < 0.8 ? `${low}-${low + 9}` : x >= 50 ? '50+' : '<50'
  },
  holds: (cell, value) => {
    const [text, x] = [cell as string, value as number]
    if (text === '50+') return x >= 50
    if (text === '<50') return x < 50
    return /^\d+$/.test(text) ? Number(text) === x : decade(x) === Number(/\d+/.exec(text)?.[0])
  },
}
const place: Key = {
  truth: (u) => (u < 0.1 ? null : region[Math.floor(u * 4)][0]),
  masked: (value, u) => (value === null || u < 0.2 ? '*' : u < 0.5 ? (value as string)[0] : value),
  holds: (cell, value) => cell === '*' || cell === value || cell === (value as string)[0],
}
const sex: Key = {
  truth: (u) => (u < 0.5 ? 'f' : 'm'),
  masked: (value, u) => (u < 0.3 ? null : value),
  holds: (cell, value) => cell === value,
}
const keys: Readonly<Record<string, Key>> = { age, place, sex }
const names = Object.keys(keys)
const hierarchies = { place: region.map(([value, top]) => [value, top]) }
const fits = (cells: readonly Cell[], truth: readonly Cell[]): boolean =>
  names.every((name, j) => {
    const lacks = (cell: Cell): boolean => cell === null || Number.isNaN(cell)
    return lacks(cells[j]) || lacks(truth[j]) || keys[name].holds(cells[j], truth[j])
  })
const asFile = (rows: readonly (readonly Cell[])[]): Dataset =>
  fileOf(Object.fromEntries(names.map((name, j) => [name, rows.map((row) => row[j])])))

const plain = (file: Dataset, masked: Dataset, params = {}) =>
  measureRoles(compatibleMetric, file, masked, {
    keys: masked.names,
    params,
    origin: new Int32Array(masked.rows).fill(-1),
  })

describe('risk/compatible', () => {
  it('equals the count of every pair, with classes, missing keys in both files, and removed records', async () => {
    const rng = seededRng(7)
    const truth = Array.from({ length: 200 }, () => names.map((name) => keys[name].truth(rng.uniform())))
    const released = truth
      .slice(0, 190)
      .map((row) => row.map((value, j) => keys[names[j]].masked(value, rng.uniform())))
    const expected = truth.map((row) => released.filter((cells) => fits(cells, row)).length)
    for (const k of [2, 3, 6, 12]) {
      const found = await measureRoles(compatibleMetric, asFile(truth), asFile(released), {
        keys: names,
        hierarchies,
        params: { k },
        origin: new Int32Array(190).fill(-1),
      })
      expect([...(found.records ?? [])]).toEqual(expected)
      expect(found.value).toBeCloseTo((100 * expected.filter((F) => F > 0 && F < k).length) / 200, 12)
      expect(tableFigures(found, 'keys')).toMatchObject({ records: 200, 'released records': 190 })
    }
    expect(new Set(expected).size).toBeGreaterThan(20)
  })

  it('counts the persons of the released records that fit', async () => {
    const rng = seededRng(8)
    const truth = Array.from({ length: 200 }, () => names.map((name) => keys[name].truth(rng.uniform())))
    const released = truth
      .slice(0, 190)
      .map((row) => row.map((value, j) => keys[names[j]].masked(value, rng.uniform())))
    const persons = truth.map(() => rng.int(40))
    const expected = truth.map(
      (row) => new Set(released.flatMap((cells, j) => (fits(cells, row) ? [persons[j]] : []))).size,
    )
    const withPersons = (file: Dataset, ids: readonly number[]): Dataset =>
      dataset([...file.names.map((name) => [name, file.column(name)] as const), ['pid', numeric(ids)]])
    const found = await measureRoles(
      compatibleMetric,
      withPersons(asFile(truth), persons),
      withPersons(asFile(released), persons.slice(0, 190)),
      { keys: names, hierarchies, person: 'pid', params: { k: 5 }, origin: new Int32Array(190).fill(-1) },
    )
    expect([...(found.records ?? [])]).toEqual(expected)
    const people = [...new Set(persons)]
    const least = people.map((id) => Math.min(...expected.filter((F, i) => persons[i] === id && F > 0)))
    expect(found.value).toBeCloseTo((100 * least.filter((F) => F < 5).length) / people.length, 12)
  })

  it('finds a person whose missing key protects them by k-anonymity only', async () => {
    // All three records match each other; only the first fits (young, f).
    const original = fileOf({ age: ['young', 'old', 'old'], sex: ['f', 'f', 'm'] })
    const masked = fileOf({ age: [null, 'old', 'old'], sex: ['f', null, null] })
    const found = await plain(original, masked)
    expect([...(found.records ?? [])]).toEqual([1, 3, 2])
    const { value, warnings } = await measureRoles(kAnonymityMetric, original, masked, {
      keys: ['age', 'sex'],
      params: { k: 2 },
    })
    expect(value).toBe(0)
    expect(warnings).toEqual([
      'missing quasi-identifiers do not hide 1 of 3 people: their true values fit fewer than 2 released records, those of 1 only one (risk/compatible)',
    ])
    expect(tableTexts(found, 'compatible', 'F').slice(0, 3)).toEqual(['0', '1', '2'])
  })

  it('does not count a removed record, but counts perturbed keys', async () => {
    const original = fileOf({ age: [1, 2, 2, 2] })
    const removed = await plain(original, fileOf({ age: [2, 2, 2] }))
    expect(removed).toMatchObject({ value: 0, used: 4 })
    expect(removed.warnings).toBeUndefined()
    const { value, warnings } = await plain(original, fileOf({ age: [2, 2, 2, 3] }))
    expect(value).toBe(25)
    expect(warnings?.[0]).toContain('1 of 4 records')
  })

  it('has no value for a class without a relation to the original', async () => {
    const { value, reason } = await plain(fileOf({ job: ['baker', 'cook'] }), fileOf({ job: ['food', 'food'] }))
    expect(value).toBeNull()
    expect(reason).toContain('"food" of column "job"')
    const numbers = await plain(fileOf({ age: [20, 30] }), fileOf({ age: ['young', '30'] }))
    expect(numbers.reason).toContain('"young"')
  })

  it('warns of people who are protected only by records without keys', async () => {
    // Blank records fit everybody, but protect nobody with a complete record.
    const original = fileOf({ job: ['a', 'b', 'c', 'd'] })
    const { value, warnings } = await plain(original, fileOf({ job: [null, null, 'c', 'd'] }))
    expect(value).toBe(50)
    expect(warnings).toEqual([
      '2 of 4 more people fit 3 released records only with some that lack more quasi-identifiers. An intruder prefers those that lack fewer; see risk/key-linkage',
    ])
    expect((await plain(original, fileOf({ job: [null, null, null, null] }))).warnings).toBeUndefined()
  })

  it('reads shortened codes and dates without a hierarchy', async () => {
    const codes = Array.from({ length: 30 }, (_, i) => String(8000 + i))
    const { records } = await plain(
      fileOf({ zip: codes }),
      fileOf({ zip: codes.map((code) => `${code.slice(0, 3)}*`) }),
    )
    expect(new Set(records)).toEqual(new Set([10]))
  })

  it.each([0, 1, 2])('for a file of %d records', async (n) => {
    const file = fileOf({ sex: Array.from({ length: n }, () => 'f') })
    expect((await plain(file, file)).value).toBe(n === 0 ? null : 100)
    expect((await plain(file, fileOf({ sex: Array.from({ length: n }, () => null) }))).value).toBe(n === 0 ? null : 100)
  })
})
