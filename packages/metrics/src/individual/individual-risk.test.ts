import { categorical, dataset, numeric, type Column, type Measurement } from '@sdc/core'
import { individualRisk } from '@sdc/stats/internal'
import { describe, expect, it } from 'vitest'
import { tableColumn } from '../testing/run.fixture.js'
import { recordColumn, runKeys } from '../testing/testdata.fixture.js'
import { individualRiskMetric } from './individual-risk.js'

const run = (
  columns: Readonly<Record<string, Column>>,
  params: Readonly<Record<string, unknown>> = {},
  roles: Parameters<typeof runKeys>[3] = {},
): Promise<Measurement> => runKeys(individualRiskMetric, dataset(Object.entries(columns)), params, roles)

describe('risk/individual-risk', () => {
  const a = categorical([...'xxyz'])

  it('is the mean of r, with columns f, F and r by record', async () => {
    const { value, records, recordColumns, tables, warnings } = await run(
      { a, w: numeric([10, 20, 4, 1]) },
      {},
      { weight: 'w' },
    )
    const risks = [individualRisk(2, 2 / 30), individualRisk(2, 2 / 30), individualRisk(1, 1 / 4), 1]
    expect([...(records ?? [])]).toEqual(risks)
    expect(value).toBeCloseTo((100 * risks.reduce((x, y) => x + y)) / 4, 12)
    expect(recordColumns?.names).toEqual(['f', 'F', 'risk'])
    expect([...(tables?.keys() ?? [])]).toEqual(['global', 'thresholds'])
    expect(warnings).toBeUndefined()
  })

  it('counts the records strictly above each threshold', async () => {
    const found = await run({ a: categorical([...'aabbbbbbbbbbc']) })
    // r = 1/2, 1/10, 1.
    expect(tableColumn(found, 'thresholds', 'risk above')).toEqual([0.001, 0.01, 0.05, 0.1, 0.2, 0.5])
    expect(tableColumn(found, 'thresholds', 'records')).toEqual([13, 13, 13, 3, 3, 1])
    expect(tableColumn(found, 'thresholds', 'percent of the records')[5]).toBe(100 / 13)
  })

  it('without weights and without a fraction treats the file as the population, with a warning; a fraction replaces weights', async () => {
    const plain = await run({ a })
    expect([...(plain.records ?? [])]).toEqual([0.5, 0.5, 1, 1])
    expect(plain.warnings?.[0]).toMatch(
      /no column has the role weight and samplingFraction is not set.*whole population/,
    )
    const lost = await run({ a }, {}, { weight: 'gone' })
    expect(lost.warnings?.[0]).toMatch(/the file has no "gone"/)
    const fraction = await run({ a, w: numeric([1, 1, 1, 1]) }, { samplingFraction: 0.1 }, { weight: 'w' })
    expect([...recordColumn(fraction, 'F')]).toEqual([20, 20, 10, 10])
    expect(fraction.records?.[3]).toBeCloseTo(0.2558428, 7)
    expect(fraction.warnings).toBeUndefined()
    // 1 is the whole population, stated by the user: no warning.
    const whole = await run({ a }, { samplingFraction: 1 })
    expect([whole.records, whole.warnings]).toEqual([plain.records, undefined])
  })

  it.each([[0], [1.1], [-0.5]])('refuses a sampling fraction of %d', async (samplingFraction) => {
    await expect(async () => run({ a }, { samplingFraction })).rejects.toThrow(/samplingFraction/)
  })

  it.each<readonly [string, Column, RegExp]>([
    ['missing', numeric([1, 2, Number.NaN, 9]), /weight "w" of record 3 is missing/],
    ['negative', numeric([1, -2, 3, 9]), /weight "w" of record 2 is -2/],
    ['infinite', numeric([1, 2, 3, Infinity]), /weight "w" of record 4 is Infinity/],
    ['text', categorical([...'1234']), /"w" is not numeric/],
  ])('refuses weights that are %s', async (_, w, message) => {
    await expect(async () => run({ a, w }, {}, { weight: 'w' })).rejects.toThrow(message)
  })

  const [ofNine, ofTwo] = [individualRisk(1, 1 / 9), individualRisk(2, 1 / 9)]
  it.each<readonly [string, Column, readonly number[], readonly RegExp[]]>([
    [
      'a class',
      numeric([1, 0.5, 9, 9]),
      [0.5, 0.5, ofNine, ofNine],
      [/^2 records are in classes whose weights sum to less/],
    ],
    ['a class of one', numeric([9, 9, 9, 0]), [ofTwo, ofTwo, ofNine, 1], [/^one record is in a class/]],
    ['the file', numeric([0, 0, 0, 0.5]), [0.5, 0.5, 1, 1], [/sum to 0.5, less than the 4 records/, /^4 records/]],
  ])('counts %s as the population if its weights are below 1', async (_, w, risks, messages) => {
    const { records, warnings = [] } = await run({ a, w }, {}, { weight: 'w' })
    expect([...(records ?? [])]).toEqual(risks)
    expect(warnings).toHaveLength(messages.length)
    messages.forEach((message, k) => expect(warnings[k]).toMatch(message))
  })

  it('accepts weights of 1e9 and 1e-9 in one file', async () => {
    const { records } = await run({ a, w: numeric([1e9, 1e-9, 1e9, 1e-9]) }, {}, { weight: 'w' })
    expect(records?.every((risk) => risk >= 0 && risk <= 1)).toBe(true)
  })

  it('accepts a weight of 0 if other weights of its class suffice, and rounded weights of 1', async () => {
    const { records } = await run({ a, w: numeric([4, 0, 1, 1 - 1e-12]) }, {}, { weight: 'w' })
    expect([...(records ?? [])]).toEqual([individualRisk(2, 0.5), individualRisk(2, 0.5), 1, 1])
  })

  it('gives every member the risk of the household; a record without one is its own household', async () => {
    const columns = {
      a: categorical([...'abcde']),
      w: numeric([2, 4, 8, 16, 1]),
      h: categorical(['1', '1', '2', null, null]),
    }
    const found = await run(columns, {}, { weight: 'w', household: 'h' })
    const r = recordColumn(found, 'risk')
    const both = 1 - (1 - r[0]) * (1 - r[1])
    const household = recordColumn(found, 'household')
    ;[both, both, r[2], r[3], r[4]].forEach((value, i) => expect(household[i]).toBeCloseTo(value, 14))
    expect(household[4]).toBe(1)
    expect(found.records).toEqual(Float64Array.from(household))
    expect(found.value).toBeCloseTo((100 * (2 * both + r[2] + r[3] + 1)) / 5, 12)
    const global = tableColumn(found, 'global', 'value')
    expect(global[6]).toBe(4)
    expect(global[7]).toBeCloseTo(2 * both + r[2] + r[3] + 1, 13)
    expect(tableColumn(found, 'thresholds', 'records by household risk')).toHaveLength(6)
    // Different weights in one household are used, with a warning.
    expect(found.warnings).toEqual(["1 household has members with different weights: F uses each member's own weight"])
    const even = await run({ ...columns, w: numeric([4, 4, 8, 16, 1]) }, {}, { weight: 'w', household: 'h' })
    expect(even.warnings).toBeUndefined()
  })

  it('keeps the digits of the small risks of a household', async () => {
    const n = 1000
    const columns = { a: numeric(Float64Array.from({ length: n }, (_, i) => i)), h: numeric(new Float64Array(n)) }
    const found = await run(columns, { samplingFraction: 1e-15 }, { household: 'h' })
    const r = individualRisk(1, 1e-15)
    expect(recordColumn(found, 'household')[0] / (n * r)).toBeCloseTo(1, 9)
  })

  it('counts a missing key by its rule', async () => {
    const columns = { a: categorical(['x', 'x', null, 'y']), b: numeric([1, Number.NaN, 1, -0]) }
    const f = async (missing: string): Promise<number[]> => [
      ...recordColumn(await run(columns, { missing, share: 0.25 }), 'f'),
    ]
    expect(await f('wildcard')).toEqual([3, 3, 3, 1])
    expect(await f('own-level')).toEqual([1, 1, 1, 1])
    expect(await f('never')).toEqual([1, 1, 1, 1])
    expect(await f('share')).toEqual([1.5, 2.25, 2.25, 1])
    // f = 1.5 and 2.25 of a half sample, by the integral.
    const shared = await run(columns, { missing: 'share', share: 0.25, samplingFraction: 0.5 })
    expect(shared.records?.[0]).toBe(individualRisk(1.5, 0.5))
  })

  it('never: records that lack the same key are unique, each with its own weight', async () => {
    const columns = { a: categorical([null, null, 'x']), w: numeric([2, 8, 5]) }
    const { records } = await run(columns, { missing: 'never' }, { weight: 'w' })
    expect([...(records ?? [])]).toEqual([2, 8, 5].map((w) => individualRisk(1, 1 / w)))
  })

  it('is low for records without values, that of the weight for one record, and that of all for constant columns', async () => {
    const none = await run({ a: categorical([null, null]), b: numeric([Number.NaN, Number.NaN]) })
    expect([...(none.records ?? [])]).toEqual([0.5, 0.5])
    expect((await run({ a: numeric([7]) })).value).toBe(100)
    expect((await run({ a: numeric([7]) }, { samplingFraction: 0.1 })).value).toBeCloseTo(25.58428, 5)
    expect((await run({ a: numeric([3, 3, 3]), b: categorical([...'kkk']) })).value).toBeCloseTo(100 / 3, 12)
    expect((await run({ a: numeric([]) })).reason).toBe('the file has no records')
    expect((await run({})).reason).toMatch(/quasi-identifier/)
    // Infinite numbers and −0 are ordinary values.
    expect((await run({ a: numeric([0, -0, Infinity, -Infinity]) })).records).toEqual(Float64Array.of(0.5, 0.5, 1, 1))
  })

  it('does not change with units, the order of records and columns, or the names of levels', async () => {
    const n = 200
    const [a, b, w] = [5, 7, 11].map((m) => Float64Array.from({ length: n }, (_, i) => ((i * i * m) % 13) + 1))
    const roles = { weight: 'w' }
    const { value, records } = await run({ a: numeric(a), b: numeric(b), w: numeric(w) }, {}, roles)
    const order = Int32Array.from({ length: n }, (_, i) => (i * 37 + 11) % n)
    const take = (values: Float64Array): Column => numeric(Float64Array.from(order, (i) => values[i]))
    const turned = await run({ b: take(b), w: take(w), a: take(a) }, {}, roles)
    expect(turned.value).toBeCloseTo(value ?? Number.NaN, 10)
    order.forEach((i, k) => expect(turned.records?.[k]).toBeCloseTo(records?.[i] ?? Number.NaN, 12))
    const named = {
      a: categorical(Array.from(a, (v) => `level ${-v}`)),
      b: numeric(b.map((v) => v * 1e-9)),
      w: numeric(w),
    }
    expect((await run(named, {}, roles)).records).toEqual(records)
  })
})
