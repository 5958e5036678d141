import {
  dataset,
  measureInput,
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
import { noisy, people } from '../testing/people.fixture.js'
import { file, tableColumn } from '../testing/run.fixture.js'
import { membershipAttack } from './membership-attack.js'
import { membershipMetric } from './membership.js'
import { measureByPlan } from '@sdc/toolkit'

function measure(original: Dataset, masked: Dataset, control: Dataset | undefined, seed = 3): Measurement {
  return measureByPlan(
    membershipMetric,
    measureInput(original, masked, { params: {}, control, rng: seededRng(seed) }),
  ) as Measurement
}
const figure = (measured: Measurement, at: number): number => tableColumn(measured, 'membership', 'value')[at]
const x = people(600, 1)
const control = people(600, 2)

describe('risk/membership', () => {
  it('is certain for an unmasked file, in any order, and with numbers alone', () => {
    const found = measure(x, x, control)
    expect(found.value).toBe(100)
    expect(figure(found, 7)).toBe(1)
    expect([figure(found, 3), figure(found, 5), figure(found, 6)]).toEqual([600, 300, 300])
    expect([...(found.records ?? [])].every((one) => one === 100)).toBe(true)
    const turned = takeRows(
      x,
      Int32Array.from({ length: 600 }, (_, i) => 599 - i),
    )
    expect(measure(x, turned, control).value).toBe(100)
  })

  it('does not distinguish people with a twin outside', () => {
    // Ten categories of one column: everybody has a twin.
    const few = (data: Dataset): Dataset => dataset([['illness', data.column('illness')]])
    const found = measure(few(x), few(x), few(control))
    expect(found.value).toBeLessThan(5)
  })

  it.each(Array.from({ length: 8 }, (_, i) => i))('is at chance on independent data, %i', (r) => {
    const found = measure(x, people(600, 100 + r), people(400, 200 + r))
    // 8 seeds: one in a hundred is beyond three standard errors.
    expect(Math.abs(figure(found, 0))).toBeLessThan(3 * figure(found, 1))
  })

  it('is at chance on independent data: 19 of 20 within two standard errors', () => {
    const within = Array.from({ length: 60 }, (_, r) => {
      const found = measure(people(200, `m${r}`), people(200, `y${r}`), people(200, `o${r}`), r)
      return Math.abs(figure(found, 0)) < 2 * figure(found, 1)
    }).filter(Boolean).length
    // 57 of 60 expected; 51 or fewer have a probability below 1 %.
    expect(within).toBeGreaterThan(50)
  })

  it('is at chance on noise without limit', () => {
    const found = measure(x, noisy(x, 1e6, 1, 4), control)
    expect(Math.abs(figure(found, 0))).toBeLessThan(2 * figure(found, 1))
  })

  it('has an intermediate value for additive noise, and falls with it', () => {
    const values = [0.02, 0.1, 0.3].map((sd) => measure(x, noisy(x, sd, sd / 5, 7), control).value ?? Number.NaN)
    expect(values[0]).toBeLessThan(100)
    expect(values[0]).toBeGreaterThan(50)
    expect(values[1]).toBeLessThan(values[0])
    expect(values[2]).toBeLessThan(values[1])
    expect(values[1]).toBeGreaterThan(10)
  })

  it('detects people who were copied into a synthetic file with otherwise new records', () => {
    const copied = withColumns(
      people(600, 9),
      new Map(
        x.names.map((name): [string, Column] => {
          const [fresh, old] = [people(600, 9).column(name), x.column(name)]
          const mixed = <T extends Float64Array | Int32Array>(a: T, b: T): T =>
            a.map((v, i) => (i % 3 === 0 ? b[i] : v)) as T
          return fresh.kind === 'numeric' && old.kind === 'numeric'
            ? [name, numeric(mixed(fresh.values, old.values))]
            : fresh.kind === 'categorical' && old.kind === 'categorical'
              ? [
                  name,
                  {
                    ...fresh,
                    codes: mixed(
                      fresh.codes,
                      old.codes.map((code) => fresh.levels.indexOf(old.levels[code])),
                    ),
                  },
                ]
              : expect.fail()
        }),
      ),
    )
    // A third of the members have their own record in it, which is the advantage.
    const found = measure(x, copied, control)
    expect(Math.abs((found.value ?? 0) - 100 / 3)).toBeLessThan(3 * figure(found, 1))
    const called = [...(found.records ?? [])]
    expect(called.filter((one, i) => i % 3 === 0 && one === 100)).toHaveLength(200)
  })

  it('units, outliers, names of categories and the order of columns have no effect', () => {
    const other = (data: Dataset): Dataset =>
      dataset(
        [...data.names].reverse().map((name): [string, Column] => {
          const column = data.column(name)
          if (column.kind === 'categorical') return [name, { ...column, levels: column.levels.map((one) => `z${one}`) }]
          return [name, numeric(column.values.map((value) => value * value * value))]
        }),
      )
    const y = noisy(x, 0.1, 0.1, 5)
    const plain = measure(x, y, control)
    expect(measure(other(x), other(y), other(control)).value).toBe(plain.value)
  })

  it('census: half of it masked, the other half outside', () => {
    const census = file(censusColumns())
    const rows = (from: number): Int32Array => Int32Array.from({ length: 540 }, (_, i) => 2 * i + from)
    const [inside, outside] = [takeRows(census, rows(0)), takeRows(census, rows(1))]
    // Some records of census are equal in all columns, or nearly.
    expect(measure(inside, inside, outside).value).toBeGreaterThan(95)
    const noise = measure(inside, noisy(inside, 0.5, 0, 1), outside)
    expect(noise.value).toBeLessThan(60)
    expect(noise.value).toBeGreaterThan(5)
  })

  it('accepts half of the cells missing, constants, infinite values', () => {
    const rng = seededRng(11)
    const holed = (data: Dataset): Dataset =>
      withColumns(
        data,
        new Map(
          data.names.map((name): [string, Column] => {
            const column = data.column(name)
            if (column.kind === 'numeric')
              return [name, numeric(column.values.map((value) => (rng.uniform() < 0.5 ? Number.NaN : value)))]
            return [name, { ...column, codes: column.codes.map((code) => (rng.uniform() < 0.5 ? -1 : code)) }]
          }),
        ),
      )
    const half = holed(x)
    const found = measure(half, half, holed(control))
    expect(found.value).toBeGreaterThan(20)
    expect(tableColumn(found, 'left-out', 'count')[0]).toBeGreaterThan(5)
    const flat = (data: Dataset): Dataset => dataset([['k', numeric(new Float64Array(data.rows).fill(2))]])
    expect(measure(flat(x), flat(x), flat(control)).value).toBe(0)
    const far = (data: Dataset): Dataset =>
      withColumns(
        data,
        new Map([['age', numeric(new Float64Array(data.rows).map((_, i) => [Infinity, -Infinity, -0][i % 3]))]]),
      )
    expect(measure(far(x), far(x), far(control)).value).toBe(100)
    const none = (data: Dataset): Dataset => dataset([['k', numeric(new Float64Array(data.rows).fill(Number.NaN))]])
    expect(measure(none(x), none(x), none(control)).reason).toContain('fewer than 4 members')
  })

  it('a sample has the stated standard error', () => {
    const [many, outside] = [people(9000, 1), people(12_000, 2)]
    const y = noisy(many, 0.03, 0.03, 7)
    const [one, other] = [3, 4].map((seed) => measure(many, y, outside, seed))
    expect(one.sample).toMatchObject({ of: 15_000, drawn: 2500 })
    const { standardError = 0 } = one.sample ?? {}
    expect(standardError).toBeLessThan(2.1)
    // Two samples differ by √2 standard errors of each; tolerance of twice that.
    expect(Math.abs((one.value ?? 0) - (other.value ?? 100))).toBeLessThan(2 * Math.SQRT2 * standardError)
  })

  it.each<readonly [string, Dataset | undefined, string]>([
    ['no control file', undefined, 'name their file with control: FILE'],
    ['a control file without the columns', dataset([['age', numeric([1, 2])]]), 'the control file lacks "hours"'],
    ['a control file of a few', people(10, 2), 'the control file has 10 records, fewer than the necessary 20'],
  ])('%s: null with the reason', (_, given, reason) => {
    const found = measure(x, x, given)
    expect(found.value).toBeNull()
    expect(found.reason).toContain(reason)
  })
})

describe('a threshold chosen on other people', () => {
  const of = (scores: readonly number[]) => ({
    scores: Float64Array.from(scores),
    half: Uint8Array.from(scores, (_, i) => i % 2),
  })

  it('is computed by hand', () => {
    // Half 0: members .1 .3, others .2 .9: up to .1, ½ − 0 (the lower of two equally good ones). Half 1: members .2 .4,
    // others .5 .6: up to .4.
    const { hits, alarms, thresholds } = membershipAttack(of([0.1, 0.2, 0.3, 0.4]), of([0.2, 0.5, 0.9, 0.6]))
    expect(thresholds).toEqual([0.1, 0.4])
    expect([...hits]).toEqual([1, 0, 1, 0])
    expect([...alarms]).toEqual([1, 0, 0, 0])
  })

  it('calls nobody a member if members do not score lower', () => {
    const { hits, alarms, thresholds, area } = membershipAttack(of([0.7, 0.8, 0.9, 1]), of([0.1, 0.2, 0.3, 0.4]))
    expect(thresholds).toEqual([-Infinity, -Infinity])
    expect([...hits, ...alarms]).toEqual(Array<number>(8).fill(0))
    expect(area).toBe(0)
  })

  it('has the area as the share of pairs in which the member has the lower score', () => {
    const rng = seededRng(1)
    const draw = () => Array.from({ length: 30 }, () => rng.int(8) / 8)
    const [a, b] = [draw(), draw()]
    const pairs = a.flatMap((one) => b.map((other): number => (one < other ? 1 : one === other ? 0.5 : 0)))
    expect(membershipAttack(of(a), of(b)).area).toBeCloseTo(pairs.reduce((sum, one) => sum + one, 0) / 900, 12)
  })
})
