import { numeric, numericValues, seededRng, takeRows, withColumns, type Dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { tableColumn } from '../../testing/run.fixture.js'
import { certainLinkageMetric } from './certain-linkage.js'
import { fileOf, measureRoles, shuffled } from '../decision.fixture.js'
import { keyLinkageMetric } from './key-linkage.js'

const two = { keys: ['age', 'sex'] }

/** Returns people with an age in whole years and a sex. */
function people(n: number, seed: number): Dataset {
  const rng = seededRng(seed)
  const age = Float64Array.from({ length: n }, () => 20 + rng.int(40))
  const sex = Array.from({ length: n }, () => (rng.uniform() < 0.5 ? 'f' : 'm'))
  return fileOf({ age, sex })
}

describe('risk/key-linkage and risk/certain-linkage', () => {
  it('link everybody with probability one over the class size if nothing is masked', async () => {
    const file = fileOf({ age: [20, 20, 20, 30, 30, 40], sex: ['f', 'f', 'f', 'm', 'm', 'f'] })
    const found = await measureRoles(keyLinkageMetric, file, file, two)
    // Three classes of 3, 2 and 1: each adds one.
    expect(found.value).toBeCloseTo(50, 12)
    expect([...(found.records ?? [])]).toEqual([1 / 3, 1 / 3, 1 / 3, 1 / 2, 1 / 2, 1])
    expect(tableColumn(found, 'targets', 'candidates')).toEqual([3, 3, 3, 2, 2, 1])
    expect((await measureRoles(certainLinkageMetric, file, file, two)).value).toBeCloseTo(50, 12)
  })

  it('choose any record if no key is released, and have no value if none is named', async () => {
    const file = fileOf({ age: [20, 20, 30, 40], sex: ['f', 'f', 'm', 'f'], income: [1, 2, 3, 4] })
    const without = fileOf({ income: [1, 2, 3, 4] })
    expect((await measureRoles(keyLinkageMetric, file, without, two)).value).toBe(25)
    expect((await measureRoles(certainLinkageMetric, file, without, two)).value).toBe(0)
    expect((await measureRoles(keyLinkageMetric, file, without, { keys: [] })).value).toBeNull()
  })

  it('prefer the most specific cell that contains the value', async () => {
    const original = fileOf({ age: [20, 25, 50, 55], sex: ['f', 'f', 'm', 'm'] })
    const masked = fileOf({ age: ['[20,30)', '[20,60)', '[50,60)', '*'], sex: ['f', 'f', 'm', 'm'] })
    const { value, records } = await measureRoles(keyLinkageMetric, original, masked, two)
    // 25 fits [20,30) of another person better than the own cell; 55 likewise.
    expect([...(records ?? [])]).toEqual([1, 0, 1, 0])
    expect(value).toBe(50)
  })

  it('links nobody for certain if cells are blank, and ignores a missing key of a target', async () => {
    const original = fileOf({ age: [20, 30, Number.NaN], sex: ['f', 'f', 'm'] })
    const masked = fileOf({ age: [Number.NaN, Number.NaN, Number.NaN], sex: ['f', 'f', 'm'] })
    const { records } = await measureRoles(keyLinkageMetric, original, masked, two)
    expect([...(records ?? [])]).toEqual([1 / 2, 1 / 2, 1])
  })

  it('is nearly 0 for independent data', async () => {
    const [original, masked] = [people(800, 1), people(800, 2)]
    const { value } = await measureRoles(keyLinkageMetric, original, masked, two)
    // Each of 80 classes has about ten people, and each is right with probability 1/800: 4 standard errors of 500
    // targets.
    expect(value).toBeLessThan(100 * (1 / 800 + 4 * Math.sqrt(1 / 80 / 800)))
  })

  it('equals another, plain computation', async () => {
    const rng = seededRng(5)
    const original = people(120, 3)
    const ages = numericValues(original, 'age')
    const sexes = original.column('sex') as { readonly codes: Int32Array; readonly levels: readonly string[] }
    const released = Array.from(ages, (age, i) => {
      const sex = rng.uniform() < 0.2 ? '*' : rng.uniform() < 0.1 ? 'f' : sexes.levels[sexes.codes[i]]
      const u = rng.uniform()
      const decade = 10 * Math.floor(age / 10)
      return { age: u < 0.3 ? `[${decade},${decade + 10})` : u < 0.4 ? '*' : String(age + rng.int(3)), sex }
    })
    const masked = fileOf({ age: released.map(({ age }) => age), sex: released.map(({ sex }) => sex) })
    const mean = ages.reduce((sum, age) => sum + age, 0) / 120
    const sd = Math.sqrt(ages.reduce((sum, age) => sum + (age - mean) ** 2, 0) / 119)
    const share = (holds: (i: number) => boolean): number => Array.from(ages.keys()).filter(holds).length / 120
    const ofAge = (x: number, cell: string): number => {
      if (cell === '*') return 0
      const [low, high] = cell.startsWith('[') ? cell.slice(1, -1).split(',').map(Number) : [Number(cell), Number(cell)]
      const inside = (age: number): boolean => (low === high ? age === low : age >= low && age < high)
      const p = share((i) => inside(ages[i]))
      if (inside(x)) return -Math.log(Math.max(1 / 120, p))
      const d = x < low ? low - x : x - high
      return d < sd / 4 ? -0.3 * Math.log(Math.max(0.05, p)) - d / sd : -2.5
    }
    const ofSex = (code: number, cell: string): number => {
      if (cell === '*') return 0
      const other = sexes.levels.indexOf(cell)
      return other === code ? -Math.log(share((i) => sexes.codes[i] === other)) : -2.5
    }
    const expected = Array.from(ages, (age, i) => {
      const scores = released.map((cell) => ofAge(age, cell.age) + ofSex(sexes.codes[i], cell.sex))
      const best = Math.max(...scores) - 1e-9
      return scores[i] >= best ? 1 / scores.filter((score) => score >= best).length : 0
    })
    const { records } = await measureRoles(keyLinkageMetric, original, masked, two)
    expected.forEach((one, i) => expect(records?.[i]).toBeCloseTo(one, 12))
    expect(new Set(expected).size).toBeGreaterThan(5)
  })

  it('do not depend on the order of records, on units, or on earlier attacks', async () => {
    const original = people(100, 7)
    const masked = fileOf({
      age: Array.from(numericValues(original, 'age'), (age) => age + (age % 3)),
      sex: Array.from({ length: 100 }, (_, i) => (i % 5 === 0 ? null : i % 2 === 0 ? 'f' : 'm')),
    })
    const { value } = await measureRoles(keyLinkageMetric, original, masked, two)
    const order = shuffled(100, 9)
    const moved = await measureRoles(keyLinkageMetric, original, takeRows(masked, order), { ...two, origin: order })
    expect(moved.value).toBeCloseTo(value ?? Number.NaN, 12)
    const inMonths = (file: Dataset): Dataset =>
      withColumns(file, new Map([['age', numeric(numericValues(file, 'age').map((age) => 12 * age))]]))
    const scaled = await measureRoles(keyLinkageMetric, inMonths(original), inMonths(masked), two)
    expect(scaled.value).toBeCloseTo(value ?? Number.NaN, 12)
  })

  it('attacks the requested number of people, and states the error of the sample', async () => {
    const file = people(300, 4)
    const { used, sample, records } = await measureRoles(keyLinkageMetric, file, file, {
      ...two,
      params: { targets: 50 },
    })
    expect(used).toBe(50)
    expect(sample).toMatchObject({ of: 300, drawn: 50 })
    expect(records?.filter((one) => !Number.isNaN(one))).toHaveLength(50)
  })

  it('has no value without keys or origin, and ignores keys that the masked file lacks', async () => {
    const file = people(20, 1)
    const none = await measureRoles(keyLinkageMetric, file, file)
    expect(none).toMatchObject({ value: null, reason: expect.stringContaining('quasi-identifier') })
    const unlinked = await measureRoles(keyLinkageMetric, file, file, { ...two, origin: new Int32Array(20).fill(-1) })
    expect(unlinked.value).toBeNull()
    const sexes = fileOf({ sex: Array.from({ length: 20 }, () => 'f') })
    const { warnings } = await measureRoles(keyLinkageMetric, file, sexes, two)
    expect(warnings).toEqual(['omitted columns that the masked file lacks: age'])
  })
})
