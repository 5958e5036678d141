import { numeric, seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { tableColumn } from '../testing/run.fixture.js'
import { entropyMetric } from './entropy.js'
import { perRecordEntropyMetric } from './per-record-entropy.js'
import type { Labels } from './categories.fixture.js'
import { run } from './entropy.fixture.js'

const both = [entropyMetric, perRecordEntropyMetric]
const repeat = (labels: Labels, times: number): (string | null)[] => Array.from({ length: times }, () => labels).flat()
const rng = seededRng(3)
const towns = Array.from({ length: 400 }, () => `t${rng.int(4)}`)
/** Keeps each of four categories with probability .7, else draws any of them. */
const masked = towns.map((one) => (rng.uniform() < 0.7 ? one : `t${rng.int(4)}`))

describe('loss/entropy and loss/per-record-entropy', () => {
  it.each(both)(
    '$id: an unmasked file has no loss, even with rare values, missing ones and more columns',
    async (metric) => {
      const x = { a: ['u', 'v', 'w', 'w', null], b: ['1', '2', '3', '4', '5'] }
      const { value, interval, columns, used } = await run(x, x, { metric })
      expect(value).toBe(0)
      expect(interval).toBeUndefined()
      expect([...(columns ?? [])]).toEqual([
        ['a', 0],
        ['b', 0],
      ])
      expect(used).toBe(9)
    },
  )

  it.each(both)(
    '$id: all is lost if unique values move to other records; without the correction, nothing',
    async (metric) => {
      const x = Array.from({ length: 50 }, (_, i) => `v${i}`)
      const y = x.map((_, i) => x[(i + 1) % 50])
      expect((await run({ a: x }, { a: y }, { metric })).value).toBeCloseTo(100, 10)
      expect((await run({ a: x }, { a: y }, { metric, params: { estimate: 'plain' } })).value).toBe(0)
    },
  )

  it.each(both)('$id: new unique names contain no information', async (metric) => {
    const names = towns.map((_, i) => `person ${i}`)
    expect((await run({ v: towns }, { v: names }, { metric })).value).toBeCloseTo(100, 10)
    expect((await run({ v: names }, { v: names.map((one) => `hash of ${one}`) }, { metric })).value).toBeCloseTo(
      100,
      10,
    )
    // Recoded categories with one record each are known by their set.
    const pairs = await run({ v: ['a', 'b', 'c', 'd'] }, { v: ['ab', 'ab', 'cd', 'cd'] }, { metric })
    expect(pairs.value).toBeCloseTo(50, 10)
  })

  it('a coarser file has lost the differences between its merged categories', async () => {
    const x = repeat(['a', 'b', 'c', 'd'], 10)
    const y = x.map((one) => (one === 'd' ? 'd' : 'abc'))
    for (const metric of both) {
      const measured = await run({ v: x }, { v: y }, { metric })
      expect(measured.value).toBeCloseTo((100 * 30 * Math.log(3)) / (40 * Math.log(4)), 10)
      expect(tableColumn(measured, 'columns', 'sum, nats')[0]).toBeCloseTo(30 * Math.log(3), 10)
      expect(tableColumn(measured, 'columns', 'prior entropy, nats')[0]).toBeCloseTo(Math.log(4), 12)
      const bits = await run({ v: x }, { v: y }, { metric, params: { logarithm: 'bits' } })
      expect(tableColumn(bits, 'columns', 'a cell, bits')[0]).toBeCloseTo((30 * Math.log2(3)) / 40, 12)
      expect(bits.value).toBe(measured.value)
    }
    const { records } = await run({ v: x }, { v: y })
    expect(records?.[0]).toBeCloseTo((100 * Math.log(3)) / Math.log(4), 10)
    expect(records?.[3]).toBe(0)
  })

  it('equals the conditional entropy; on average, both metrics are equal', async () => {
    const [one, other] = await Promise.all(both.map((metric) => run({ v: towns }, { v: masked }, { metric })))
    const count = (i: string, j: string): number => towns.filter((t, r) => t === i && masked[r] === j).length
    const names = ['t0', 't1', 't2', 't3']
    const cells = names.flatMap((i) =>
      names.map((j) => ({ both: count(i, j), to: masked.filter((t) => t === j).length })),
    )
    const open = -cells.reduce((sum, { both: n, to }) => sum + n * Math.log(n / to), 0)
    const whole = -names.reduce((sum, i) => {
      const n = towns.filter((t) => t === i).length
      return sum + n * Math.log(n / 400)
    }, 0)
    expect(one.value).toBeCloseTo((100 * open) / whole, 10)
    expect(other.value).toBeCloseTo((100 * open) / whole, 10)
    // Mean of the values of 400 records.
    const { records = new Float64Array() } = one
    const mean = records.reduce((a, b) => a + b, 0) / 400
    expect(mean).toBeCloseTo(one.value ?? Number.NaN, 10)
  })

  it('columns count by their information', async () => {
    const x = { a: repeat(['u', 'v'], 20), b: repeat(['1', '2', '3', '4'], 10), c: new Array<string>(40).fill('k') }
    const y = { ...x, a: new Array<string>(40).fill('u or v') }
    const measured = await run(x, y)
    expect(measured.value).toBeCloseTo((100 * Math.log(2)) / (Math.log(2) + Math.log(4)), 10)
    expect([...(measured.columns ?? [])]).toEqual([
      ['a', expect.closeTo(100, 10)],
      ['b', 0],
      ['c', null],
    ])
    expect(measured.used).toBe(80)
    expect(tableColumn(measured, 'left-out', 'count')).toEqual([0, 0, 1, 0])
  })

  it('a suppressed value has the information of the prior, and of the values that are suppressed often', async () => {
    const x = repeat(['a', 'b', 'c', 'd'], 20)
    const without = (from: (i: number) => boolean): Labels => x.map((one, i) => (from(i) ? null : one))
    const one = await run({ v: x }, { v: without((i) => i === 4) })
    expect(one.value).toBeCloseTo(100 / 80, 10)
    // All suppressed values are a, so a blank stands for a.
    expect((await run({ v: x }, { v: without((i) => i % 4 === 0) })).value).toBe(0)
    const half = await run({ v: x }, { v: without((i) => i % 4 < 2) })
    expect(half.value).toBeCloseTo((100 * 40 * Math.log(2)) / (80 * Math.log(4)), 10)
    expect((await run({ v: x }, { v: without(() => true) })).value).toBeCloseTo(100, 10)
  })

  it('leaves out values that were missing before or have no link, and counts them', async () => {
    const x = ['a', 'b', null, 'a', 'b', 'b']
    const measured = await run({ v: x }, { v: ['a', null, 'a', 'b'] }, { origin: [0, 2, 3, -1] })
    expect(measured.used).toBe(2)
    expect(measured.value).toBe(0)
    expect([...(measured.records ?? [])]).toEqual([0, Number.NaN, 0, Number.NaN])
    expect(tableColumn(measured, 'left-out', 'count')).toEqual([1, 0, 0, 2])
    // There are more masked than original records; two come from one.
    expect((await run({ v: x }, { v: [...x, 'a'] }, { origin: [0, 1, 2, 3, 4, 5, 0] })).value).toBe(0)
  })

  it('one record has a value', async () => {
    for (const metric of both) {
      const measured = await run({ v: ['a', 'b'] }, { v: ['a', 'b'] }, { metric, origin: [0, -1] })
      expect([measured.value, measured.used, measured.interval]).toEqual([0, 1, undefined])
    }
  })

  it('has no value, and a reason, if there is nothing to lose or to compare', async () => {
    for (const metric of both) {
      expect((await run({ v: ['a', 'b'] }, { v: ['a', 'b'] }, { metric, origin: [-1, -1] })).reason).toMatch(/link/)
      expect((await run({ v: ['a'] }, { v: ['a'] }, { metric })).reason).toMatch(/two categories/)
      expect((await run({ v: [null, null] }, { v: [null, null] }, { metric })).reason).toMatch(/two categories/)
      expect((await run({ v: numeric([1, 2]) }, { v: numeric([1, 2]) }, { metric })).reason).toMatch(
        /no column has categories/,
      )
      expect((await run({ v: [] }, { v: [] }, { metric })).value).toBeNull()
    }
  })

  it('does not depend on the names of categories, nor on the order of records', async () => {
    const { value } = await run({ v: towns }, { v: masked })
    const renamed = (labels: Labels): Labels => labels.map((one) => `name of ${one}`)
    expect((await run({ v: renamed(towns) }, { v: renamed(masked) })).value).toBeCloseTo(value ?? Number.NaN, 10)
    const order = towns.map((_, i) => (i * 37 + 11) % 400)
    const moved = await run({ v: towns }, { v: order.map((i) => masked[i]) }, { origin: order })
    expect(moved.value).toBeCloseTo(value ?? Number.NaN, 10)
  })

  describe('with the matrix of the masking', () => {
    const kept = { t0: 0.775, t1: 0.075, t2: 0.075, t3: 0.075 }
    const names = ['t0', 't1', 't2', 't3']
    const matrix = {
      v: Object.fromEntries(
        names.map((from) => [from, Object.fromEntries(names.map((to) => [to, from === to ? kept.t0 : kept.t1]))]),
      ),
    }
    const prior = { v: { t0: 1, t1: 1, t2: 1, t3: 1 } }

    it('needs no link for the entropy, but one for the per-record entropy', async () => {
      const params = { matrix, prior }
      const h = -(0.775 * Math.log(0.775) + 3 * 0.075 * Math.log(0.075))
      const unlinked = towns.map(() => -1)
      expect((await run({ v: towns }, { v: masked }, { params, origin: unlinked })).value).toBeCloseTo(
        (100 * h) / Math.log(4),
        10,
      )
      const own = await run({ v: towns }, { v: masked }, { params, metric: perRecordEntropyMetric })
      const same = masked.filter((one, r) => one === towns[r]).length
      const sum = -(same * Math.log(0.775) + (400 - same) * Math.log(0.075))
      expect(own.value).toBeCloseTo((100 * sum) / (400 * Math.log(4)), 10)
      const none = await run({ v: towns }, { v: masked }, { params, origin: unlinked, metric: perRecordEntropyMetric })
      expect(none.reason).toMatch(/link/)
    })

    it('a suppressed value then has no information, and a value missing before cannot be lost', async () => {
      const { value, used } = await run(
        { v: ['t0', 't1', 't2', 't3', null] },
        { v: [null, null, null, null, null] },
        { params: { matrix, prior } },
      )
      expect([value, used]).toEqual([expect.closeTo(100, 10), 4])
    })

    it.each([
      ['a row that does not add up', { v: { ...matrix.v, t1: { t1: 0.5 } } }, /row of "t1" adds up to 0.5/],
      ['a row that is not there', { v: { t0: { t0: 1 } } }, /no row for "t/],
      ['a column that is not measured', { w: matrix.v }, /names column "w", which is not measured/],
      [
        'a category that nobody becomes',
        { v: Object.fromEntries(names.map((name) => [name, { t9: 1 }])) },
        /"t\d" never becomes "t\d", but masked record 1 has it/,
      ],
    ])('refuses %s', async (_, wrong, message) => {
      await expect(run({ v: towns }, { v: masked }, { params: { matrix: wrong } })).rejects.toMatchObject({
        code: 'BAD_PARAMETER',
        message: expect.stringMatching(message) as string,
      })
    })

    it('refuses a prior without categories, or without a category that occurs', async () => {
      for (const [one, message] of [
        [{}, /adds up to 0/],
        [{ t0: 1, t1: 1, t2: 1 }, /lacks "t3"/],
      ] as const)
        await expect(run({ v: towns }, { v: masked }, { params: { prior: { v: one } } })).rejects.toThrow(message)
    })
  })
})
