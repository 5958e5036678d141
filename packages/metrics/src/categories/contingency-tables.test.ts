import {
  measureInput,
  numeric,
  resolveParams,
  seededRng,
  takeRows,
  type Column,
  type Dataset,
  type Measurement,
} from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { tableColumn } from '../testing/run.fixture.js'
import { contingencyTablesMetric } from './contingency-tables.js'
import { measureByPlan } from '@sdc/toolkit'
import { file } from './categories.fixture.js'

async function run(x: Dataset, y: Dataset, params: Readonly<Record<string, unknown>> = {}): Promise<Measurement> {
  const resolved = resolveParams(contingencyTablesMetric.params, params, { metric: contingencyTablesMetric.id })
  return measureByPlan(contingencyTablesMetric, measureInput(x, y, { params: resolved }))
}

const rng = seededRng(2)
const labels = (levels: number): string[] => Array.from({ length: 60 }, () => `v${rng.int(levels)}`)
const columns = { a: labels(3), b: labels(4), c: labels(2) }
const x = file(columns)

describe('loss/contingency-tables', () => {
  it('by hand: two columns whose values are exchanged keep their own tables, but not their joint table', async () => {
    const one = file({ a: ['0', '0', '1', '1'], b: ['0', '0', '1', '1'] })
    const other = file({ a: ['0', '0', '1', '1'], b: ['0', '1', '0', '1'] })
    const measured = await run(one, other)
    // |2 − 1| + |0 − 1| + |0 − 1| + |2 − 1| = 4, half of 2n; over three tables.
    expect(measured.value).toBeCloseTo(50 / 3, 12)
    expect(measured.used).toBe(3)
    expect([...(measured.columns ?? [])]).toEqual([
      ['a', 0],
      ['b', 0],
    ])
    expect(tableColumn(measured, 'ways', 'CTBIL, records')).toEqual([0, 4])
    expect(tableColumn(measured, 'ways', 'cells')).toEqual([4, 4])
    expect(tableColumn(measured, 'furthest', 'percent')).toEqual([50, 0, 0])
    expect(tableColumn(measured, 'single', 'percent')).toEqual([0, 0])
    expect(tableColumn(measured, 'pairs', 'percent')).toEqual([50])
    // By chance: 4 of 8 records are in a cell, each file has 2 of them ± 0.75 on average; √(4/7) for drawing without
    // replacement.
    expect(tableColumn(measured, 'single', 'percent by chance')[0]).toBeCloseTo(37.5 * Math.sqrt(4 / 7), 12)
    expect((await run(one, other, { ways: 1 })).value).toBe(0)
    expect((await run(one, other, { normalise: 'cells' })).value).toBeCloseTo(25 / 3, 12)
  })

  it('is 0 if and only if all tables are equal, and 100 if none has a common cell', async () => {
    expect((await run(x, x, { ways: 3 })).value).toBe(0)
    const shuffled = takeRows(x, seededRng(1).permutation(60))
    expect((await run(x, shuffled, { ways: 3 })).value).toBe(0)
    const other = file(
      Object.fromEntries(Object.entries(columns).map(([name, of]) => [name, of.map((one) => `other ${one}`)])),
    )
    expect((await run(x, other)).value).toBe(100)
    const moved = file({ ...columns, a: columns.a.map((one, i) => (i === 7 ? 'v9' : one)) })
    expect((await run(x, moved)).value).toBeGreaterThan(0)
  })

  it('weighs false presence and false absence apart', async () => {
    // Cells 00 and 11 of the original become 00, 01, 10: 11 is falsely absent (1/2), 01 and 10 falsely present (1/4 each).
    const one = file({ a: ['0', '0', '1', '1'], b: ['0', '0', '1', '1'] })
    const other = file({ a: ['0', '0', '0', '1'], b: ['0', '0', '1', '0'] })
    const value = async (params: Readonly<Record<string, number>>): Promise<number | undefined> =>
      tableColumn(await run(one, other, params), 'pairs', 'percent')[0] as number
    expect(await value({})).toBeCloseTo(50, 12)
    expect(await value({ falsePresence: 0 })).toBeCloseTo(25, 12)
    expect(await value({ falseAbsence: 0.5 })).toBeCloseTo(37.5, 12)
    const measured = await run(one, other)
    expect(tableColumn(measured, 'ways', 'false presence, percent')).toEqual([0, 25])
    expect(tableColumn(measured, 'ways', 'false absence, percent')).toEqual([0, 25])
    // Swapped files swap the directions.
    const back = await run(other, one, { falsePresence: 0.25 })
    expect(back.value).toBeCloseTo((await run(one, other, { falseAbsence: 0.25 })).value ?? Number.NaN, 12)
  })

  it('the tables of one column have twice the number of suppressed cells', async () => {
    const y = file({
      ...columns,
      a: columns.a.map((one, i) => (i % 10 === 0 ? null : one)),
      c: columns.c.map((one, i) => (i < 5 ? null : one)),
    })
    expect(tableColumn(await run(x, y), 'ways', 'CTBIL, records')[0]).toBeCloseTo(2 * (6 + 5), 10)
  })

  it('compares shares if files differ in length', async () => {
    const twice = takeRows(
      x,
      Int32Array.from({ length: 120 }, (_, i) => i % 60),
    )
    expect((await run(x, twice)).value).toBe(0)
    expect((await run(twice, x)).value).toBe(0)
    const one = await run(file({ a: ['0', '1'] }), file({ a: ['0', '0', '0', '1'] }))
    expect(one.value).toBe(25)
    expect(tableColumn(one, 'ways', 'CTBIL, records')).toEqual([1])
  })

  it('accepts numbers, by value or by classes of the original, and omits columns that changed their kind', async () => {
    const numbers = Float64Array.from({ length: 60 }, (_, i) => i)
    const one = file({ n: numeric(numbers), m: numeric(numbers.map((v) => v % 4)), k: numeric(numbers) })
    const other = file({
      n: numeric(numbers.map((v) => (v < 6 ? 59 : v))),
      m: numeric(numbers.map((v) => v % 4)),
      k: [...numbers].map(String),
    })
    const measured = await run(one, other)
    // The lowest of ten classes became the highest.
    expect([...(measured.columns ?? [])]).toEqual([
      ['n', expect.closeTo(10, 10)],
      ['m', 0],
      ['k', null],
    ])
    expect(tableColumn(measured, 'left-out', 'count')).toEqual([1, 1])
    const scaled = (values: Float64Array): Dataset => file({ n: numeric(values.map((v) => 1e-9 * v)) })
    const apart = await run(scaled(numbers), scaled(numbers.map((v) => (v < 6 ? 59 : v))))
    expect(apart.value).toBeCloseTo(10, 10)
    const mixed = await run(file({ k: ['1'] }), file({ k: numeric([1]) }))
    expect(mixed.reason).toMatch(/no column has the same kind/)
  })

  it('has no value if there are too many tables, and states their number', async () => {
    const wide = file(Object.fromEntries(Array.from({ length: 40 }, (_, j) => [`c${j}`, ['a', 'b']])))
    expect((await run(wide, wide)).reason).toMatch(
      /40 columns have 820 tables of up to 2 columns; the limit most is 500/,
    )
    const most = await run(wide, wide, { most: 820 })
    expect([most.value, most.used, most.tables?.get('furthest')?.rows]).toEqual([0, 820, 20])
    expect((await run(wide, wide, { ways: 1 })).value).toBe(0)
    expect((await run(wide, wide, { ways: 8, most: 1e9 })).reason).toMatch(
      /100146723 tables of 2 different records would take too long: choose fewer columns, or ways: 7/,
    )
    expect((await run(file({ a: [] }), file({ a: ['a'] }))).reason).toBe('the original has no records')
    expect((await run(file({ a: ['a'] }), file({ a: ['a'] }))).value).toBe(0)
    expect((await run(file({ a: [null] }), file({ a: ['a'] }))).value).toBe(100)
  })

  it('does not depend on the names of categories, nor on the order of columns', async () => {
    const y = file({ ...columns, b: labels(4) })
    const { value } = await run(x, y, { ways: 3 })
    const renamed = (data: Dataset): Dataset =>
      file(
        Object.fromEntries(
          [...data.names].reverse().map((name): [string, Column] => {
            const column = data.column(name)
            return [
              name,
              column.kind === 'numeric' ? column : { ...column, levels: column.levels.map((one) => `<${one}>`) },
            ]
          }),
        ),
      )
    expect((await run(renamed(x), renamed(y), { ways: 3 })).value).toBeCloseTo(value ?? Number.NaN, 12)
  })
})
