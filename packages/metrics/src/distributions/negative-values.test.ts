import { describe, expect, it } from 'vitest'
import { run, tableColumn } from '../testing/run.fixture.js'
import { negativeValuesMetric } from './negative-values.js'

describe('loss/negative-values', () => {
  it('counts negative values in columns without original ones, and gives the smallest', async () => {
    const original = { a: [0, 1, 2, Number.NaN], b: [-1, 2, 3, 4], c: [5, 6, 7, 8] }
    const masked = { a: [-0, -1, -3, Number.NaN], b: [-9, -9, -9, -9], c: [5, 6, 7, -8] }
    const measured = await run(negativeValuesMetric, original, masked, { origin: [-1, -1, -1, -1] })
    expect(measured.value).toBeCloseTo((100 * 3) / 7, 12)
    expect(measured.used).toBe(7)
    expect(measured.columns?.get('a')).toBeCloseTo((100 * 2) / 3, 12)
    expect(measured.columns?.has('b')).toBe(false)
    expect(tableColumn(measured, 'columns', 'negative values')).toEqual([2, 1])
    expect(tableColumn(measured, 'columns', 'least masked value')).toEqual([-3, -8])
    expect(tableColumn(measured, 'left-out', 'count')).toEqual([0, 1])
  })

  it('is null if no value can be counted', async () => {
    const { value, reason } = await run(negativeValuesMetric, { a: [-1, 2] }, { a: [-5, 5] })
    expect(value).toBeNull()
    expect(reason).toMatch(/every column has dates, negative values, or no values/)
    const none = [Number.NaN, Number.NaN]
    expect((await run(negativeValuesMetric, { a: [1, 2] }, { a: none })).value).toBeNull()
    expect((await run(negativeValuesMetric, { a: none }, { a: [1, 2] })).value).toBeNull()
  })

  it('accepts columns of one value, and omits a column without masked values', async () => {
    const none = Number.NaN
    const original = { a: [3, none, none], b: [0, none, none], c: [1, 2, 3] }
    const masked = { a: [none, -2, none], b: [none, none, none], c: [none, 5, 4] }
    const measured = await run(negativeValuesMetric, original, masked)
    expect(measured.value).toBeCloseTo(100 / 3, 12)
    expect([...(measured.columns ?? [])]).toEqual([
      ['a', 100],
      ['b', null],
      ['c', 0],
    ])
    expect(tableColumn(measured, 'columns', 'values')).toEqual([1, 0, 2])
    expect(tableColumn(measured, 'columns', 'least masked value')).toEqual([-2, none, 4])
    expect(await run(negativeValuesMetric, original, masked, { columns: ['a'] })).toMatchObject({ value: 100, used: 1 })
    expect(await run(negativeValuesMetric, original, masked, { columns: ['b'] })).toMatchObject({
      value: null,
      used: 0,
      reason: 'the masked columns have no values',
    })
  })

  it('leaves out dates before 1970', async () => {
    const measured = await run(
      negativeValuesMetric,
      { day: [3, 9], a: [1, 2] },
      { day: [-5, 9], a: [1, -2] },
      { dates: ['day'] },
    )
    expect(measured).toMatchObject({ value: 50, used: 2 })
    expect(tableColumn(measured, 'left-out', 'count')).toEqual([1, 0])
  })
})
